import { remoteIdOf, type TaskWithImages } from '../../../shared/task.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { inQuotes } from '../../../shared/search/tokenize.ts';
import type { CommandWords } from '../../../shared/words/command-words.ts';
import type { Access } from './access.ts';
import { UsageFault } from './usage-fault.ts';

/** Tasks in one call. */
const page = 500;

/** The task with Latent's or the service's id, or the only one whose id begins so. Throws UsageFault if there is none, or several. */
export async function findTask(say: CommandWords, access: Access, id: string): Promise<TaskWithImages> {
  const { tasks } = await access.call('programs:tasks', { search: `id:${inQuotes(id)}`, from: 0, limit: 20 });
  const exact = tasks.filter(({ task }) => task.id === id || remoteIdOf(task) === id);
  const [found, other] = exact.length > 0 ? exact : tasks;
  if (found === undefined) throw new UsageFault(say('command.usage.no-task', { id }));
  if (other !== undefined) throw new UsageFault(say('command.usage.several-tasks', { id, ids: tasks.map(({ task }) => task.id).join(', ') }));
  return found;
}

export async function findTasks(say: CommandWords, access: Access, ids: readonly string[]): Promise<readonly TaskWithImages[]> {
  const found = new Map<string, TaskWithImages>();
  for (const id of ids) {
    const one = await findTask(say, access, id);
    found.set(one.task.id, one);
  }
  return [...found.values()];
}

/** The tasks of a search, at most `most`, and how many there are. */
export async function searchTasks(access: Access, search: string, most: number): Promise<{ readonly total: number; readonly tasks: readonly TaskWithImages[] }> {
  const tasks: TaskWithImages[] = [];
  for (;;) {
    const found = await access.call('programs:tasks', { search, from: tasks.length, limit: Math.max(1, Math.min(page, most - tasks.length)) });
    tasks.push(...found.tasks);
    if (found.tasks.length === 0 || tasks.length >= Math.min(most, found.total)) return { total: found.total, tasks: tasks.slice(0, most) };
  }
}

/** A search in the window's language. Throws UsageFault for a filter that cannot be understood, because the search would find nothing. */
export function checkedSearch(say: CommandWords, words: readonly string[]): string {
  const search = words.join(' ');
  const now = new Date();
  const [broken] = parseSearch(search, { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }).pending;
  if (broken !== undefined) throw new UsageFault(say('command.usage.search', { filter: search.slice(broken.filter.start, broken.filter.end) }));
  return search;
}
