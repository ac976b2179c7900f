import { readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { maxImages } from '../../electron/core/service/answers/answer-candidates.ts';
import { remoteIdOf, type TaskId, type TaskWithImages } from '../../shared/task.ts';
import { sha256 } from '../support/bytes.ts';
import type { ServedPrompt, TaskScript } from '../support/scripted-service-script.ts';
import type { Inventory, Witnessed } from './engine-messages.ts';
import type { Odd } from './chaos.ts';
import type { Tally } from './tally.ts';

/** One submission of a round: its tasks, which share a prompt, and what the service did with them. */
export interface Tried {
  readonly ids: readonly TaskId[];
  readonly script: TaskScript;
  readonly served: ServedPrompt;
  readonly odd?: Odd;
}

export interface Evidence {
  /** Names the round in findings. */
  readonly round: string;
  readonly folder: string;
  readonly tried: readonly Tried[];
  /** What the processes wrote down as it happened. */
  readonly seen: readonly Witnessed[];
  readonly inventory: Inventory;
  /** Tasks that did not come to rest. */
  readonly open: readonly TaskId[];
  /** Nothing cut off the POSTs, so that every id in a proper answer must be in the history. */
  readonly mustKnowIds: boolean;
  /** A process was killed, so that a POST may be of unknown outcome. */
  readonly wasKilled: boolean;
}

/** Compares what the service did with one submission with the history. */
export type CheckTried = (tried: Tried, evidence: Evidence, tally: Tally) => Promise<void>;

/** Compares what the service counted, what the processes witnessed and what the history shows. */
export async function checkRound(evidence: Evidence, tally: Tally, check: CheckTried = checkTried): Promise<void> {
  const { round, folder, tried, seen, inventory, open } = evidence;
  const entries = new Map(inventory.tasks.map((entry) => [entry.task.id, entry]));
  for (const id of open) tally.fail('unsettled', `${round} ${id} ${JSON.stringify(entries.get(id))}`);
  for (const each of tried) await check(each, evidence, tally);
  tally.add('thumbnailsKept', inventory.thumbnails);
  for (const id of inventory.wrongThumbnails) tally.fail('wrongThumbnails', `${round} picture ${id}`);
  for (const note of seen) await checkNote(note, evidence, entries, tally);
  for (const part of await partsBelow(path.join(folder, 'library'))) tally.fail('strayParts', `${round} ${part}`);
}

type Entries = ReadonlyMap<TaskId, TaskWithImages>;

const checkTried: CheckTried = async (tried, evidence, tally) => {
  const entries = evidence.inventory.tasks.filter(({ task }) => tried.ids.includes(task.id));
  checkPosts(tried, evidence, entries, tally);
  for (const entry of entries) await checkPictures(evidence, entry, tried.script, tally);
};

function checkPosts({ ids, script, served }: Tried, { round, inventory, mustKnowIds }: Evidence, found: readonly TaskWithImages[], tally: Tally): void {
  const states = found.map(stateOf).join();
  const unknown = found.filter(({ task }) => task.state.status === 'unknown' && inventory.atHead.includes(task.id));
  const unsent = found.filter(({ task }) => task.state.status === 'queued' || task.state.status === 'withdrawn');
  tally.add('tasks', ids.length);
  tally.add('posts', served.posts);
  if (served.posts > ids.length - unsent.length) tally.fail('duplicatePosts', `${round} ${served.posts} for ${states}`);
  const answers = script.submit ?? [null];
  if (answers.every((answer) => answer?.status === 402) && served.posts > 1 + unknown.length) tally.fail('heldPosts', `${round} ${served.posts} for ${states}`);

  // Each task that the service accepted has its id or is unknown and at the head.
  const remoteIds = found.flatMap(({ task }) => remoteIdOf(task) ?? []);
  const missing = served.ids.filter((id) => !remoteIds.includes(id));
  const invented = remoteIds.filter((id) => !served.ids.includes(id));
  if (missing.length > unknown.length || invented.length > 0) tally.fail('hiddenTasks', `${round} ${served.ids.join()} as ${states}`);
  const areProper = answers.every((answer) => (answer?.status ?? 200) === 200 && answer?.then === undefined);
  if (mustKnowIds && areProper && missing.length > 0) tally.fail('lostIds', `${round} ${served.ids.join()} is ${states} in spite of an orderly end`);
}

/** A completed task has every picture that the service delivered, byte for byte. */
export async function checkPictures({ round, folder }: Pick<Evidence, 'round' | 'folder'>, entry: TaskWithImages, script: TaskScript, tally: Tally): Promise<void> {
  if (entry.task.state.status !== 'completed') return;
  const wanted = script.images ?? [];
  // Pictures beside an unknown status word have later positions, which follow from their names. They are delivered again in the known fields.
  const named = entry.images.filter(({ index }) => index < maxImages);
  if (named.length !== wanted.length) tally.fail('picturesLost', `${round} ${named.length} of ${wanted.length} named`);
  for (const { index, state } of entry.images) {
    if (state.status !== 'kept') {
      if (index < maxImages) tally.fail('picturesLost', `${round} picture ${index} is ${JSON.stringify(state)}`);
      continue;
    }
    tally.add('picturesKept');
    const onDisk = await sha256Of(path.join(folder, 'library', state.file.path));
    const mayBe = index < maxImages ? wanted.slice(index, index + 1) : wanted;
    const wasServed = mayBe.some(({ base64 }) => sha256(Buffer.from(base64, 'base64')) === onDisk);
    if (onDisk !== state.file.sha256 || !wasServed) tally.fail('rowsWithoutRightFile', `${round} ${state.file.path} is ${onDisk}`);
  }
}

async function checkNote(note: Witnessed, { round }: Evidence, entries: Entries, tally: Tally): Promise<void> {
  if (note.saw === 'unhandled') return tally.fail('unhandledRejections', `${round} ${note.error}`);
  if (note.saw === 'signal-during-post') return tally.add('signalsDuringPosts');
  if (note.saw === 'key-refused') return tally.fail('keysRefused', round);
  const entry = entries.get(note.taskId);
  if (note.saw === 'id') {
    tally.add('idsCommitted');
    if (entry === undefined || remoteIdOf(entry.task) !== note.remoteId) tally.fail('lostIds', `${round} ${note.remoteId} is ${stateOf(entry)}`);
    return;
  }
  if (note.saw === 'delivered') {
    tally.add('deliveriesCommitted');
    if (entry?.task.state.status !== 'completed' || entry.images.length < note.pictures) tally.fail('picturesLost', `${round} ${note.pictures} pictures of a POST are ${stateOf(entry)}`);
    return;
  }
  const kept = entry?.images.some(({ state }) => state.status === 'kept' && state.file.path === note.path && state.file.sha256 === note.sha256);
  if (kept !== true) tally.fail('rowsWithoutRightFile', `${round} the row of ${note.path} is gone`);
}

/** What the processes wrote down since the last time. */
export async function takeWitnessed(folder: string): Promise<readonly Witnessed[]> {
  const taken = path.join(folder, 'witness-taken.jsonl');
  const text = await rename(path.join(folder, 'witness.jsonl'), taken).then(
    () => readFile(taken, 'utf8'),
    () => '',
  );
  const notes = new Set(text.split('\n').filter((line) => line !== ''));
  return [...notes].map((line) => JSON.parse(line) as Witnessed);
}

async function partsBelow(library: string): Promise<readonly string[]> {
  const entries = await readdir(library, { recursive: true });
  return entries.filter((entry) => entry.endsWith('.part'));
}

function sha256Of(file: string): Promise<string | null> {
  return readFile(file).then(
    (bytes) => sha256(bytes),
    () => null,
  );
}

export function stateOf(entry: TaskWithImages | undefined): string {
  return entry === undefined ? 'absent' : JSON.stringify(entry.task.state);
}
