import type { ServiceTask } from '../../../shared/service-task.ts';
import { longestPrompt } from '../../../shared/request/request-checks.ts';
import type { EpochMs } from '../../../shared/task.ts';
import { fieldsOf, levelsIn, textIn, type Fields } from './answers/answer-levels.ts';
import { opened, readJsonText } from './answers/json-text.ts';
import type { Redact } from '../log/redact.ts';

const times = ['created', 'createdat', 'createtime', 'creationtime', 'submittedat', 'submittime', 'starttime', 'timestamp', 'time'];
const prompts = ['prompt', 'text', 'description'];
/** Where a service may repeat the request. */
const requests = ['request', 'input', 'inputs', 'params', 'parameters', 'payload', 'arguments'];
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
    const places = [fields, ...requests.flatMap((name) => fieldsOf(opened(fields.get(name))) ?? [])];
    return [{ remoteId, status: clean(status), model: clean(firstOf(places, (place) => textIn(place, 'model'))), prompt: clean(firstOf(places, promptIn)), createdAt: timeIn(fields) }];
  });
  return [...new Map(found.map((task) => [task.remoteId, task])).values()];
}

function promptIn(fields: Fields): string | null {
  const found = prompts.map((name) => fields.get(name)).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' && found.length <= longestPrompt ? found : null;
}

/** Services write seconds, milliseconds or a date. */
function timeIn(fields: Fields): EpochMs | null {
  for (const name of times) {
    const value = fields.get(name);
    const number = typeof value === 'number' ? value : typeof value === 'string' && /^\d{9,16}(?:\.\d+)?$/.test(value) ? Number(value) : null;
    const at = number === null ? (typeof value === 'string' && value.length < 100 ? Date.parse(value) : NaN) : number < 1e11 ? number * 1000 : number;
    // From 2000 to 2100. Anything else is no time.
    if (at > 946_684_800_000 && at < 4_102_444_800_000) return Math.round(at);
  }
  return null;
}

function firstOf<T>(values: readonly T[], read: (value: T) => string | null): string | null {
  for (const value of values) {
    const found = read(value);
    if (found !== null) return found;
  }
  return null;
}
