import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { otherSpellings, practiceWords } from '../../../electron/practice/bracket-words.ts';

const entry = path.join(import.meta.dirname, '../../../electron/practice/standalone.ts');

let child: ChildProcess | null = null;
afterEach(() => {
  child?.kill('SIGKILL');
});

/** Starts it; the text grows as it prints. */
function start(args: readonly string[]): { readonly child: ChildProcess; readonly text: () => string } {
  let text = '';
  const started = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child = started;
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return { child: started, text: () => text };
}

test('prints address, key, words, an example and each request; serves; stops at a signal', async () => {
  const running = start(['--key', 'my-key']);
  await expect.poll(running.text, { timeout: 10_000 }).toContain('Ctrl-C');
  const url = /Address\s+(\S+)/.exec(running.text())?.[1] ?? '';
  expect(running.text()).toMatch(/Key\s+my-key/);
  for (const word of [...Object.keys(practiceWords), ...Object.keys(otherSpellings)]) expect(running.text()).toContain(`[${word}]`);
  expect(running.text()).toContain(`curl -s ${url}/v1/images/generations`);

  const response = await fetch(`${url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer my-key', 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a fox' }),
  });
  expect(response.status).toBe(200);
  const { id } = (await response.json()) as { id: string };
  await expect.poll(running.text).toContain(`accepted ${id}`);
  expect(running.text()).toContain('POST /v1/images/generations');

  running.child.kill('SIGTERM');
  expect(await once(running.child, 'exit')).toEqual([0, null]);
});

test('answers with the files of a folder', async () => {
  const running = start(['--key', 'my-key', '--answers', path.join(import.meta.dirname, '../../fixtures/answers')]);
  await expect.poll(running.text, { timeout: 10_000 }).toContain('Ctrl-C');
  expect(running.text()).toContain('[answer NAME]');
  const url = /Address\s+(\S+)/.exec(running.text())?.[1] ?? '';
  const headers = { authorization: 'Bearer my-key', 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/images/generations`, { method: 'POST', headers, body: JSON.stringify({ prompt: 'a fox [answer submit-busy-429]' }) });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
});

test.each([
  [['--answers', '/nowhere'], 'ENOENT'],
  [['--port', 'many'], '--port needs a number'],
  [['--colour'], "Unknown option '--colour'"],
  [['--data', '/'], 'EISDIR'],
])('%j ends with a sentence, not with a stack', async (args, sentence) => {
  const running = start(args);
  expect(await once(running.child, 'close')).toEqual([1, null]);
  expect(running.text()).toContain(sentence);
  expect(running.text()).not.toMatch(/\n\s+at /);
});
