import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { commandFile } from '../../../support/built-threads.ts';
import { useGenerateRig } from '../../../support/generate-rig.ts';

const { key, service, rig, add, sent } = useGenerateRig();

interface Terminal {
  /** Everything that the terminal was sent, with its control characters. */
  shown(): string;
  type(text: string): void;
  /** The exit status. */
  readonly ended: Promise<number | null>;
}

/** The command on a terminal of its own, as `script` of util-linux makes one. */
function onTerminal(...args: readonly string[]): Terminal {
  const words = [process.execPath, commandFile, '--profile', rig().profile, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  const child = spawn('script', ['-qfec', `exec ${words.join(' ')}`, '/dev/null'], {
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), HOME: rig().home, LANG: 'C.UTF-8', TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const shown: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => shown.push(text));
  return { shown: () => shown.join(''), type: (text) => void child.stdin.write(text), ended: once(child, 'close').then(([status]) => status as number | null) };
}

const asks = { timeout: 30_000 };

describe.runIf(process.platform === 'linux')('on a terminal', () => {
  test('a yes sends, and a line that is written over shows the progress', async () => {
    await add({ prices: { '*': '0.1' } });
    const terminal = onTerminal('generate', 'asked fox');
    await expect.poll(terminal.shown, asks).toMatch(/\$0\.10[^]*\[y\/N\] /);
    expect(await sent('asked fox')).toEqual([]);
    terminal.type('y\r');
    expect(await terminal.ended).toBe(0);
    expect(terminal.shown()).toMatch(/asked fox\.png\r\n$/);
    expect(terminal.shown()).toContain('\r\u001b[K');
    expect(await sent('asked fox')).toHaveLength(1);
  });

  test.each([
    ['no', 'n\r'],
    ['nothing', '\r'],
    ['Ctrl+C', '\u0003'],
    ['the end of the input', '\u0004'],
    ['y that was deleted', 'y\u007f\r'],
  ])('%s sends nothing', async (_, typed) => {
    await add();
    const terminal = onTerminal('generate', 'refused fox');
    await expect.poll(terminal.shown, asks).toContain('[y/N] ');
    terminal.type(typed);
    expect(await terminal.ended).toBe(2);
    expect(terminal.shown()).not.toContain('> ');
    expect(await sent('refused fox')).toEqual([]);
  });

  test('a key is asked for, and not shown', async () => {
    const terminal = onTerminal('accounts', 'add', 'typed', service().url, '--keep', 'plain');
    await expect.poll(terminal.shown, asks).toMatch(/[Kk]ey.*: $/);
    terminal.type(`${key}\r`);
    expect(await terminal.ended).toBe(0);
    expect(terminal.shown()).not.toContain(key);
    expect((await rig().run(['accounts', 'test', 'typed'])).status).toBe(0);
  });
});
