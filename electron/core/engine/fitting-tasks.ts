import type { ServiceTask } from '../../../shared/service-task.ts';
import type { Task } from '../../../shared/task.ts';

/** Tasks that are shown at most. */
const mostCandidates = 10;

const minute = 60_000;
/** Milliseconds by which the clocks of a service and of this computer may differ. */
const clockError = 5 * minute;

/**
 * Of the tasks that the service lists, those that may be this one whose outcome is unknown, the best fit first: by prompt, then time, then model. A task
 * with another prompt or another model is still shown, last, because services change both.
 */
export function candidatesFor({ request, submittedAt, createdAt }: Pick<Task, 'request' | 'submittedAt' | 'createdAt'>, listed: readonly ServiceTask[]): readonly ServiceTask[] {
  const sentAt = submittedAt ?? createdAt;
  const fit = (task: ServiceTask): number => {
    const later = task.createdAt === null ? null : task.createdAt - sentAt;
    const byTime = later === null ? 0 : later < -clockError ? -8 : later < 5 * minute ? 2 : later < 60 * minute ? 0 : -2;
    return 5 * likeness(task.prompt, request.prompt) + byTime + likeness(task.model, request.model);
  };
  const distance = (task: ServiceTask): number => (task.createdAt === null ? Infinity : Math.abs(task.createdAt - sentAt));
  const ranked = listed.map((task) => ({ task, fit: fit(task), distance: distance(task) }));
  return ranked.toSorted((one, other) => other.fit - one.fit || (one.distance < other.distance ? -1 : 1)).slice(0, mostCandidates).map(({ task }) => task);
}

/** 1: the same; -1: another; 0: not known. Some services shorten prompts. */
function likeness(said: string | null, asked: string): number {
  if (said === null || asked.trim() === '') return 0;
  const [one, other] = [plain(said), plain(asked)];
  const beginning = one.replace(/(?:…|\.{3})$/, '');
  return one === other || (beginning.length >= 20 && other.startsWith(beginning)) ? 1 : -1;
}

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
