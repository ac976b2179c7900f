import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diagnosticsHandlers } from '../../../electron/handlers/diagnostics-handlers.ts';
import type { HandlerServices } from '../../../electron/handlers/handler-services.ts';
import { ledgerHandlers } from '../../../electron/handlers/ledger-handlers.ts';
import { moneyHandlers } from '../../../electron/handlers/money-handlers.ts';
import { promptHandlers } from '../../../electron/handlers/prompt-handlers.ts';
import { testFolder } from '../../support/test-folder.ts';

let home: string;
let target: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(testFolder, 'latent-saved-'));
  target = path.join(home, 'saved');
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** The services over an empty history, whose dialogs choose the target. */
function services(): HandlerServices {
  return {
    repository: { page: () => Promise.resolve({ tasks: [], more: false }) },
    accounts: { list: () => Promise.resolve([]) },
    prices: { list: () => [] },
    views: { spendingRecords: () => Promise.resolve([]) },
    engine: { latest: () => Promise.resolve([]) },
    secrets: { protects: () => Promise.resolve(true) },
    settings: { get: () => ({}) },
    folders: { root: () => home },
    notices: () => [],
    desktop: { chooseSaveFile: () => Promise.resolve(target) },
    words: () => '',
    diagnostics: { versions: {}, home, logs: () => Promise.resolve([]), databaseFaults: () => Promise.resolve([]), redact: () => Promise.resolve((text: string) => text) },
  } as unknown as HandlerServices;
}

const saved: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['a prompt', () => Promise.resolve(promptHandlers(services())['prompts:save-file']({ prompt: 'A fox', model: 'm', size: '', quality: '' }))],
  ['prices', () => Promise.resolve(moneyHandlers(services())['prices:export']({ accountId: 'a' }))],
  ['spending', () => Promise.resolve(moneyHandlers(services())['spending:export']({ accountIds: [], from: null, until: 1 }))],
  ['the ledger', () => Promise.resolve(ledgerHandlers(services())['ledger:export']({ format: 'csv' }))],
  ['diagnostics', () => Promise.resolve(diagnosticsHandlers(services())['diagnostics:save']({ prompts: false }))],
];

it.skipIf(process.platform === 'win32').each(saved)('%s can be read by those whom the system, or the file that it replaces, allows', async (_, save) => {
  const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);
  const system = path.join(home, 'system');
  await writeFile(system, '');
  expect(await save()).toEqual({ saved: true });
  expect(await modeOf(target)).toBe(await modeOf(system));
  await chmod(target, 0o664);
  await save();
  expect(await modeOf(target)).toBe('664');
});
