import type { Album } from '../../../shared/library/albums.ts';
import { randomUUID } from 'node:crypto';
import type { ImageSource } from '../../../electron/core/engine/task-store.ts';
import type { StoredAnswer } from '../../../electron/core/service/stored-answer.ts';
import { imageTypes, neverQueued, noFacts, saidNothing, unknownReasons, type ImageFile, type ImageRefusal, type ImageState, type Task, type TaskState } from '../../../shared/task.ts';
import { allOf, queueReasons } from '../../support/all-of.ts';
import { testAccount } from '../../support/open-test-database.ts';

export const start = 1_757_000_000_000;

export function makeTask(changes: Partial<Task> = {}): Task {
  return {
    id: randomUUID(),
    accountId: testAccount.id,
    request: { model: 'painter-1', prompt: 'a red fox in the snow', size: '1024x1024', quality: 'low' },
    retryOf: null,
    adopted: false,
    imported: null,
    ...neverQueued,
    createdAt: start,
    submittedAt: null,
    acceptedAt: null,
    endedAt: null,
    dismissedAt: null,
    state: { status: 'queued', waitingFor: 'turn' },
    polls: 0,
    lastPollAt: null,
    trouble: null,
    facts: noFacts,
    ...changes,
  };
}

const said = { httpStatus: 402, code: 'insufficient_credits', message: 'You have 0 credits left. 余额不足' };
const remoteId = 'task_01JZ…/../%2f ünï 😀';

/** Every shape that a task's state can have. */
export const taskStates: readonly TaskState[] = [
  ...queueReasons.map((waitingFor) => ({ status: 'queued', waitingFor }) as const),
  { status: 'queued', waitingFor: 'held', otherSaid: said },
  { status: 'submitting' },
  ...unknownReasons.flatMap((reason) => [said, saidNothing].map((words) => ({ status: 'unknown', reason, said: words }) as const)),
  { status: 'rejected', said },
  { status: 'rejected', said: saidNothing },
  { status: 'withdrawn' },
  { status: 'processing', remoteId, misses: 0 },
  { status: 'processing', remoteId, misses: 2 },
  { status: 'paused', remoteId, by: 'watch-limit' },
  { status: 'paused', remoteId, by: 'user' },
  { status: 'missing', remoteId, said },
  { status: 'completed', remoteId, imageCount: 0 },
  { status: 'completed', remoteId, imageCount: 3 },
  { status: 'failed', remoteId, said },
  { status: 'failed', remoteId, said: { httpStatus: 200, code: null, message: '' } },
];

export function makeFile(changes: Partial<ImageFile> = {}): ImageFile {
  return {
    path: '2025/09/2025-09-04 a red fox in the snow.png',
    type: 'png',
    width: 1024,
    height: 768,
    bytes: 1_234_567,
    sha256: 'ab'.repeat(32),
    savedAt: start + 10_000,
    ...changes,
  };
}

/** Every shape that an image's state can have. */
export const imageStates: readonly ImageState[] = [
  { status: 'waiting', attempts: 0, trouble: null },
  { status: 'waiting', attempts: 3, trouble: 'ECONNRESET' },
  ...imageTypes.map((type) => ({ status: 'kept', file: makeFile({ type }) }) as const),
  { status: 'expired' },
  { status: 'removed', at: start + 20_000 },
  ...allOf<ImageRefusal>({ 'not-a-picture': true, 'too-large': true, 'address-not-allowed': true, damaged: true }).map((why) => ({ status: 'refused', why, detail: 'text/html' }) as const),
];

export function makeAnswer(changes: Partial<StoredAnswer> = {}): StoredAnswer {
  return { at: start + 5000, httpStatus: 200, body: '{"id":"task_1","status":"completed"}', truncated: false, ...changes };
}

export function makeSources(count: number): readonly ImageSource[] {
  return Array.from({ length: count }, (_, index) => ({ kind: 'url', url: `https://pictures.example/${index}.png?sig=1` }));
}

export function makeAlbum(number: number, part: Partial<Album> = {}): Album {
  return { id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, name: `Album ${number}`, place: number, pinned: false, takesNew: false, createdAt: start, ...part };
}
