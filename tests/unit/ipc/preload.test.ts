import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inputSchemas } from '../../../shared/ipc/schemas.ts';

/**
 * Types hold the preload to the contract, but two channels of the same type could change places unseen: "dismiss" for
 * "stop", say. The names decide.
 */
describe('the preload', () => {
  it('calls every channel once, under the name that belongs to it', async () => {
    const source = await readFile(path.join(import.meta.dirname, '../../../electron/preload/preload.ts'), 'utf8');
    const calls = [...source.matchAll(/^ {2}(\w+): call\('([a-z:-]+)'\)/gm)].map(([, method, channel]) => ({ method, channel }));
    expect(calls).toHaveLength(Object.keys(inputSchemas).length);
    expect(new Set(calls.map(({ channel }) => channel))).toEqual(new Set(Object.keys(inputSchemas)));
    for (const { method, channel } of calls) expect(method).toBe(channel?.replace(/[:-]([a-z])/g, (_all, letter: string) => letter.toUpperCase()));
  });
});
