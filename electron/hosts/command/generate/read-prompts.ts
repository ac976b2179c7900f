import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { largestList, readListPieces, type ReadList } from '../../../../shared/lists/list-pieces.ts';
import { mostListRows } from '../../../../shared/lists/list-row.ts';
import { createTextReader, NotText } from '../../../../shared/texts/text-reader.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import { UsageFault } from '../usage-fault.ts';

/** The name of stdin, where a file is asked for. */
export const fromStdin = '-';

/** The prompts of the arguments. `-` stands for those of stdin, one on each line. */
export async function readPrompts(say: CommandWords, given: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const prompts: string[] = [];
  for (const prompt of given) {
    if (prompt !== fromStdin) prompts.push(prompt);
    else prompts.push(...(await readPieces(say, process.stdin, null, { kind: 'text' }, signal)).rows.map(({ cells: [text = ''] }) => text));
  }
  return prompts;
}

/** A list of prompts, as the window reads it. Throws UsageFault if it cannot be read, or is too long. */
export async function readListFile(say: CommandWords, file: string, signal: AbortSignal): Promise<ReadList> {
  const name = file === fromStdin ? null : path.basename(file);
  if (name !== null) {
    const found = await stat(file).catch(() => null);
    if (found === null) throw new UsageFault(say('list.unread.file', { name }));
    if (found.size > largestList) throw new UsageFault(say('list.unread.too-large', { name, named: 'yes', most: '100 MB' }));
  }
  const list = await readPieces(say, name === null ? process.stdin : createReadStream(file), name, null, signal);
  if (list.more) throw new UsageFault(say('list.more', { most: mostListRows }));
  return list;
}

async function readPieces(say: CommandWords, stream: AsyncIterable<Uint8Array | string>, name: string | null, format: ReadList['format'] | null, signal: AbortSignal): Promise<ReadList> {
  const shown = name ?? 'stdin';
  try {
    const read = await readListPieces(textOf(stream), name, format, signal);
    if (read === null) throw new UsageFault(say('command.nothing-sent'));
    if (read === 'no-rows') throw new UsageFault(say('list.unread.no-rows', { name: shown, named: 'yes' }));
    return read;
  } catch (error) {
    if (error instanceof UsageFault) throw error;
    if (!(error instanceof NotText)) throw new UsageFault(say('list.unread.file', { name: shown }));
    throw new UsageFault(error.fault === 'not-unicode' ? say('command.list.not-unicode', { name: shown }) : say(`list.unread.${error.fault}`, { name: shown, named: 'yes' }));
  }
}

/** Throws NotText for bytes that are no text. */
async function* textOf(stream: AsyncIterable<Uint8Array | string>): AsyncIterable<string> {
  const reader = createTextReader();
  for await (const bytes of stream) yield reader.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  yield reader.end();
}
