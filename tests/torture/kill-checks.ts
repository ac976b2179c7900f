import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteIdOf, type TaskId, type TaskWithImages } from '../../shared/task.ts';
import type { ServedPrompt, TaskScript } from '../support/scripted-service-script.ts';
import type { Inventory, Witnessed } from './engine-messages.ts';
import type { Tally } from './tally.ts';

/** One submission of a round, on all three sides. */
export interface Tried {
  readonly id: TaskId;
  readonly script: TaskScript;
  readonly served: ServedPrompt;
}

export interface Evidence {
  /** Names the round in findings. */
  readonly round: string;
  readonly folder: string;
  readonly tried: readonly Tried[];
  readonly inventory: Inventory;
  /** Ids of tasks that did not come to rest. */
  readonly open: readonly TaskId[];
}

/** Holds what the service counted, what the dead processes noted and what the history shows against each other. */
export async function checkRound(evidence: Evidence, tally: Tally): Promise<void> {
  const { round, folder, tried, inventory, open } = evidence;
  const entries = new Map(inventory.tasks.map((entry) => [entry.task.id, entry]));
  const seen = await witnessed(folder);
  for (const id of open) tally.fail('unsettled', `${round} ${id} ${JSON.stringify(entries.get(id))}`);
  for (const { id, script, served } of tried) {
    const entry = entries.get(id);
    tally.add('tasks');
    tally.add('posts', served.posts);
    if (served.posts > 1) tally.fail('duplicatePosts', `${round} ${served.posts} for ${id}`);
    if (served.ids.length > 0 && !isShown(entry, served.ids, inventory)) tally.fail('hiddenTasks', `${round} ${served.ids.join()} as ${stateOf(entry)}`);
    await checkPictures(evidence, entry, script, tally);
  }
  for (const note of seen) await checkNote(note, evidence, entries, tally);
  for (const part of await partsBelow(path.join(folder, 'library'))) tally.fail('strayParts', `${round} ${part}`);
}

/** With the id that the service gave, or as unknown and at the head. */
function isShown(entry: TaskWithImages | undefined, ids: readonly string[], { atHead }: Inventory): boolean {
  if (entry === undefined) return false;
  const remoteId = remoteIdOf(entry.task);
  if (remoteId !== null) return ids.includes(remoteId);
  return entry.task.state.status === 'unknown' && atHead.includes(entry.task.id);
}

async function checkPictures({ round, folder }: Evidence, entry: TaskWithImages | undefined, script: TaskScript, tally: Tally): Promise<void> {
  if (entry?.task.state.status !== 'completed') return;
  const wanted = script.images ?? [];
  if (entry.images.length !== wanted.length) tally.fail('picturesLost', `${round} ${entry.images.length} of ${wanted.length} named`);
  for (const { index, state } of entry.images) {
    if (state.status !== 'kept') {
      tally.fail('picturesLost', `${round} picture ${index} is ${JSON.stringify(state)}`);
      continue;
    }
    tally.add('picturesKept');
    const onDisk = await sha256Of(path.join(folder, 'library', state.file.path));
    const served = createHash('sha256').update(Buffer.from(wanted[index]?.base64 ?? '', 'base64')).digest('hex');
    if (onDisk !== state.file.sha256 || onDisk !== served) tally.fail('rowsWithoutRightFile', `${round} ${state.file.path} is ${onDisk}`);
  }
}

async function checkNote(note: Witnessed, { round }: Evidence, entries: ReadonlyMap<TaskId, TaskWithImages>, tally: Tally): Promise<void> {
  if (note.saw === 'unhandled') return tally.fail('unhandledRejections', `${round} ${note.error}`);
  const entry = entries.get(note.taskId);
  if (note.saw === 'id') {
    tally.add('idsCommitted');
    if (entry === undefined || remoteIdOf(entry.task) !== note.remoteId) tally.fail('lostIds', `${round} ${note.remoteId} is ${stateOf(entry)}`);
    return;
  }
  const kept = entry?.images.some(({ state }) => state.status === 'kept' && state.file.path === note.path && state.file.sha256 === note.sha256);
  if (kept !== true) tally.fail('rowsWithoutRightFile', `${round} the row of ${note.path} is gone`);
}

async function witnessed(folder: string): Promise<readonly Witnessed[]> {
  const text = await readFile(path.join(folder, 'witness.jsonl'), 'utf8').catch(() => '');
  const notes = new Set(text.split('\n').filter((line) => line !== ''));
  return [...notes].map((line) => JSON.parse(line) as Witnessed);
}

async function partsBelow(library: string): Promise<readonly string[]> {
  const entries = await readdir(library, { recursive: true });
  return entries.filter((entry) => entry.endsWith('.part'));
}

function sha256Of(file: string): Promise<string | null> {
  return readFile(file).then(
    (bytes) => createHash('sha256').update(bytes).digest('hex'),
    () => null,
  );
}

function stateOf(entry: TaskWithImages | undefined): string {
  return entry === undefined ? 'absent' : JSON.stringify(entry.task.state);
}
