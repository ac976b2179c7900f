import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HandlerServices } from '../../../electron/handlers/handler-services.ts';
import { diagnosticsHandlers } from '../../../electron/handlers/diagnostics-handlers.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-diagnostics-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** The handlers over an empty history. `check` is the check of the database. */
function handlersWith(check: Promise<readonly string[]>, checking: () => void): ReturnType<typeof diagnosticsHandlers> {
  return diagnosticsHandlers({
    repository: { page: () => Promise.resolve({ tasks: [], more: false }) },
    accounts: { list: () => Promise.resolve([]) },
    secrets: { protects: () => Promise.resolve(true) },
    settings: { get: () => ({}) },
    folders: { root: () => home },
    notices: () => [],
    desktop: { chooseSaveFile: (name: string) => Promise.resolve(path.join(home, name)) },
    words: () => '',
    diagnostics: {
      versions: {},
      home,
      logs: () => Promise.resolve([]),
      databaseFaults() {
        checking();
        return check;
      },
      redact: () => Promise.resolve((text: string) => text),
    },
  } as unknown as HandlerServices);
}

it('writes nothing if it is cancelled during the check of the database, and can be saved afterwards', async () => {
  const check = Promise.withResolvers<readonly string[]>();
  const checking = Promise.withResolvers<void>();
  const handlers = handlersWith(check.promise, checking.resolve);
  const cancelled = handlers['diagnostics:save']({ prompts: false });
  await checking.promise;
  await handlers['diagnostics:cancel'](undefined);
  expect(await cancelled).toEqual({ saved: false });
  expect(await readdir(home)).toEqual([]);

  check.resolve([]);
  expect(await handlers['diagnostics:save']({ prompts: false })).toEqual({ saved: true });
  expect(await readdir(home)).toHaveLength(1);
});
