import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Whether a person can be asked. */
export const isPersonThere = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Asks on stderr for a line. Null: the person ended the input, or the signal is aborted. `isSecret`: what is typed is not shown. */
export async function askLine(question: string, signal: AbortSignal, isSecret = false): Promise<string | null> {
  if (signal.aborted) return null;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true, historySize: 0, prompt: question });
  // The terminal is in raw mode now. Before that, it would keep an end of the input (Ctrl+D) to itself, and show a secret.
  if (isSecret) process.stderr.write(question);
  else lines.prompt();
  const ends = new AbortController();
  const stop = (): void => lines.close();
  signal.addEventListener('abort', stop, { once: true });
  // A terminal that is read in raw mode sends no signal.
  lines.once('SIGINT', stop);
  try {
    const line = once(lines, 'line', { signal: ends.signal }).then(([text]) => String(text));
    const closed = once(lines, 'close', { signal: ends.signal }).then(() => null);
    return await Promise.race([line, closed]);
  } finally {
    ends.abort();
    signal.removeEventListener('abort', stop);
    lines.close();
    if (isSecret) process.stderr.write('\n');
  }
}

/** The first line of stdin, which is no terminal. */
export async function readFirstLine(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const piece of process.stdin) {
    text += String(piece);
    if (text.includes('\n') || text.length > 100_000) break;
  }
  return text.split('\n')[0]?.replace(/\r$/, '') ?? '';
}

export const isYes = (answer: string | null): boolean => /^y(es)?$/i.test(answer?.trim() ?? '');
