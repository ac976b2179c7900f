import type { Account } from '../../../../shared/account.ts';
import { isFree } from '../../../../shared/account.ts';
import type { Notice } from '../../../../shared/ipc/api.ts';
import { isNotCharged, isToBeRepeated, type Task, type TaskId, type TaskWithImages } from '../../../../shared/task.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import type { Access } from '../access.ts';
import type { CommandContext } from '../command-context.ts';
import { lendEnvironmentKey } from '../lend-environment-key.ts';
import { isSettled, type FollowedTasks } from '../followed-tasks.ts';
import type { ProgressLine } from './progress-line.ts';

/** Milliseconds between two looks at who runs the engine. */
const lookInterval = 1_000;

/** Notices of what keeps tasks or their pictures waiting. Nothing else would say why the command does not end. */
const whyWaiting: ReadonlySet<Notice['code']> = new Set<Notice['code']>(['library-unreachable', 'library-full', 'library-in-use', 'id-not-saved', 'history-stopped', 'history-missing']);

interface Following {
  readonly access: Access;
  readonly account: Account;
  readonly followed: FollowedTasks;
  readonly line: ProgressLine;
  /** Called with each state of each task. */
  readonly told: (task: TaskWithImages) => void;
}

/**
 * Waits until nothing happens to the tasks by itself, or the signal is aborted, and shows how far they are. If the engine moves into this process, the key from the
 * environment is used here, as it would have been from the start.
 */
export async function followTasks({ say, tell, signal }: CommandContext, ids: readonly TaskId[], { access, account, followed, line, told }: Following): Promise<readonly TaskWithImages[]> {
  const settled = new Set<TaskId>();
  const reasons = new Set<string>();
  let wasOwner = access.isOwner();
  let hasLent = false;
  const noticed = new Set<Notice['code']>();
  const tellNotices = (notices: readonly Notice[]): void => {
    for (const { code, subject } of notices) {
      if (!whyWaiting.has(code) || noticed.has(code)) continue;
      noticed.add(code);
      line.around(() => tell(say(`notice.${code}`, { subject })));
    }
  };
  tellNotices((await access.call('app:snapshot', undefined)).notices);
  const look = setInterval(() => {
    tellNotices(followed.notices);
    if (!access.isOwner() || wasOwner) return;
    wasOwner = true;
    hasLent = true;
    void withKey(access, account.id).catch(() => undefined);
  }, lookInterval);
  const heard = (one: TaskWithImages): void => {
    const { id, state } = one.task;
    if (isSettled(one)) settled.add(id);
    else settled.delete(id);
    // Once for each reason, because thousands may wait for the same.
    if (state.status === 'queued' && state.waitingFor !== 'turn' && !reasons.has(state.waitingFor)) {
      reasons.add(state.waitingFor);
      line.around(() => tell(say(`tasks.queued.${state.waitingFor}-explained`)));
    }
    told(one);
    line.show(say('command.generate.progress', { done: settled.size, all: ids.length }));
  };
  try {
    for (;;) {
      hasLent = false;
      const tasks = await followed.untilSettled(access, ids, signal, heard);
      // Those that waited for the key go on with it.
      if (!hasLent || signal.aborted) return tasks;
    }
  } finally {
    clearInterval(look);
    line.end();
  }
}

async function withKey(access: Access, accountId: string): Promise<void> {
  const { accounts } = await access.call('app:snapshot', undefined);
  const account = accounts.find(({ id }) => id === accountId);
  if (account !== undefined) await lendEnvironmentKey(access, account);
}

/** The most tasks that are told one by one. */
const mostTold = 20;

/** Says what went wrong, what it means for the money, and what to do. */
export function tellOutcomes(say: CommandWords, tell: (line: string) => void, tasks: readonly TaskWithImages[]): void {
  const told = tasks.flatMap((one) => {
    const words = outcomeWords(say, one);
    return words === null ? [] : [say('command.generate.outcome', { id: one.task.id, words })];
  });
  for (const words of told.slice(0, mostTold)) tell(words);
  if (told.length > mostTold) tell(say('command.generate.more-outcomes', { count: told.length - mostTold }));
}

/** Null: there is nothing to say. */
function outcomeWords(say: CommandWords, { task, images }: TaskWithImages): string | null {
  const { state, accountId } = task;
  const money = (guess: Guess): string => moneyWords(say, task, guess);
  const said = 'said' in state ? (state.said.message ?? state.said.code) : null;
  const joined = (...sentences: readonly (string | null)[]): string => sentences.filter((sentence) => sentence !== null).join(' ');
  switch (state.status) {
    case 'unknown':
      return joined(say(isToBeRepeated(task) ? 'tasks.unknown-repeats' : 'tasks.unknown-explained'), say(`tasks.unknown.${state.reason}`), money('unknown'), isFree(accountId) || task.settled !== null ? null : say('command.generate.unknown-help'));
    case 'rejected':
      return joined(say('tasks.rejected-explained'), said, money('not-accepted'));
    case 'failed':
      return joined(say('tasks.failed-explained'), said, money('maybe'));
    case 'missing':
      return joined(say('tasks.missing-explained'), money('unknown'), say('tasks.missing-help'));
    case 'completed': {
      if (state.imageCount === 0) return joined(say('tasks.empty-explained'), money('maybe'));
      const lost = images.filter((image) => image.state.status === 'expired' || image.state.status === 'refused').length;
      return lost === 0 ? null : joined(say('command.generate.lost-pictures', { count: lost }), money('maybe'));
    }
    case 'queued':
      return state.waitingFor === 'turn' ? null : say('command.generate.not-sent', { reason: say(`tasks.queued.${state.waitingFor}`) });
    case 'submitting':
    case 'processing':
    case 'paused':
    case 'withdrawn':
      return null;
  }
}

/** What the status alone lets one say about a charge. */
type Guess = 'maybe' | 'unknown' | 'not-accepted';

/** The window's sentence about the money: what the person noted or the service reported, before any guess. */
function moneyWords(say: CommandWords, task: Task, guess: Guess): string {
  const { accountId, settled, facts } = task;
  if (isFree(accountId)) return say('tasks.money.free');
  if (settled !== null) return isNotCharged(task) ? say('tasks.money.settled') : say('tasks.money.settled-amount', { amount: settled });
  return facts.credits === null ? say(`tasks.money.${guess}`) : say('tasks.money.credits', { credits: Number(facts.credits) });
}
