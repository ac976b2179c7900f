import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProgram } from '../../../electron/hosts/command/program.ts';
import { commandWordsFor } from '../../../shared/words/command-words.ts';

/** resources/command/latent, the `latent` of a package, beside programs that say who was started with what. */

let folder: string;
let onPath: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'latent-launcher-'));
  const inPackage = path.join(folder, 'Latent of Jo');
  mkdirSync(path.join(inPackage, 'resources/command/bin'), { recursive: true });
  writeFileSync(path.join(inPackage, 'latent'), '#!/bin/sh\necho "app: $*"\n', { mode: 0o755 });
  writeFileSync(path.join(inPackage, 'resources/command/node'), '#!/bin/sh\n[ -n "$1" ] && shift\necho "command: $*"\n', { mode: 0o755 });
  const launcher = path.join(inPackage, 'resources/command/bin/latent');
  copyFileSync('resources/command/latent', launcher);
  onPath = path.join(folder, 'latent');
  symlinkSync(launcher, onPath);
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(args: readonly string[], environment: Readonly<Record<string, string>> = { DISPLAY: ':5' }): string {
  const { stdout, stderr } = spawnSync(onPath, args, { encoding: 'utf8', env: { PATH: process.env['PATH'], ...environment } });
  return `${stdout}${stderr}`.trim();
}

describe.skipIf(process.platform === 'win32')('the launcher', () => {
  test.each([
    [['latent-app:task/1']],
    [['LATENT-APP:task/1']],
    [['/home/jo/fox.latent-prompt.json']],
    [['file:///home/jo/fox.JSON']],
    [['--user-data-dir=/tmp/x']],
    [['--', 'latent-app:task/1']],
  ])('opens the app for %j', (args) => {
    expect(run(args)).toBe(`app: ${args.join(' ')}`);
  });

  test.each([[['-V']], [['--json', 'tasks']], [['--profile', '/x', 'mcp']], [['--profile=/x', 'mcp']], [['generate', 'a fox', '--json']], [['no-such-command']], [['-h']]])('runs the command for %j', (args) => {
    expect(run(args)).toBe(`command: ${args.join(' ')}`);
  });

  test('runs every command that there is, and every option of all of them', () => {
    const program = createProgram({ say: commandWordsFor('en'), version: '', usualProfile: '', context: () => { throw new Error('none is run'); } });
    const words = [...program.commands.map((each) => each.name()), ...program.options.flatMap(({ short, long }) => [short ?? [], long ?? []].flat())];
    expect(words).toContain('generate');
    expect(words.filter((word) => run([word]) !== `command: ${word}`)).toEqual([]);
  });

  test('alone opens the app where there is a screen, and otherwise says what it can do', () => {
    expect(run([])).toBe('app:');
    expect(run([], { WAYLAND_DISPLAY: 'wayland-0' })).toBe('app:');
    if (process.platform === 'linux') expect(run([], {})).toBe('command:');
  });

  test('is the command alone where there is no app beside it', () => {
    rmSync(path.join(folder, 'Latent of Jo/latent'));
    expect(run([])).toBe('command:');
    expect(run(['--user-data-dir=/tmp/x'])).toBe('command: --user-data-dir=/tmp/x');
  });
});
