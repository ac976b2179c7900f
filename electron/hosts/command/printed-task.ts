import { unitOf, type Account } from '../../../shared/account.ts';
import type { AnyInput } from '../../../shared/ipc/programs.ts';
import { costOf } from '../../../shared/money/task-cost.ts';
import { remoteIdOf, type ImageId, type TaskWithImages } from '../../../shared/task.ts';
import type { Access } from './access.ts';
import { exitStatuses, type ExitStatus } from './command-context.ts';
import type { Column } from './terminal-text.ts';

/** A task as the command line prints it. A field that is there stays there, with its meaning: programs read it. */
export interface PrintedTask {
  readonly id: string;
  /** The service's. Null: it has none yet. */
  readonly remoteId: string | null;
  /** A `TaskStatus`. */
  readonly status: string;
  /** Why it was not sent yet: a `QueueReason`, which is `turn` while the engine rests. Null: it was sent, or cancelled. */
  readonly waitsFor: string | null;
  readonly account: { readonly id: string; readonly name: string };
  readonly prompt: string;
  readonly model: string;
  readonly size: string;
  readonly quality: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** What it costs, as an exact decimal, and who says so. Null: it cannot cost anything. Amount null: nobody knows. */
  readonly cost: { readonly amount: string | null; readonly unit: string; readonly by: string } | null;
  /** What the service said that is wrong. */
  readonly message: string | null;
  /** Absolute paths of the pictures that are here. */
  readonly pictures: readonly string[];
}

/** Where the kept pictures of tasks are, by their ids. */
export async function filesOf(access: Pick<Access, 'call'>, tasks: readonly TaskWithImages[]): Promise<ReadonlyMap<ImageId, string>> {
  const ids = tasks.flatMap(({ images }) => images.flatMap(({ id, state }) => (state.status === 'kept' ? [id] : [])));
  const found = new Map<ImageId, string>();
  const most = 500;
  for (let at = 0; at < ids.length; at += most) {
    const imageIds: AnyInput<'programs:files'>['imageIds'] = ids.slice(at, at + most);
    const files = await access.call('programs:files', { imageIds });
    for (const [index, file] of files.entries()) if (file !== null) found.set(imageIds[index] ?? 0, file);
  }
  return found;
}

export function printedTask({ task, images }: TaskWithImages, accounts: readonly Account[], files: ReadonlyMap<ImageId, string>): PrintedTask {
  const { state, request } = task;
  const cost = costOf(task);
  const said = 'said' in state ? state.said : (task.trouble?.said ?? null);
  return {
    id: task.id,
    remoteId: remoteIdOf(task),
    status: state.status,
    waitsFor: state.status === 'queued' ? state.waitingFor : null,
    account: { id: task.accountId, name: accounts.find(({ id }) => id === task.accountId)?.name ?? '' },
    prompt: request.prompt,
    model: request.model,
    size: request.size,
    quality: request.quality,
    createdAt: new Date(task.createdAt).toISOString(),
    cost: cost && { amount: cost.by === 'nobody' ? null : cost.amount, unit: unitOf(accounts, task.accountId), by: cost.by },
    message: said?.message ?? said?.code ?? null,
    pictures: images.flatMap(({ id }) => files.get(id) ?? []),
  };
}

/** Tasks with their pictures' paths, as they are printed. */
export async function printedTasks(access: Access, tasks: readonly TaskWithImages[], accounts: readonly Account[]): Promise<readonly PrintedTask[]> {
  const files = await filesOf(access, tasks);
  return tasks.map((task) => printedTask(task, accounts, files));
}

/** `queued: budget` */
export const statusText = ({ status, waitsFor }: Pick<PrintedTask, 'status' | 'waitsFor'>): string => (waitsFor === null ? status : `${status}: ${waitsFor}`);

/** `0.04 USD`; `?` if nobody knows; nothing if it cannot cost anything. An estimate begins with ≈. */
export function costText({ cost }: Pick<PrintedTask, 'cost'>): string {
  if (cost === null) return '';
  return cost.amount === null ? '?' : `${cost.by === 'estimate' ? '≈ ' : ''}${cost.amount} ${cost.unit}`;
}

/** The columns of a table of tasks: the whole id, because other commands take it. */
export const taskColumns: readonly Column<PrintedTask>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'STATUS', cell: statusText, most: 14 },
  { title: 'COST', cell: costText, isNumber: true, most: 12 },
  { title: 'PROMPT', cell: ({ prompt }) => prompt, isCut: true },
];

/** Whether a picture is listed and not here yet. */
export const isWaiting = ({ state }: TaskWithImages['images'][number]): boolean => state.status === 'waiting';

/** What a task means for the end of a command that waited for it. */
export function exitStatusFor({ status, pictures }: Pick<PrintedTask, 'status' | 'pictures'>, images: TaskWithImages['images'] = []): ExitStatus {
  if (status === 'unknown') return exitStatuses.unknown;
  if (status === 'failed' || status === 'rejected' || status === 'missing') return exitStatuses.failed;
  // The service has made them, and they are downloaded later.
  if (status === 'completed' && images.some(isWaiting)) return exitStatuses.underWay;
  if (status === 'completed') return pictures.length > 0 ? exitStatuses.done : exitStatuses.failed;
  return status === 'withdrawn' ? exitStatuses.done : exitStatuses.underWay;
}
