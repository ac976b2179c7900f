import type { Account } from '../account.ts';
import type { BatchProgress, BatchWithProgress } from '../batch.ts';
import type { Change, Snapshot } from '../ipc/api.ts';
import type { NewsPlace } from '../links/open-request.ts';
import type { AccountId, BatchId, ImageId, TaskId, TaskWithImages } from '../task.ts';
import { createTaskEnds, type TaskEnd } from './task-ends.ts';

/** What a person who does something else wants to hear of. */
export type News =
  /** Tasks without a batch. Those that end at about the same time are told together. */
  | { readonly kind: 'tasks'; readonly made: number; readonly failed: number; readonly undecided: number; readonly pictures: readonly ImageId[]; readonly prompt: string | null }
  /** `picture`: the latest that arrived. */
  | { readonly kind: 'batch'; readonly name: string; readonly progress: BatchProgress; readonly picture: ImageId | null }
  /** The service refused a task of the batch, and the rest waits for the person. */
  | { readonly kind: 'batch-held'; readonly name: string }
  | { readonly kind: 'sending-stopped' | 'key-refused' | 'budget'; readonly account: string };

/** Where a click leads. */
export function placeOf(news: News): NewsPlace {
  switch (news.kind) {
    case 'tasks': {
      const [picture] = news.pictures;
      return news.failed + news.undecided > 0 || picture === undefined ? problems : { kind: 'picture', imageId: picture };
    }
    case 'batch':
      return problemsOf(news.progress) > 0 ? problems : { kind: 'batch', name: news.name };
    case 'sending-stopped':
      return problems;
    default:
      return { kind: 'tasks', section: 'waiting' };
  }
}

const problems: NewsPlace = { kind: 'tasks', section: 'problems' };

export const undecidedOf = ({ unknown, lost }: BatchProgress): number => unknown + lost;
export const failedOf = ({ failed, empty }: BatchProgress): number => failed + empty;
const problemsOf = (progress: BatchProgress): number => undecidedOf(progress) + failedOf(progress);

export interface NewsDesk {
  /** What is old: nothing of it is told. */
  begin(snapshot: Pick<Snapshot, 'head' | 'batches' | 'accounts'>): void;
  /** Returns whether there is something to tell. */
  take(changes: readonly Change[]): boolean;
  /** What came since this was called last. */
  collect(): readonly News[];
  /** Tasks under way, and those that ended since there were none. */
  work(): { readonly underWay: number; readonly ended: number };
}

/** Works out what to tell of the changes that the window gets. */
export function createNewsDesk(): NewsDesk {
  const ends = createTaskEnds();
  let single: TaskEnd[] = [];
  let others: News[] = [];
  let ended = 0;
  let accounts: ReadonlyMap<AccountId, Account> = new Map();
  const latest = new Map<BatchId, BatchWithProgress>();
  /** Batches of which something ended and was not told. `isCounted`: their progress came since then. */
  const untold = new Map<BatchId, { readonly picture: ImageId | null; readonly isCounted: boolean }>();
  /** Tasks that wait for the budget, by account. */
  const unpaid = new Map<AccountId, Set<TaskId>>();

  /** Returns whether the task is the first of its account that waits for the budget. */
  const isFirstUnpaid = ({ task }: TaskWithImages): boolean => {
    const ofAccount = unpaid.get(task.accountId) ?? new Set();
    unpaid.set(task.accountId, ofAccount);
    const isUnpaid = task.state.status === 'queued' && task.state.waitingFor === 'budget';
    const isFirst = isUnpaid && ofAccount.size === 0;
    if (isUnpaid) ofAccount.add(task.id);
    else ofAccount.delete(task.id);
    return isFirst;
  };

  const nameOf = (id: AccountId): string => accounts.get(id)?.name ?? '';

  const taskChanged = (entry: TaskWithImages): void => {
    if (isFirstUnpaid(entry)) others.push({ kind: 'budget', account: nameOf(entry.task.accountId) });
    const end = ends.take(entry);
    if (end === null) return;
    ended += 1;
    const { batchId } = entry.task;
    if (batchId === null) single.push(end);
    else untold.set(batchId, { picture: end.pictures.at(-1) ?? untold.get(batchId)?.picture ?? null, isCounted: false });
  };

  const batchChanged = (batch: BatchWithProgress): void => {
    const before = latest.get(batch.id);
    latest.set(batch.id, batch);
    const waiting = untold.get(batch.id);
    if (waiting !== undefined) untold.set(batch.id, { ...waiting, isCounted: true });
    if (batch.hold?.by === 'refused' && before?.hold?.by !== 'refused') others.push({ kind: 'batch-held', name: batch.name });
  };

  const accountsChanged = (now: readonly Account[]): void => {
    for (const account of now) {
      const before = accounts.get(account.id);
      if (account.removed || before === undefined) continue;
      if (account.sendingStopped && !before.sendingStopped) others.push({ kind: 'sending-stopped', account: account.name });
      if (account.key.status === 'refused' && before.key.status !== 'refused') others.push({ kind: 'key-refused', account: account.name });
    }
    accounts = new Map(now.map((account) => [account.id, account]));
  };

  /** Both the progress and the tasks themselves must say so: the progress comes later, and knows nothing of downloads. */
  const tellBatches = (): void => {
    for (const [id, { picture, isCounted }] of untold) {
      const batch = latest.get(id);
      if (batch === undefined || !isCounted || batch.progress.queued + batch.progress.running > 0 || ends.openOf(id) > 0) continue;
      untold.delete(id);
      others.push({ kind: 'batch', name: batch.name, progress: batch.progress, picture });
    }
  };

  return {
    begin({ head, batches, accounts: known }) {
      accountsChanged(known);
      for (const batch of batches) latest.set(batch.id, batch);
      for (const entry of head) {
        isFirstUnpaid(entry);
        ends.take(entry);
      }
    },
    take(changes) {
      for (const change of changes) {
        if (change.kind === 'task') taskChanged(change.task);
        else if (change.kind === 'batches') change.batches.forEach(batchChanged);
        else if (change.kind === 'accounts') accountsChanged(change.accounts);
      }
      tellBatches();
      if (ends.underWay() === 0) ended = 0;
      return single.length + others.length > 0;
    },
    collect() {
      const news = [...(single.length === 0 ? [] : [together(single)]), ...others];
      single = [];
      others = [];
      return news;
    },
    work: () => ({ underWay: ends.underWay(), ended }),
  };
}

function together(ends: readonly TaskEnd[]): News {
  const count = (wanted: TaskEnd['how']): number => ends.filter(({ how }) => how === wanted).length;
  const prompt = ends.length === 1 ? (ends[0]?.task.request.prompt ?? null) : null;
  return { kind: 'tasks', made: count('made'), failed: count('failed'), undecided: count('undecided'), pictures: ends.flatMap(({ pictures }) => pictures), prompt };
}
