import { create } from 'zustand';
import { noOptions } from '../../../shared/account.ts';
import { amountLeft, compareAmounts } from '../../../shared/money/amount.ts';
import { roomIn } from '../../../shared/money/budget.ts';
import { pricesIn } from '../../../shared/money/expected-price.ts';
import type { SubmissionQuestion } from '../../../shared/money/questions-before-sending.ts';
import type { Spent } from '../../../shared/money/spending.ts';
import type { AccountId, QueueReason, Task, TaskId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notifyError } from '../../ui/toast.tsx';
import { appFacts, type AppFacts } from '../app-store.ts';
import { confirmReleased } from '../compose/submit.ts';
import { useTasks } from '../tasks-store.ts';
import { whileTasksChange } from './account-money.ts';

/** Something that the person does, after which waiting tasks of an account are sent. */
export interface Release {
  readonly accountId: AccountId;
  readonly by?: NonNullable<SubmissionQuestion['releases']>;
  /** Whether a task that waits for this waits no longer. */
  readonly frees: (reason: QueueReason, task: Task) => boolean;
  /** Main's facts as they will be. Absent: as they are. */
  readonly facts?: () => AppFacts;
  /** What counts as spent as it will be. Absent: as it is. */
  readonly spent?: (now: Spent) => Spent;
  /** A waiting task as it will be. Absent: as it is. */
  readonly changed?: (task: Task) => Task;
}

/**
 * Asks about the paid tasks that the account's engine sends after a release, with number and price. While the question is open, it follows what is spent,
 * too. Shows errors. False: the person said no, or main did not say what is spent.
 */
export async function confirmReleases(release: Release): Promise<boolean> {
  const { accountId, by = 'change', frees, facts = appFacts } = release;
  if (!waitingInOrder(release).some((task) => task.state.status === 'queued' && (frees(task.state.waitingFor, task) || goesOnByItself(task.state.waitingFor)))) return true;
  const first = await bridge.spendingSpent({ accountId });
  if (!first.ok) {
    notifyError(first.error);
    return false;
  }
  const useSpent = create<Spent>(() => first.value);
  const end = whileTasksChange(async (isOutdated) => {
    const answer = await bridge.spendingSpent({ accountId });
    if (answer.ok && !isOutdated()) useSpent.setState(answer.value);
  });
  const tasks = (): readonly Task[] => releasedTasks(release, useSpent.getState());
  return confirmReleased(tasks, { by, facts, subscribe: useSpent.subscribe }).finally(end);
}

/** Asks before a key, or a test of it, sends the tasks that wait for the account's key. */
export const confirmKey = (accountId: AccountId, by: Release['by'] = 'change'): Promise<boolean> => confirmReleases({ accountId, by, frees: (reason) => reason === 'key' });

/** Anything else, such as a network that is away, passes by itself, and a task shows it also while the budget would keep it back. */
const lasting: ReadonlySet<QueueReason> = new Set(['turn', 'key', 'held', 'batch-held', 'budget', 'price', 'references', 'stopped', 'unclear']);
const goesOnByItself = (reason: QueueReason): boolean => !lasting.has(reason);

/** The waiting tasks that the engine sends because of the release, in their order: at once, or once a connection is back. */
function releasedTasks(release: Release, spentNow: Spent): readonly Task[] {
  const { accountId, spent = (now) => now } = release;
  const before = new Set(goingOn({ accountId, frees: () => false }, spentNow).map(({ id }) => id));
  return goingOn(release, spent(spentNow), before);
}

/**
 * The waiting tasks that the release frees or that go on by themselves, until the budget has no room for one.
 * @param anyway those that go on without the release, too, and are left out
 */
function goingOn(release: Release, spent: Spent, anyway: ReadonlySet<TaskId> = new Set()): readonly Task[] {
  const { accountId, frees, facts = appFacts } = release;
  const after = facts();
  const budget = (after.accounts.find(({ id }) => id === accountId)?.options ?? noOptions).budget;
  const priceIn = pricesIn(after);
  const going: Task[] = [];
  let left = roomIn(budget, spent)?.amount ?? null;
  for (const task of waitingInOrder(release)) {
    if (task.state.status !== 'queued') continue;
    const { waitingFor } = task.state;
    const goes = frees(waitingFor, task) || (goesOnByItself(waitingFor) && !anyway.has(task.id));
    // Other waiting tasks use the budget before those behind them, and are sent anyway.
    if (!goes && waitingFor !== 'turn' && !goesOnByItself(waitingFor)) continue;
    if (left !== null) {
      const price = priceIn(task);
      if (price === null) continue;
      if (compareAmounts(price, left) > 0) break;
      left = amountLeft(left, price);
    }
    if (goes) going.push(task);
  }
  return going;
}

function waitingInOrder({ accountId, facts = appFacts, changed = (task) => task }: Release): readonly Task[] {
  const places = new Map(facts().batches.map(({ id, place }) => [id, place]));
  const placeOf = ({ batchId, place }: Task): number => (batchId === null ? place : (places.get(batchId) ?? place));
  return [...useTasks.getState().tasks.values()]
    .flatMap(({ task }) => (task.accountId === accountId && task.state.status === 'queued' ? [changed(task)] : []))
    .sort((a, b) => placeOf(a) - placeOf(b) || a.place - b.place);
}
