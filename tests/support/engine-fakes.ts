import type { Accounts } from '../../electron/core/accounts/accounts.ts';
import type { DownloadOutcome, DownloadRequest, ImageDownloads } from '../../electron/core/engine/downloads/download-outcome.ts';
import type { CertainOutcome, Credentials, LongField, QueryOutcome, ServiceClient, Submission, SubmitOutcome } from '../../electron/core/service/outcomes.ts';
import type { AnsweredImage } from '../../electron/core/service/answers/answered-image.ts';
import type { Clock } from '../../electron/core/util/clock.ts';
import type { StoredAnswer } from '../../electron/core/service/stored-answer.ts';
import type { ServiceTask } from '../../shared/service-task.ts';
import type { AccountTest } from '../../shared/account.ts';
import { noFacts, saidNothing, type AccountId, type GenerationRequest, type ImageFile } from '../../shared/task.ts';

export type Accepted = Extract<SubmitOutcome, { kind: 'accepted' }>;

const answer: StoredAnswer = { at: 1_757_000_000_000, httpStatus: 200, body: '{"said":"so"}', truncated: false };
const said = { httpStatus: 400, code: 'no', message: 'No.' };

export const accepted = (remoteId: string): Accepted => ({ kind: 'accepted', remoteId, moreIds: [], images: [], listed: 0, facts: noFacts, answer });
export const notSent: SubmitOutcome = { kind: 'not-sent', code: 'ENOTFOUND' };
export const rejected = (keyRefused = false): SubmitOutcome => ({ kind: 'rejected', keyRefused, said: keyRefused ? { ...said, httpStatus: 401 } : said, answer });
export const unknown: SubmitOutcome = { kind: 'unknown', reason: 'no-answer-in-time', said: saidNothing, answer: null };

export const processing: QueryOutcome = { kind: 'processing', facts: { ...noFacts, statusWord: 'processing' }, answer };
export const failed: QueryOutcome = { kind: 'failed', said, facts: noFacts, answer };
export const notFound: QueryOutcome = { kind: 'not-found', said, answer };
export const keyRefused: QueryOutcome = { kind: 'key-refused', said, answer };
export const completed = (...images: readonly (string | AnsweredImage)[]): QueryOutcome => ({
  kind: 'completed',
  images: images.map((image) => (typeof image === 'string' ? { kind: 'url', url: image } : image)),
  listed: images.length,
  facts: noFacts,
  answer,
});
/** A test's result that refuses the key. */
export const testRefused: AccountTest = { outcome: 'key-refused', httpStatus: 401 };
export const busy = (retryAfterMs: number | null = null): SubmitOutcome => ({ kind: 'busy', said: { ...said, httpStatus: 429 }, retryAfterMs, answer });
export const delivered = (...images: readonly AnsweredImage[]): Extract<SubmitOutcome, { kind: 'delivered' }> => ({ kind: 'delivered', images, listed: images.length, facts: noFacts, answer });
export const trouble = (retryAfterMs: number | null = null): QueryOutcome => ({
  kind: 'trouble',
  trouble: retryAfterMs === null ? 'server-error' : 'rate-limited',
  said,
  retryAfterMs,
  answer: null,
});

interface Post {
  readonly request: GenerationRequest;
  readonly references: LongField | null;
  readonly idempotencyKey: string | null;
  readonly key: string;
  readonly at: number;
  readonly settle: (outcome: SubmitOutcome) => void;
  readonly settleLate: (late: CertainOutcome | null) => void;
}

interface Query {
  readonly remoteId: string;
  readonly key: string;
  readonly at: number;
}

export interface FakeClient extends ServiceClient {
  readonly posts: Post[];
  readonly queries: Query[];
  /** Answers the POST at once; null if the test answers it by `posts`. */
  onPost: (count: number, request: GenerationRequest, idempotencyKey: string | null) => SubmitOutcome | null;
  onQuery: (remoteId: string, count: number) => QueryOutcome;
  onList: () => readonly ServiceTask[] | null;
  /** The result of a test of a key. */
  onTest: (key: string) => AccountTest;
  tests: number;
  /** Milliseconds of the fake clock before a query is answered. */
  queryTakes: number;
  mostQueries: number;
  mostPosts: number;
  /** Queries of one id that overlapped. */
  overlaps: number;
}

/** A service client that answers as the test says, and counts. */
export function createFakeClient(clock: () => Clock): FakeClient {
  const open = new Map<string, number>();
  let queriesUnderWay = 0;
  let postsUnderWay = 0;
  const service: FakeClient = {
    posts: [],
    queries: [],
    onPost: (count) => accepted(`remote-${count}`),
    onQuery: () => processing,
    onList: () => null,
    onTest: () => ({ outcome: 'accepted' }),
    tests: 0,
    queryTakes: 0,
    mostQueries: 0,
    mostPosts: 0,
    overlaps: 0,
    submit({ key }, request, references = null, idempotencyKey = null) {
      let settle: Post['settle'] = () => undefined;
      let settleLate: Post['settleLate'] = () => undefined;
      const outcome = new Promise<SubmitOutcome>((resolve) => {
        settle = resolve;
      });
      const late = new Promise<CertainOutcome | null>((resolve) => {
        settleLate = resolve;
      });
      service.posts.push({ request, references, idempotencyKey, key, at: clock().monotonic(), settle, settleLate });
      postsUnderWay += 1;
      service.mostPosts = Math.max(service.mostPosts, postsUnderWay);
      const decided = service.onPost(service.posts.length, request, idempotencyKey);
      if (decided) settle(decided);
      const submission: Submission = {
        outcome: outcome.finally(() => {
          postsUnderWay -= 1;
        }),
        late,
      };
      return submission;
    },
    async query({ key }, remoteId) {
      service.queries.push({ remoteId, key, at: clock().monotonic() });
      const before = open.get(remoteId) ?? 0;
      if (before > 0) service.overlaps += 1;
      open.set(remoteId, before + 1);
      queriesUnderWay += 1;
      service.mostQueries = Math.max(service.mostQueries, queriesUnderWay);
      const outcome = service.onQuery(remoteId, service.queries.filter((query) => query.remoteId === remoteId).length);
      if (service.queryTakes > 0) {
        await new Promise<void>((resolve) => {
          clock().after(service.queryTakes, resolve);
        });
      }
      queriesUnderWay -= 1;
      open.set(remoteId, (open.get(remoteId) ?? 1) - 1);
      return outcome;
    },
    list: () => Promise.resolve(service.onList()),
    test({ key }) {
      service.tests += 1;
      return Promise.resolve(service.onTest(key));
    },
  };
  return service;
}

export interface FakeDownloads extends ImageDownloads {
  readonly requests: DownloadRequest[];
  onDownload: (request: DownloadRequest, count: number) => DownloadOutcome | Promise<DownloadOutcome>;
  mostAtOnce: number;
}

export function createFakeDownloads(): FakeDownloads {
  let underWay = 0;
  const downloads: FakeDownloads = {
    requests: [],
    onDownload: (request) => kept(request),
    mostAtOnce: 0,
    async download(request) {
      downloads.requests.push(request);
      underWay += 1;
      downloads.mostAtOnce = Math.max(downloads.mostAtOnce, underWay);
      const outcome = await downloads.onDownload(request, downloads.requests.length);
      underWay -= 1;
      if (outcome.kind === 'kept') request.placed?.(outcome.file);
      return outcome;
    },
  };
  return downloads;
}

export function kept(request: DownloadRequest): DownloadOutcome {
  const file: ImageFile = {
    path: `${request.taskId}-${request.index}.png`,
    type: 'png',
    width: 64,
    height: 64,
    bytes: 1_234,
    sha256: 'ab'.repeat(32),
    savedAt: 1_757_000_000_000,
  };
  return { kind: 'kept', file };
}

export interface FakeAccounts extends Accounts {
  key: string | null;
  readonly refused: string[];
  /** Accounts with which nothing is sent until the person says so. */
  readonly stopped: Set<AccountId>;
}

/** One account whose key a test may remove, have refused, and replace. */
export function createFakeAccounts(): FakeAccounts {
  const accounts: FakeAccounts = {
    key: 'key-1',
    refused: [],
    stopped: new Set(),
    credentials(): Promise<Credentials | null> {
      const { key } = accounts;
      return Promise.resolve(key === null || accounts.refused.includes(key) ? null : { baseUrl: 'https://service.test', key });
    },
    keyRefused(_accountId: AccountId, key) {
      accounts.refused.push(key);
      return Promise.resolve();
    },
    isSendingStopped: (accountId) => accounts.stopped.has(accountId),
    stopSending(accountId) {
      accounts.stopped.add(accountId);
      return Promise.resolve();
    },
  };
  return accounts;
}
