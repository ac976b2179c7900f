import type { ServiceTask } from '../../../shared/service-task.ts';
import { longestPrompt } from '../../../shared/request/request-checks.ts';
import { creationTimes, timeIn, withRequest } from './answers/answer-facts.ts';
import { fieldsOf, firstOf, levelsIn, textIn, type Fields } from './answers/answer-levels.ts';
import { opened, readJsonText } from './answers/json-text.ts';
import type { Redact } from '../log/redact.ts';

/** In an entry of a list, the last three are times of the task too. In the answer to a query, they may be those of something else. */
const times = [...creationTimes, 'starttime', 'timestamp', 'time'];
const prompts = ['prompt', 'text', 'description'];
const maxDepth = 4;

/**
 * Reads the answer to `GET /v1/tasks`: the list with the most tasks, at any depth, under any name. Null: there is no list in it. An id, a prompt or a model
 * that holds the key is left out. Never throws.
 */
export function readTaskList(body: string, redact: Redact): readonly ServiceTask[] | null {
  const lists = readJsonText(body, new Set()).values.flatMap((value) => listsIn(value, maxDepth));
  const read = lists.map((list) => tasksIn(list, redact));
  const longest = read.toSorted((one, other) => other.length - one.length)[0];
  // A list of something else is no list of tasks. An empty one is.
  return longest === undefined || (longest.length === 0 && !lists.some((list) => list.length === 0)) ? null : longest;
}

function listsIn(value: unknown, depth: number): readonly (readonly unknown[])[] {
  const inner = opened(value);
  if (Array.isArray(inner)) return [inner];
  return depth === 0 ? [] : [...(fieldsOf(inner)?.values() ?? [])].flatMap((field) => listsIn(field, depth - 1));
}

function tasksIn(list: readonly unknown[], redact: Redact): readonly ServiceTask[] {
  const clean = (text: string | null): string | null => (text === null || redact(text) !== text ? null : text);
  const found = levelsIn(list, 'tasks', 0).flatMap(({ id, status, fields }): readonly ServiceTask[] => {
    const remoteId = clean(id);
    if (remoteId === null) return [];
    const places = withRequest(fields);
    return [{ remoteId, status: clean(status), model: clean(firstOf(places, (place) => textIn(place, 'model'))), prompt: clean(firstOf(places, promptIn)), createdAt: timeIn(fields, times) }];
  });
  return [...new Map(found.map((task) => [task.remoteId, task])).values()];
}

function promptIn(fields: Fields): string | null {
  const found = prompts.map((name) => fields.get(name)).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' && found.length <= longestPrompt ? found : null;
}
