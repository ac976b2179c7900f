import { z } from 'zod';
import { meaningOf, plainWord } from './answer-words.ts';
import { opened } from './json-text.ts';

/** The fields of an object by their plain names (answer-words.ts). */
export type Fields = ReadonlyMap<string, unknown>;

/** One object of an answer that may describe a task. */
export interface Level {
  readonly fields: Fields;
  readonly id: string | null;
  /** The id is certainly a task's, and not that of a request, an error or a picture. */
  readonly namesTask: boolean;
  /** It is so by its name or place, whatever its status. */
  readonly isNamedTask: boolean;
  /** The status word as received. */
  readonly status: string | null;
  /** It stands in a list, beside others of its kind. */
  readonly isListed: boolean;
}

/** Where a service may have wrapped the task. The entries of `tasks` and the like are certainly tasks. */
const wrappers = ['data', 'task', 'tasks', 'result', 'results', 'output', 'job', 'jobs', 'generation', 'generations'];
const tasksOnly = new Set(['task', 'tasks', 'job', 'jobs', 'generation', 'generations']);
const maxDepth = 4;
/** Most entries of a list that are read as tasks. */
export const maxTasks = 100;

/** Names of the id, the documented one first; the others are certainly a task's. */
const taskIds = ['taskid', 'jobid', 'generationid', 'predictionid'];
const listsOfIds = ['taskids', 'jobids', 'generationids'];
/** Names of the status, the documented one first. */
const statusNames = ['status', 'state', 'taskstatus', 'jobstatus', 'phase'];
/** Where an address of the query may stand. */
const queryAddresses = ['pollurl', 'pollingurl', 'statusurl', 'queryurl', 'taskurl', 'url'];
const pictureNames = ['url', 'urls', 'imageurl', 'imageurls', 'image', 'b64json', 'base64'];

const longestId = 10_240;
const idSchema = z.union([z.string().max(longestId).regex(/\S/), z.number().transform(String)]).refine((id) => id !== '-1');
const text = z.string().trim().min(1).max(200);

export function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields = new Map<string, unknown>();
  for (const [name, field] of Object.entries(value)) {
    const plain = plainWord(name);
    if (!fields.has(plain)) fields.set(plain, field);
  }
  return fields;
}

/** A text of up to 200 characters, without blanks around it; null for anything else. */
export function textIn(fields: Fields, name: string): string | null {
  return text.safeParse(fields.get(name)).data ?? null;
}

/** All objects of an answer that may describe a task, from the outermost to the innermost. A list with one certain task holds only tasks. */
export function levelsIn(value: unknown, place: string | null = null, depth = maxDepth): readonly Level[] {
  const inner = opened(value);
  const isListed = Array.isArray(inner);
  const entries: readonly unknown[] = isListed ? inner.slice(0, maxTasks) : [inner];
  const found = entries.flatMap((entry) => levelOf(entry, isListed, place) ?? []);
  const areTasks = isListed && found.some(({ namesTask }) => namesTask);
  const levels = areTasks ? found.map((level) => ({ ...level, namesTask: level.id !== null })) : found;
  const inLists = depth === 0 ? [] : levels.flatMap(({ fields }) => wrappers.flatMap((name) => levelsIn(fields.get(name), name, depth - 1)));
  return [...levels, ...inLists];
}

/** The ids in lists that hold nothing but ids of tasks, such as `task_ids`. */
export function listedIdsIn(levels: readonly Level[]): readonly string[] {
  return levels.flatMap(({ fields }) => listsOfIds.flatMap((name) => idsIn(fields.get(name))));
}

function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.slice(0, maxTasks).flatMap((entry) => idSchema.safeParse(entry).data ?? []) : [];
}

/** An id that stands alone where the task is expected: `{"code":0,"data":"3f2c…"}`. Only what can hardly be anything else: a UUID, a long number or `task_…`. */
export function bareIdIn(levels: readonly Level[]): string | null {
  const texts = levels.flatMap(({ fields }) => ['data', 'task', 'result', 'output'].map((name) => fields.get(name)));
  const id = texts.find((one) => typeof one === 'string' && /^(?:task[-_][\w-]{1,200}|[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}|\d{12,40})$/i.test(one));
  return typeof id === 'string' ? id : null;
}

/** The id of the task whose query is at an address in these fields (service-interface §4). */
export function queriedIdIn(fields: Fields): string | null {
  return firstOf(queryAddresses, (name) => {
    const address = fields.get(name);
    return typeof address === 'string' ? taskIdIn(address) : null;
  });
}

/** The id in the address of a query (service-interface §4), such as a `Location` header holds. */
export function taskIdIn(address: string | undefined): string | null {
  const segment = /\/v1\/tasks\/([^/?#\s]+)/.exec(address ?? '')?.[1];
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The id in the rest of a JSON answer that was cut off or damaged on its way. */
export function salvagedId(body: string): string | null {
  const [before, id] = /^[^<]*?"(?:task_?id|id)"\s*:\s*("(?:[^"\\]|\\.){1,1000}"|-?\d{1,40}(?=\s*[,}]))/is.exec(body) ?? [];
  if (before === undefined || id === undefined || /"(errors?|request)"\s*:/.test(before)) return null;
  if (!id.startsWith('"')) return id === '-1' || id === '0' ? null : id;
  try {
    return idSchema.safeParse(JSON.parse(id)).data ?? null;
  } catch {
    return null;
  }
}

function levelOf(value: unknown, isListed: boolean, place: string | null): Level | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const ownId = idSchema.safeParse(fields.get('id')).data ?? null;
  const taskId = firstOf(taskIds, (name) => idSchema.safeParse(fields.get(name)).data);
  // Many services count from 1, and have a 0 where there is no id.
  const id = ownId === '0' ? (taskId ?? ownId) : (ownId ?? taskId);
  const status = statusOf(fields, id !== null);
  const isPicture = isListed && pictureNames.some((name) => fields.has(name));
  const isNamedTask = taskId !== null || tasksOnly.has(place ?? '') || /^task\b|^task[-_]/i.test(ownId ?? '') || /task|generation/i.test(textIn(fields, 'object') ?? '');
  if (isPicture && !isNamedTask && status === null) return null;
  // An error may have an id and the status `error` too.
  const isUnderWay = !isPicture && ['processing', 'completed'].includes(meaningOf(status ?? ''));
  return { fields, id, status, isListed, isNamedTask, namesTask: id !== null && (isNamedTask || isUnderWay) };
}

/** A small number is a code whose meaning is not known; a large one is an HTTP status. */
function statusOf(fields: Fields, hasId: boolean): string | null {
  return firstOf(statusNames, (name) => {
    const value = fields.get(name);
    return typeof value === 'number' && hasId && value < 100 ? String(value) : textIn(fields, name);
  });
}

/** The first that is read; null if there is none. */
export function firstOf<T, Found>(values: Iterable<T>, read: (value: T) => Found | null | undefined): Found | null {
  for (const value of values) {
    const found = read(value);
    if (found !== undefined && found !== null) return found;
  }
  return null;
}
