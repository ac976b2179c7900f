import { isFree } from '../../../shared/account.ts';
import type { Recipe } from '../../../shared/batch.ts';
import type { AppError } from '../../../shared/errors.ts';
import { countOf, firstOf, noLimits, questionsBeforeSending, type Limits, type Submission, type SubmissionQuestion, type WhySending } from '../../../shared/money/questions-before-sending.ts';
import { orderedIds } from '../../../shared/ordered-ids.ts';
import type { Result } from '../../../shared/result.ts';
import { newTask, type AccountId, type GenerationRequest, type Task, type TaskId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { ask, propsOf, change, dismiss } from '../../ui/dialogs/ask.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { appFacts, useAppStore, type AppFacts } from '../app-store.ts';
import { isSame } from '../is-same.ts';
import { expectTasks, forgetTasks, useTasks, useThrottledTasks } from '../tasks-store.ts';

export interface SubmitOptions {
  /** Another question has already named the number and the possible cost. */
  readonly asked?: boolean;
  /** Called once it is certain that they are sent, before main answers. `left`: how many are not sent, because the person chose to send only what the budget has room for. */
  readonly onSend?: (left: number) => void;
  /** Called with each single task before main has it. */
  readonly expects?: (task: Task) => void;
}

/** `declined`: the person said no to the question, and nothing was sent. */
export type Submitted = 'sent' | 'declined' | AppError;

/**
 * Sends new tasks to main. Every submission uses this function. It first asks the questions that are needed, one for each account. The ids
 * are created here, so that main never takes the same task twice.
 * @returns the outcome of each submission, in their order
 */
export async function submitTasks(submissions: readonly Submission[], { asked = false, onSend, expects }: SubmitOptions = {}): Promise<readonly Submitted[]> {
  const questions = (): readonly SubmissionQuestion[] => questionsFor(submissions);
  // Without a question, nothing is awaited before the tasks are shown, so that a second click sees them.
  const limits = !asked && questions().length > 0 ? await confirmedCounts(questions) : noLimits;
  if (limits === null) return submissions.map(() => 'declined');
  const chosen = firstOf(submissions, limits);
  onSend?.(countOf(submissions) - countOf(chosen));
  // Tasks that are sent together have the same time, as main will write it.
  const createdAt = Date.now();
  return Promise.all(chosen.map((submission) => (submission.count === 0 ? Promise.resolve('declined' as const) : send(submission, createdAt, expects))));
}

/** Tasks that are sent to one account as a batch, with the recipe that they were made from. */
export interface BatchSubmission {
  readonly accountId: AccountId;
  /** The task that each of its tasks tries again. Absent: none. */
  readonly retryOf?: TaskId | null;
  readonly name: string;
  readonly recipe: Recipe;
  /** Each is a separate task. At most `mostInBatch`. */
  readonly requests: readonly GenerationRequest[];
}

/** Sends a batch as `submitTasks` sends tasks: main takes all of it or nothing. */
export async function submitBatch(batch: BatchSubmission, { asked = false, onSend }: SubmitOptions = {}): Promise<Submitted> {
  const { accountId, name, recipe, retryOf = null } = batch;
  const submissions = batch.requests.map((request) => ({ accountId, request, count: 1, retryOf }));
  const questions = (): readonly SubmissionQuestion[] => questionsFor(submissions);
  const limits = !asked && questions().length > 0 ? await confirmedCounts(questions) : noLimits;
  if (limits === null) return 'declined';
  const requests = batch.requests.slice(0, limits.get(accountId) ?? batch.requests.length);
  onSend?.(batch.requests.length - requests.length);
  const [batchId, createdAt] = [crypto.randomUUID(), Date.now()];
  const nextId = orderedIds(createdAt);
  const tasks = requests.map((request) => newTask(nextId(), accountId, request, retryOf, createdAt, batchId));
  return handOver(tasks, () => bridge.tasksSubmitBatch({ batchId, accountId, name, recipe, tasks: tasks.map(({ id, request }) => ({ taskId: id, request, retryOf })) }));
}

function send({ accountId, request, count, retryOf }: Submission, createdAt: number, expects?: (task: Task) => void): Promise<Submitted> {
  const nextId = orderedIds(createdAt);
  const tasks = Array.from({ length: count }, () => newTask(nextId(), accountId, request, retryOf, createdAt));
  if (expects) tasks.forEach(expects);
  return handOver(tasks, () => bridge.tasksSubmit({ accountId, request, taskIds: tasks.map(({ id }) => id), retryOf }));
}

/** Shows the tasks at once, and removes them if main answers with an error. */
async function handOver(tasks: readonly Task[], toMain: () => Promise<Result<unknown>>): Promise<Submitted> {
  expectTasks(tasks);
  const answer = await toMain();
  if (answer.ok) return 'sent';
  forgetTasks(tasks.map(({ id }) => id));
  return answer.error;
}

/** Accounts confirmed in this session. Main may not have reported that yet. */
const justConfirmed = new Set<AccountId>();

function questionsFor(submissions: readonly Submission[], { facts = appFacts(), ...why }: WhySending & { readonly facts?: AppFacts } = {}): readonly SubmissionQuestion[] {
  const { accounts, prices, settings } = facts;
  return questionsBeforeSending(submissions, { accounts, prices, askAbove: settings.askAbove, confirmedAccounts: [...settings.confirmedAccounts, ...justConfirmed] }, why);
}

/** Whether the person is asked before these are sent. */
export const needsQuestion = (submissions: readonly Submission[]): boolean => questionsFor(submissions).length > 0;

/** The tasks that a question is about, as they are now. It is read again whenever something changes while the question is open. */
type TasksNow = () => readonly Task[];

/** Asks before tasks on hold are sent, as before a submission. */
export const confirmRelease = (tasks: TasksNow): Promise<boolean> => confirmSending(tasks, () => ({ queued: true }));

/** Always asks before paid tasks are taken off hold, by a button too, because its words say neither their number nor their price. */
export const confirmUnhold = (tasks: TasksNow): Promise<boolean> => confirmSending(() => paid(tasks()), () => ({ queued: true, unholds: true }));

/** Always asks before sending goes on after unknown outcomes, because they may come again. */
export const confirmResumed = (tasks: TasksNow): Promise<boolean> => confirmSending(tasks, () => ({ queued: true, resumes: true }));

/** Always asks before an undo puts tasks into the queue from which they can be sent, because the undo key is easily pressed. */
export const confirmPutBack = (tasks: TasksNow): Promise<boolean> => confirmSending(tasks, () => ({ undoesCancel: true }));

interface Releasing {
  readonly by: NonNullable<SubmissionQuestion['releases']>;
  /** Main's facts as they will be, for the price. */
  readonly facts: () => AppFacts;
  /** Calls a listener when something else has changed that decides which tasks are sent. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Always asks before a change, or a test, sends tasks that wait for it, because a button that saves or tests does not look like one that sends. */
export const confirmReleased = (tasks: TasksNow, { by, facts, subscribe }: Releasing): Promise<boolean> =>
  confirmSending(() => paid(tasks()), () => ({ queued: true, releases: by, facts: facts() }), subscribe);

const paid = (tasks: readonly Task[]): readonly Task[] => tasks.filter(({ accountId }) => !isFree(accountId));

async function confirmSending(tasks: TasksNow, how: () => WhySending & { readonly facts?: AppFacts }, subscribe?: Releasing['subscribe']): Promise<boolean> {
  const questions = (): readonly SubmissionQuestion[] => questionsFor(tasks().map(({ accountId, request }) => ({ accountId, request, count: 1, retryOf: null })), how());
  return (await confirmedCounts(questions, subscribe)) !== null;
}

/** Those of several tasks that are still in the queue, as they are now. */
export function stillQueued(tasks: readonly Task[]): readonly Task[] {
  const known = useTasks.getState().tasks;
  return tasks.flatMap(({ id }) => {
    const now = known.get(id)?.task;
    return now?.state.status === 'queued' ? [now] : [];
  });
}

/** Asks one question after the other. Null: the person declined one. */
async function confirmedCounts(questions: () => readonly SubmissionQuestion[], subscribe?: Releasing['subscribe']): Promise<Limits | null> {
  const limits = new Map<AccountId, number>();
  for (const { account } of questions()) {
    const count = await confirmedCount(() => questions().find((question) => question.account.id === account.id) ?? null, subscribe);
    if (count === 0) return null;
    limits.set(account.id, count);
  }
  return limits;
}

/** How many of the tasks are sent; 0 if the person declined. Only one question at a time: a submission while one is open is ignored. */
async function confirmedCount(read: () => SubmissionQuestion | null, subscribe?: Releasing['subscribe']): Promise<number> {
  if (propsOf('submission')) return 0;
  const question = read();
  // An earlier question was open so long that this one is no longer needed.
  if (question === null) return Infinity;
  const answer = ask('submission', { question });
  const unfollow = follow(read, subscribe);
  const count = (await answer) ?? 0;
  unfollow();
  if (count > 0 && question.first) {
    justConfirmed.add(question.account.id);
    await bridge.accountsConfirm({ accountId: question.account.id });
  }
  return count;
}

/** Keeps the open question as it is now. If there is nothing left to ask, it closes, says so, and nothing is sent. Returns what ends that. */
function follow(read: () => SubmissionQuestion | null, subscribe?: Releasing['subscribe']): () => void {
  const update = (): void => {
    const shown = propsOf('submission')?.question;
    // It was just answered.
    if (shown === undefined) return;
    const now = read();
    if (now === null) {
      dismiss('submission');
      notify(currentWords()('compose.question.outdated'));
    } else if (!isSameQuestion(now, shown)) change('submission', { question: now });
  };
  const ends = [useAppStore.subscribe(update), useThrottledTasks.subscribe(update), ...(subscribe ? [subscribe(update)] : [])];
  return () => {
    for (const end of ends) end();
  };
}

/** The requests are compared by identity first, because there may be thousands. */
function isSameQuestion({ submissions, ...one }: SubmissionQuestion, { submissions: others, ...other }: SubmissionQuestion): boolean {
  const areSame = submissions.every(({ request, count }, at) => others[at]?.count === count && (others[at].request === request || isSame(others[at].request, request)));
  return submissions.length === others.length && areSame && isSame(one, other);
}
