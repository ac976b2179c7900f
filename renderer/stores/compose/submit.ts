import { create } from 'zustand';
import type { Account } from '../../../shared/account.ts';
import type { Recipe } from '../../../shared/batch.ts';
import type { AppError } from '../../../shared/errors.ts';
import { compareAmounts, type Amount } from '../../../shared/money/amount.ts';
import type { Result } from '../../../shared/result.ts';
import { newTask, type AccountId, type GenerationRequest, type Task, type TaskId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { appFacts } from '../app-store.ts';
import { expectedPrice, type ExpectedPrice } from './prices.ts';
import { expectTasks, forgetTasks } from '../tasks-store.ts';
import { orderedIds } from './ordered-ids.ts';

export interface Submission {
  readonly accountId: AccountId;
  readonly request: GenerationRequest;
  /** Each is a separate task. */
  readonly count: number;
  /** The task that this one tries again. */
  readonly retryOf: TaskId | null;
}

interface SubmitOptions {
  /** Another question has already named the number and the possible cost. */
  readonly asked?: boolean;
  /** Called once it is certain that they are sent, before main answers. */
  readonly onSend?: () => void;
}

/** `declined`: the person said no to the question, and nothing was sent. */
export type Submitted = 'sent' | 'declined' | AppError;

/** What is asked before money may be spent. */
export interface SubmissionQuestion {
  readonly account: Account;
  readonly count: number;
  /** What is sent, in its order. */
  readonly submissions: readonly Pick<Submission, 'accountId' | 'request' | 'count'>[];
  readonly price: ExpectedPrice | null;
  /** The number above which the person wants to be asked. Null if the count is not above it. */
  readonly above: number | null;
  /** The price above which the person wants to be asked. Null if the price is certainly not above it. */
  readonly abovePrice: Amount | null;
  /** Whether nothing was ever sent with this account, as far as this computer knows. */
  readonly first: boolean;
  /** Whether the tasks are in the queue already. */
  readonly queued: boolean;
  /** Whether an undo puts tasks back into the queue, from which they can be sent. */
  readonly uncancels: boolean;
  /** Whether sending with the account is stopped after unknown outcomes, and goes on. */
  readonly resumes: boolean;
}

/** The question that waits for an answer. */
export const useSubmissionQuestion = create<{ readonly question: SubmissionQuestion | null }>(() => ({ question: null }));

let answered: ((confirmed: boolean) => void) | null = null;

export function answerSubmission(confirmed: boolean): void {
  useSubmissionQuestion.setState({ question: null });
  answered?.(confirmed);
  answered = null;
}

/**
 * Sends new tasks to main. Every submission uses this function. It first asks the questions that are needed, one for each account. The ids
 * are created here, so that main never takes the same task twice.
 * @returns the outcome of each submission, in their order
 */
export async function submitTasks(submissions: readonly Submission[], { asked = false, onSend }: SubmitOptions = {}): Promise<readonly Submitted[]> {
  const questions = asked ? [] : questionsFor(submissions);
  // Without a question, nothing is awaited before the tasks are shown, so that a second click sees them.
  if (questions.length > 0 && !(await areConfirmed(questions))) return submissions.map(() => 'declined');
  onSend?.();
  // Tasks that are sent together have the same time, as main will write it.
  const createdAt = Date.now();
  return Promise.all(submissions.map((submission) => send(submission, createdAt)));
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
  const { accountId, name, recipe, requests, retryOf = null } = batch;
  const questions = asked ? [] : questionsFor(requests.map((request) => ({ accountId, request, count: 1, retryOf })));
  if (questions.length > 0 && !(await areConfirmed(questions))) return 'declined';
  onSend?.();
  const [batchId, createdAt] = [crypto.randomUUID(), Date.now()];
  const nextId = orderedIds(createdAt);
  const tasks = requests.map((request) => newTask(nextId(), accountId, request, retryOf, createdAt, batchId));
  return handOver(tasks, () => bridge.tasksSubmitBatch({ batchId, accountId, name, recipe, tasks: tasks.map(({ id, request }) => ({ taskId: id, request, retryOf })) }));
}

function send({ accountId, request, count, retryOf }: Submission, createdAt: number): Promise<Submitted> {
  const nextId = orderedIds(createdAt);
  const tasks = Array.from({ length: count }, () => newTask(nextId(), accountId, request, retryOf, createdAt));
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

/** The questions that are needed, at most one for each account. */
function questionsFor(submissions: readonly Submission[], { undoesCancel = false, queued = false, resumes = false } = {}): readonly SubmissionQuestion[] {
  const { accounts, settings } = appFacts();
  return accounts.flatMap((account) => {
    const mine = submissions.filter(({ accountId }) => accountId === account.id);
    if (mine.length === 0) return [];
    const count = mine.reduce((sum, submission) => sum + submission.count, 0);
    const above = count > settings.askAbove ? settings.askAbove : null;
    const first = account.kind === 'service' && !settings.confirmedAccounts.includes(account.id) && !justConfirmed.has(account.id);
    const uncancels = undoesCancel && account.kind === 'service';
    const price = expectedPrice(mine);
    const abovePrice = account.kind === 'service' && mayExceed(price, account.options.askAbove) ? account.options.askAbove : null;
    if (above === null && abovePrice === null && !first && !uncancels && !resumes) return [];
    return [{ account, count, submissions: mine, price, above, abovePrice, first, queued, uncancels, resumes }];
  });
}

/** Whether a price is, or may be, above a limit. */
function mayExceed(price: ExpectedPrice | null, limit: Amount | null): boolean {
  return limit !== null && (price === null || price.unpriced > 0 || compareAmounts(price.amount, limit) > 0);
}

/** Asks before tasks on hold are sent, as before a submission. */
export const confirmRelease = (tasks: readonly Task[]): Promise<boolean> => confirmSending(tasks, { queued: true });

/** Always asks before sending goes on after unknown outcomes, because they may come again. */
export const confirmResumed = (tasks: readonly Task[]): Promise<boolean> => confirmSending(tasks, { queued: true, resumes: true });

/** Always asks before an undo puts tasks into the queue from which they can be sent, because the undo key is easily pressed. */
export const confirmPutBack = (tasks: readonly Task[]): Promise<boolean> => confirmSending(tasks, { undoesCancel: true });

function confirmSending(tasks: readonly Task[], why: Parameters<typeof questionsFor>[1]): Promise<boolean> {
  return areConfirmed(questionsFor(tasks.map(({ accountId, request }) => ({ accountId, request, count: 1, retryOf: null })), why));
}

async function areConfirmed(questions: readonly SubmissionQuestion[]): Promise<boolean> {
  for (const question of questions) if (!(await isConfirmed(question))) return false;
  return true;
}

/** Only one question at a time: a submission while one is open is ignored. */
async function isConfirmed(question: SubmissionQuestion): Promise<boolean> {
  if (answered) return false;
  const yes = await new Promise<boolean>((resolve) => {
    answered = resolve;
    useSubmissionQuestion.setState({ question });
  });
  if (yes && question.first) {
    justConfirmed.add(question.account.id);
    await bridge.settingsUpdate({ confirmedAccounts: [...appFacts().settings.confirmedAccounts, question.account.id] });
  }
  return yes;
}
