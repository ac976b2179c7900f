import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { partOf, writeWholeFile, writeWholeFileSync } from '../../../../electron/core/util/whole-file.ts';
import { testFolder } from '../../../support/test-folder.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(testFolder, 'latent-whole-'));
  file = path.join(folder, 'colours.txt');
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (place: string): Promise<string> => ((await stat(place)).mode & 0o777).toString(8);

it.skipIf(process.platform === 'win32')('lets those read a file of a person who could read it before, or whom the system allows, and nobody else a private one', async () => {
  const system = path.join(folder, 'system.txt');
  await writeFile(system, '');
  await writeWholeFile(file, ['red'], 'usual');
  expect(await modeOf(file)).toBe(await modeOf(system));
  for (const mode of [0o664, 0o640, 0o604]) {
    await chmod(file, mode);
    await writeWholeFile(file, ['blue'], 'usual');
    expect(await modeOf(file)).toBe(mode.toString(8));
  }
  // What a killed process left must not decide.
  await writeFile(partOf(file), 'left', { mode: 0o666 });
  await writeWholeFile(file, ['key']);
  expect(await modeOf(file)).toBe('600');
  writeWholeFileSync(system, 'key');
  expect(await modeOf(system)).toBe('600');
});
