import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImageFile } from '../../../shared/task.ts';
import { formatLine, formatRemoval, parseLine, parseRemoval, type JournalLine, type KeptPicture, type RemovedPicture } from './journal-line.ts';
import { syncFolder } from '../util/sync-folder.ts';
import { ensureFolders } from './files/library-files.ts';
import { codeOf } from '../util/system-errors.ts';
import { createSequencer } from '../util/sequencer.ts';

/**
 * The journal in the library folder: one file a month, one line a picture, with the request behind it. The pictures themselves are never changed.
 * The history can be rebuilt from the folder alone. Each worker of a queue (docs/workers.md) has a file a month of its own, so that workers need no turns.
 */
export const journalFolder = '.latent';
export const journalName = /^\d{4}-\d{2}(-[0-9a-f]{12})?\.jsonl$/;
/** Of a worker's journal. No app and no other worker writes to it. */
export const workerJournalName = /^\d{4}-\d{2}-[0-9a-f]{12}\.jsonl$/;
const newline = 0x0a;

export interface LibraryJournal {
  /** Resolves when the line is on the disk. Rejects with the system's error. A torn line does not damage a later one. */
  record(root: string, picture: KeptPicture): Promise<void>;
  /** The same for many. A later line of a picture replaces the earlier one, for instance after its file has moved. */
  recordAll(root: string, pictures: readonly KeptPicture[]): Promise<void>;
  /** Records that these pictures are about to be removed for good, so that a rebuilt history does not contain them. */
  recordRemoved(root: string, pictures: readonly RemovedPicture[]): Promise<void>;
}

/** `writer`: twelve hex digits, of a worker. */
export function createLibraryJournal(writer: string | null = null): LibraryJournal {
  const sequencer = createSequencer();
  const write = async (root: string, lines: readonly { readonly at: number; readonly text: string }[]): Promise<void> => {
    const months = new Map<string, string>();
    for (const { at, text } of lines) months.set(monthOf(at), `${months.get(monthOf(at)) ?? ''}${text}\n`);
    for (const [month, texts] of months) await sequencer.run(root, () => append(root, writer === null ? month : `${month}-${writer}`, texts));
  };
  const recordAll: LibraryJournal['recordAll'] = (root, pictures) => write(root, pictures.map((picture) => ({ at: picture.file.savedAt, text: formatLine(picture) })));
  return {
    record: (root, picture) => recordAll(root, [picture]),
    recordAll,
    recordRemoved: (root, pictures) => write(root, pictures.map((picture) => ({ at: picture.at, text: formatRemoval(picture) }))),
  };
}

async function append(root: string, name: string, lines: string): Promise<void> {
  const folder = await ensureFolders(root, [journalFolder]);
  const file = await open(path.join(folder, `${name}.jsonl`), 'a+');
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1, newline);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    await file.appendFile(last[0] === newline ? lines : `\n${lines}`);
    await file.sync();
  } finally {
    await file.close();
  }
  // Also if the file existed, because its creator may have been killed before this.
  await syncFolder(folder);
}

/** The size of each journal file, by name. Journal files only grow. */
export type JournalSizes = Readonly<Record<string, number>>;

/** All readable lines of pictures, the oldest month first. Empty if the root is missing. `from`: skips the bytes up to these sizes, and with Infinity the file. */
export function readJournal(root: string, from: JournalSizes = {}): AsyncGenerator<JournalLine> {
  return readLines(root, from, (text) => (text === '' ? null : parseLine(text)));
}

/** The same with all intact removals between them, for those who need both: the journal of a small library is read at every start. */
export function readEntries(root: string, from: JournalSizes = {}): AsyncGenerator<JournalLine | RemovedPicture> {
  return readLines(root, from, (text) => (text === '' ? null : (parseRemoval(text) ?? parseLine(text))));
}

/** All intact removals. */
export function readRemovals(root: string, from: JournalSizes = {}): AsyncGenerator<RemovedPicture> {
  return readLines(root, from, parseRemoval);
}

async function* readLines<T>(root: string, from: JournalSizes, parse: (text: string) => T | null): AsyncGenerator<T> {
  for (const file of await journalFiles(root)) {
    const start = from[path.basename(file)];
    if (start === Infinity) continue;
    for await (const text of linesOf(file, start)) {
      const line = parse(text);
      if (line !== null) yield line;
    }
  }
}

/** The lines of a file, including a last line without a line break. */
export async function* linesOf(file: string, start = 0): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', start }) as AsyncIterable<string>) {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** Finds the path in a line of `formatLine`, so that most lines need not be parsed. No path is longer; without an end, damage overflows the stack. */
const pathInLine = /^\{"latent":1,"savedAt":"[^"]*","file":\{"path":("(?:[^"\\]|\\.){0,40000}")/;

/** The paths of those files that an intact line names with their length, and that no line removes. A journal may be too long to read in main. */
export async function filesInJournal(root: string, files: readonly Pick<ImageFile, 'path' | 'bytes'>[]): Promise<ReadonlySet<string>> {
  const wanted = new Map(files.map((file) => [JSON.stringify(file.path), file.bytes]));
  const parse = (text: string): JournalLine | null => {
    const bytes = wanted.get(pathInLine.exec(text)?.[1] ?? '');
    const line = bytes === undefined ? null : parseLine(text);
    return line?.intact === true && line.file.bytes === bytes ? line : null;
  };
  /** By task and index. */
  const named = new Map<string, string>();
  for await (const { task, index, file } of readLines(root, {}, parse)) named.set(`${task.id} ${index}`, file.path);
  for await (const { taskId, index } of readRemovals(root)) named.delete(`${taskId} ${index}`);
  return new Set(named.values());
}

/** The sizes of a library's journal files. Empty without a journal. */
export async function journalSizes(root: string): Promise<JournalSizes> {
  const files = await journalFiles(root);
  return Object.fromEntries(await Promise.all(files.map(async (file) => [path.basename(file), (await stat(file)).size] as const)));
}

async function journalFiles(root: string): Promise<readonly string[]> {
  const folder = path.join(root, journalFolder);
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  });
  return names.filter((name) => journalName.test(name)).sort().map((name) => path.join(folder, name));
}

/** In UTC, so that a change of the time zone does not split a day. */
function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}
