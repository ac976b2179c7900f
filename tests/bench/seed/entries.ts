import { practiceAccountId } from '../../../shared/account.ts';
import type { StoredAccount } from '../../../electron/core/accounts/account-store.ts';
import { neverQueued, noFacts, saidNothing, type ServiceSaid, type Task, type TaskState } from '../../../shared/task.ts';
import { createPromptWriter } from './prompts.ts';
import type { Random } from './random.ts';

/** Tasks of a library as it grows over the years; their pictures are the caller's. */

export const seededAccounts: readonly StoredAccount[] = [
  { id: practiceAccountId, kind: 'practice', name: 'Practice', baseUrl: 'http://127.0.0.1', createdAt: 1_500_000_000_000 },
  { id: '5eed0000-0000-4000-8000-000000000002', kind: 'service', name: 'Studio', baseUrl: 'https://studio.example', createdAt: 1_500_000_000_000 },
  { id: '5eed0000-0000-4000-8000-000000000003', kind: 'service', name: 'Second service', baseUrl: 'https://pictures.example/api', createdAt: 1_500_000_000_000 },
];

const accounts: readonly (readonly [string, number])[] = seededAccounts.map(({ id }, index) => [id, [8, 62, 30][index] ?? 0]);
const models: readonly (readonly [string, number])[] = [
  ['painter-2', 34],
  ['flux-dev', 22],
  ['sdxl-1.0', 14],
  ['gpt-image-1', 11],
  ['seedream-3', 8],
  ['painter-1', 6],
  ['imagen-4-fast', 4],
  ['experimental/line-art', 1],
];
/** What is asked for, and a small picture of that shape. */
export const sizes: readonly (readonly [{ readonly size: string; readonly width: number; readonly height: number }, number])[] = [
  [{ size: '1024x1024', width: 192, height: 192 }, 50],
  [{ size: '1536x1024', width: 216, height: 144 }, 18],
  [{ size: '1024x1536', width: 144, height: 216 }, 17],
  [{ size: '16:9', width: 256, height: 144 }, 8],
  [{ size: '2048x2048', width: 224, height: 224 }, 4],
  [{ size: '2048x512', width: 320, height: 80 }, 1],
  [{ size: 'auto', width: 200, height: 160 }, 2],
];
const qualities: readonly (readonly [string, number])[] = [['low', 40], ['high', 35], ['medium', 20], ['hd', 5]];

const rejections: readonly ServiceSaid[] = [
  { httpStatus: 402, code: 'insufficient_credits', message: 'You have 0 credits left. Top up to go on.' },
  { httpStatus: 400, code: 'content_policy', message: 'This prompt was refused by the safety system.' },
  { httpStatus: 400, code: 'invalid_size', message: 'size: not one of 1024x1024, 1536x1024, 1024x1536.' },
  { httpStatus: 429, code: 'rate_limited', message: 'Too many requests. Try again in 20 seconds.' },
];
const failures: readonly ServiceSaid[] = [
  { httpStatus: 200, code: 'generation_failed', message: 'The picture could not be made. You were not charged.' },
  { httpStatus: 200, code: 'content_policy', message: 'The result was withheld by the safety system.' },
  { httpStatus: 200, code: 'timeout', message: 'Generation took too long.' },
];

const idLetters = '0123456789abcdefghijkmnpqrstuvwxyz';

export interface TaskWriter {
  /** A task made at `createdAt` that brought so many pictures; 0: it ended otherwise. `dismissed`: its tile was put away. */
  task(createdAt: number, pictures: number, dismissed: boolean): Task;
}

export function createTaskWriter(random: Random): TaskWriter {
  const prompt = createPromptWriter(random);
  const remoteId = (): string => {
    let id = 'task_';
    for (let at = 0; at < 22; at += 1) id += idLetters.charAt(random.below(idLetters.length));
    return id;
  };
  const end = (): TaskState => {
    const kind = random.next();
    if (kind < 0.55) return { status: 'failed', remoteId: remoteId(), said: random.pickByRank(failures) };
    if (kind < 0.85) return { status: 'rejected', said: random.pickByRank(rejections) };
    if (kind < 0.95) return { status: 'unknown', reason: random.pick(['no-answer-in-time', 'connection-lost', 'server-error']), said: saidNothing };
    return { status: 'withdrawn' };
  };
  return {
    task(createdAt, pictures, dismissed) {
      const state: TaskState = pictures > 0 ? { status: 'completed', remoteId: remoteId(), imageCount: pictures } : end();
      const sent = state.status === 'withdrawn' ? null : createdAt + 30 + random.below(300);
      const accepted = sent === null || !('remoteId' in state) ? null : sent + 200 + random.below(1_500);
      const took = accepted === null ? 500 + random.below(3_000) : 4_000 + random.below(30_000) + (random.chance(0.03) ? random.below(400_000) : 0);
      const endedAt = (accepted ?? sent ?? createdAt) + took;
      const polls = accepted === null ? 0 : Math.max(1, Math.round(took / 3_010));
      return {
        id: random.uuid(),
        accountId: random.weighted(accounts),
        request: { model: random.weighted(models), prompt: prompt(), size: random.weighted(sizes).size, quality: random.weighted(qualities) },
        retryOf: null,
        adopted: accepted !== null && random.chance(0.002),
        imported: null,
        ...neverQueued,
        place: createdAt,
        createdAt,
        submittedAt: sent,
        acceptedAt: accepted,
        endedAt,
        dismissedAt: dismissed && pictures === 0 ? endedAt + 60_000 : null,
        state,
        polls,
        lastPollAt: polls > 0 ? endedAt : null,
        trouble: null,
        facts: pictures > 0 && random.chance(0.4) ? { ...noFacts, statusWord: 'completed', progress: 100, credits: String(pictures * (1 + random.below(8))) } : noFacts,
      };
    },
  };
}
