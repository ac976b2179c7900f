import { z } from 'zod';
import { isFree, unitOf, type Account } from '../../../../shared/account.ts';
import { noAmount } from '../../../../shared/money/amount.ts';
import { costOf } from '../../../../shared/money/task-cost.ts';
import { isNotCharged, isToBeRepeated, type ImageId, type QueueReason, type Task, type TaskWithImages } from '../../../../shared/task.ts';
import type { McpWords } from '../../../../shared/words/mcp-words.ts';
import { isSettled } from '../followed-tasks.ts';
import { filesOf } from '../printed-task.ts';
import type { AssistantSession } from './assistant-session.ts';

/** A task as assistants see it. */
export const taskShape = z.object({
  task_id: z.string(),
  status: z.string().describe('queued, submitting, processing, paused, completed, failed, rejected, withdrawn, missing or unknown'),
  explained: z.string(),
  ended: z.boolean().describe('whether nothing more happens by itself'),
  account: z.string(),
  prompt: z.string(),
  model: z.string(),
  size: z.string(),
  quality: z.string(),
  cost: z.object({ amount: z.string().nullable(), unit: z.string(), said_by: z.enum(['person', 'service', 'estimate', 'refusal', 'nobody']) }).nullable().describe('null: free, or not sent'),
  pictures: z.array(z.object({ picture_id: z.int(), state: z.string(), file: z.string().nullable(), width: z.int().nullable(), height: z.int().nullable() })),
});
type AnsweredTask = z.infer<typeof taskShape>;

/** What a task that is not sent waits for until the person does something. */
const forPerson: ReadonlySet<QueueReason> = new Set(['key', 'batch-held', 'budget', 'price', 'references', 'stopped', 'unclear', 'proxy-password']);

/** Tasks as assistants see them, with the paths of their pictures. */
export async function answerTasks({ say, call }: AssistantSession, entries: readonly TaskWithImages[]): Promise<readonly AnsweredTask[]> {
  const [{ accounts }, files] = await Promise.all([call('app:snapshot', undefined), filesOf({ call }, entries)]);
  return entries.map((entry) => answerTask(say, entry, accounts, files));
}

function answerTask(say: McpWords, entry: TaskWithImages, accounts: readonly Account[], files: ReadonlyMap<ImageId, string>): AnsweredTask {
  const { task, images } = entry;
  const { model, prompt, size, quality } = task.request;
  const cost = costOf(task);
  return {
    task_id: task.id,
    status: task.state.status,
    explained: explained(say, entry, unitOf(accounts, task.accountId)).join(' '),
    ended: isSettled(entry),
    account: accounts.find(({ id }) => id === task.accountId)?.name ?? task.accountId,
    prompt,
    model,
    size,
    quality,
    cost: cost && { amount: 'amount' in cost ? cost.amount : null, unit: unitOf(accounts, task.accountId), said_by: cost.by },
    pictures: images.map(({ id, state }) => {
      const file = state.status === 'kept' ? state.file : null;
      return { picture_id: id, state: state.status, file: files.get(id) ?? null, width: file?.width ?? null, height: file?.height ?? null };
    }),
  };
}

/** Where a task stands, and what that means for the money. */
function explained(say: McpWords, { task, images }: TaskWithImages, unit: string): readonly string[] {
  const { state, trouble } = task;
  const charge = chargeOf(task);
  const message = 'said' in state ? state.said.message : (trouble?.said.message ?? null);
  const said = message === null ? [] : [say('mcp.said', { words: message })];
  // Whoever knows says it instead of a guess.
  const known = charge === 'settled' || charge === 'reported' ? [say(`mcp.money.${charge}`, { amount: isNotCharged(task) ? noAmount : (task.settled ?? task.facts.credits ?? ''), unit })] : [];
  switch (state.status) {
    case 'queued':
      if (state.waitingFor === 'held') return [say('mcp.status.held')];
      return [forPerson.has(state.waitingFor) ? say('mcp.status.needs-person', { reason: state.waitingFor }) : say('mcp.status.queued')];
    case 'completed':
      if (images.some((image) => image.state.status === 'waiting')) return [say('mcp.status.downloading')];
      return [say('mcp.status.completed', { count: state.imageCount, charge }), ...(state.imageCount === 0 ? known : [])];
    case 'unknown':
      return [say('mcp.status.unknown', { charge, repeats: isToBeRepeated(task) ? 'yes' : 'no' }), ...known, ...said];
    case 'rejected':
    case 'failed':
    case 'missing':
      return [say(`mcp.status.${state.status}`, { charge }), ...known, ...said];
    default:
      return [say(`mcp.status.${state.status}`), ...said];
  }
}

/** What is known of a charge. `maybe`: nobody has said anything yet. */
function chargeOf({ accountId, settled, facts }: Task): 'free' | 'settled' | 'reported' | 'maybe' {
  if (isFree(accountId)) return 'free';
  if (settled !== null) return 'settled';
  return facts.credits === null ? 'maybe' : 'reported';
}
