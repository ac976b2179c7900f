import type { PictureStack } from '../../../../shared/library/arrangement.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, numbersIn, parseNumbers } from '../number-list.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { nearCopies } from '../similar/near-copies.ts';
import { createHashNumbers, type HashNumbers } from './hash-numbers.ts';
import { fewPictures, lookedUp, noValue } from './sort-values.ts';
import { pickedIn } from './radix-order.ts';

/** Pictures and their tasks. */
type Pictures = Pick<PictureOrder, 'ids' | 'tasks'>;

/** The key of a picture that is in no stack. */
export const noKey = -1;

/** For each picture of an order, the key of its stack, or `noKey`. Keys stay the same while the connection is open. */
export function stackKeys(connection: Connection, kind: PictureStack, order: Pictures): Int32Array {
  if (kind === 'copies') return copyKeys(connection, order.ids);
  return kind === 'prompt' ? textKeys(connection, kind, order) : batchKeys(connection, kind, order);
}

/** The first picture of each set of near copies. A picture without near copies is the only one of its set. */
function copyKeys(connection: Connection, ids: Int32Array): Int32Array {
  const sets = nearCopies(connection);
  const keys = new Int32Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    keys[at] = sets[ids[at] ?? 0] || noKey;
  }
  return keys;
}

type BatchStack = Exclude<PictureStack, 'prompt' | 'copies'>;

/** For each batch that makes a stack, the first batch of the same stack: itself, or the first batch with the same template. */
export function firstBatches({ sql }: Connection, kind: BatchStack): ReadonlyMap<number, number> {
  const first = new Map<number, number>();
  const firstWith = new Map<string, number>();
  for (const { id, template } of sql(`SELECT id, nullif(trim(recipe ->> '$.template'), '') AS template FROM batches ORDER BY id`).all()) {
    const batch = Number(id);
    if (kind === 'batch') {
      first.set(batch, batch);
    } else if (template !== null) {
      const before = firstWith.get(String(template)) ?? batch;
      firstWith.set(String(template), before);
      first.set(batch, before);
    }
  }
  return first;
}

const keyOfBatch = (first: number): number => 2 * first;
/** Odd, because keys of batches are even. */
const keyOfTask = (task: number): number => 2 * task + 1;

/** What a key of `batchKeys` stands for. */
export const ofBatchKey = (key: number): { readonly task: number } | { readonly firstBatch: number } => (key % 2 === 1 ? { task: (key - 1) / 2 } : { firstBatch: key / 2 });

/** Tasks of a batch share the key of the batch, or of the first batch with the same template. With `tasksAlone`, the pictures of a task without a batch share a key. */
export function batchKeys(connection: Connection, kind: BatchStack, { ids, tasks }: Pictures, tasksAlone = kind === 'batch'): Int32Array {
  const { sql } = connection;
  const firsts = firstBatches(connection, kind);
  if (tasks.length <= fewPictures) {
    const batches = lookedUp(connection, 'tasks.batch', ids);
    return Int32Array.from(tasks, (task, at) => {
      const first = firsts.get(batches[at] ?? noValue);
      return first === undefined ? (tasksAlone ? keyOfTask(task) : noKey) : keyOfBatch(first);
    });
  }
  const last = Number(sql('SELECT max(id) AS last FROM tasks').get()?.['last'] ?? 0);
  const keys = new Int32Array(last + 1).fill(noKey);
  for (let task = 0; tasksAlone && task <= last; task += 1) {
    keys[task] = keyOfTask(task);
  }
  const tasksOf = sql('SELECT group_concat(id) AS ids FROM tasks INDEXED BY tasks_by_batch WHERE batch = ?');
  for (const [batch, first] of firsts) {
    parseNumbers(tasksOf.get(batch)?.['ids'], (task) => {
      if (task <= last) keys[task] = keyOfBatch(first);
    });
  }
  return pickedIn(keys, tasks);
}

const rowsPerStep = 500;
const tasksPerStep = 2_000;

/** Texts of tasks that pictures can share. NULL: the picture has none. */
const texts = { prompt: `nullif(trim(tasks.prompt), '')`, model: `nullif(trim(tasks.model), '')` } as const;
type Text = keyof typeof texts;

/** Keys of texts, in the order in which a connection first read them. */
interface Held {
  readonly text: Text;
  /** Indexed by picture id, because SQLite may reuse the number of a removed task. 0: not read yet. */
  keys: Int32Array;
  readonly numbers: HashNumbers;
}

const held = { prompt: new WeakMap<Connection, Held>(), model: new WeakMap<Connection, Held>() };

/** For each picture, the key of its prompt or model, or `noKey`. Keys are cached, because these texts of a picture never change. */
export function textKeys(connection: Connection, text: Text, { ids, tasks }: Pictures): Int32Array {
  const known = heldOf(connection, text);
  const missing = createColumn(0);
  for (let at = 0; at < ids.length && missing.length <= fewPictures; at += 1) if (known.keys[ids[at] ?? 0] === 0) missing.push(ids[at] ?? 0);
  if (missing.length > fewPictures) {
    const ofTasks = readTasks(connection, known);
    for (let at = 0; at < ids.length; at += 1) {
      known.keys[ids[at] ?? 0] = ofTasks[tasks[at] ?? 0] ?? noKey;
    }
  } else {
    readPictures(connection, known, missing.take());
  }
  return pickedIn(known.keys, ids);
}

function heldOf(connection: Connection, text: Text): Held {
  const known = held[text].get(connection) ?? { text, keys: new Int32Array(), numbers: createHashNumbers() };
  held[text].set(connection, known);
  const last = Number(connection.sql('SELECT max(id) AS last FROM images').get()?.['last'] ?? 0);
  if (known.keys.length <= last) {
    const longer = new Int32Array(Math.ceil((last + 1) * 1.1));
    longer.set(known.keys);
    known.keys = longer;
  }
  return known;
}

function readPictures({ sql }: Connection, known: Held, ids: Int32Array): void {
  const statement = sql(
    `SELECT json_group_array(text) AS texts FROM (SELECT ${texts[known.text]} AS text FROM json_each(?) JOIN images ON images.id = json_each.value JOIN tasks ON tasks.id = images.task ORDER BY json_each.key)`,
  );
  for (let at = 0; at < ids.length; at += rowsPerStep) {
    const part = ids.subarray(at, at + rowsPerStep);
    const found = JSON.parse(String(statement.get(`[${part.join(',')}]`)?.['texts'])) as readonly (string | null)[];
    for (const [place, id] of part.entries()) known.keys[id] = numberOf(known.numbers, found[place] ?? null);
  }
}

/** Indexed by the row number of the task. */
function readTasks({ sql }: Connection, { text, numbers }: Held): Int32Array {
  const last = Number(sql('SELECT max(id) AS last FROM tasks').get()?.['last'] ?? 0);
  const keys = new Int32Array(last + 1).fill(noKey);
  const statement = sql(`SELECT group_concat(id) AS ids, json_group_array(text) AS texts FROM (SELECT id, ${texts[text]} AS text FROM tasks WHERE id > ? AND id <= ?)`);
  for (let low = 0; low < last; low += tasksPerStep) {
    const row = statement.get(low, low + tasksPerStep);
    const found = JSON.parse(String(row?.['texts'] ?? '[]')) as readonly (string | null)[];
    for (const [place, task] of numbersIn(row?.['ids']).entries()) keys[task] = numberOf(numbers, found[place] ?? null);
  }
  return keys;
}

const numberOf = (numbers: HashNumbers, text: string | null): number => (text === null ? noKey : numbers.of(hashOf(text)));

/** A hash of 53 bits (cyrb53), because a million prompts as text would take a hundred megabytes. The chance that two of a million collide is one in twenty thousand. */
function hashOf(text: string): number {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e3779b1);
    two = Math.imul(two ^ code, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae35);
  two = Math.imul(two ^ (two >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return (two & 0x1fffff) * 0x100000000 + (one >>> 0);
}
