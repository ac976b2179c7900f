import type { Image, ImageState, Task, TaskState, TaskWithImages } from '../../../shared/task.ts';
import { neverQueued, noFacts } from '../../../shared/task.ts';

let serial = 0;

export function sampleTask(state: TaskState, more: Partial<Task> = {}): Task {
  serial += 1;
  return {
    id: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    accountId: '11111111-1111-4111-8111-111111111111',
    request: { model: 'm', prompt: `prompt ${serial}`, size: '1024x1024', quality: 'low' },
    retryOf: null,
    adopted: false,
    imported: null,
    ...neverQueued,
    createdAt: 1_700_000_000_000 + serial,
    submittedAt: null,
    acceptedAt: null,
    endedAt: null,
    dismissedAt: null,
    state,
    polls: 0,
    lastPollAt: null,
    trouble: null,
    facts: noFacts,
    ...more,
  };
}

export const processing: TaskState = { status: 'processing', remoteId: 'r', misses: 0 };
export const completed = (imageCount: number): TaskState => ({ status: 'completed', remoteId: 'r', imageCount });
export const said = { httpStatus: null, code: null, message: null };
export const waiting: ImageState = { status: 'waiting', attempts: 0, trouble: null };

export function keptImage(id: number, taskId: string, index = 0): Image {
  const file = { path: `${id}.png`, type: 'png', width: 1536, height: 1024, bytes: 9, sha256: 'ab', savedAt: 1_700_000_000_000 } as const;
  return { id, taskId, index, state: { status: 'kept', file } };
}

export const withImages = (task: Task, ...images: Image[]): TaskWithImages => ({ task, images });
