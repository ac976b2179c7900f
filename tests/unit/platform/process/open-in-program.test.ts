import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { commandFor, startProgram } from '../../../../electron/platform/process/open-in-program.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-program-'));
  return () => rm(folder, { recursive: true });
});

const file = '/library/-rf $(x).png';

async function programOf(name: string, mode: number): Promise<string> {
  const program = path.join(folder, name);
  await writeFile(program, '');
  await chmod(program, mode);
  return program;
}

it('starts programs alone, and on each system only what needs no shell', async () => {
  const runs = await programOf('painter', 0o755);
  expect(await commandFor(runs, file, 'linux')).toEqual([runs, file]);
  expect(await commandFor(await programOf('notes.txt', 0o644), file, 'linux')).toBeNull();
  expect(await commandFor(folder, file, 'linux')).toBeNull();
  expect(await commandFor(path.join(folder, 'gone'), file, 'linux')).toBeNull();
  expect(await commandFor(await programOf('Painter.exe', 0o644), file, 'win32')).toHaveLength(2);
  expect(await commandFor(await programOf('painter.bat', 0o755), file, 'win32')).toBeNull();
  await mkdir(path.join(folder, 'Painter.app'));
  expect(await commandFor(path.join(folder, 'Painter.app'), file, 'darwin')).toEqual(['/usr/bin/open', '-a', path.join(folder, 'Painter.app'), file]);
});

it('reports a program that does not start', async () => {
  await expect(startProgram([await programOf('empty', 0o644), file])).rejects.toThrow('EACCES');
});
