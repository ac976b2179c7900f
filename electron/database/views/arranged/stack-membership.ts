import type { PictureGroup, PictureStack } from '../../../../shared/library/arrangement.ts';
import { idLists } from '../../sqlite/id-lists.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, numbersIn, parseNumbers, pickedIn } from '../number-list.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { idsByNumber } from '../search/index-scan.ts';
import { nearCopies } from '../similar/near-copies.ts';
import { fewPictures, lookedUp, noValue } from './sort-values.ts';

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

const tasksPerStep = 2_000;

/** Texts of tasks that pictures can share, and that never change, because their keys are cached. NULL: the picture has none. */
export const groupTexts = { prompt: `nullif(trim(tasks.prompt), '')`, model: `nullif(trim(tasks.model), '')` } as const satisfies Record<Text, string>;
type Text = Exclude<PictureGroup, 'day' | 'batch'>;

/** Keys of texts, in the order in which a connection first read them. */
interface CachedKeys {
  readonly text: Text;
  /** Indexed by picture id, because SQLite may reuse the number of a removed task. 0: not read yet. */
  keys: Int32Array;
  readonly numbers: HashNumbers;
}

const cache = new WeakMap<Connection, Map<Text, CachedKeys>>();

/** For each picture, the key of its text, or `noKey`. */
export function textKeys(connection: Connection, text: Text, { ids, tasks }: Pictures): Int32Array {
  const known = cachedKeys(connection, text, ids);
  const missing = createColumn(0);
  for (let at = 0; at < ids.length && missing.length <= fewPictures; at += 1) if (known.keys[ids[at] ?? 0] === 0) missing.push(ids[at] ?? 0);
  if (missing.length > fewPictures) {
    const ofTasks = text === 'model' ? readModels(connection, known.numbers) : readTexts(connection, known.numbers, groupTexts[text]);
    for (let at = 0; at < ids.length; at += 1) {
      known.keys[ids[at] ?? 0] = ofTasks[tasks[at] ?? 0] ?? noKey;
    }
  } else {
    readPictures(connection, known, missing.take());
  }
  return pickedIn(known.keys, ids);
}

/** With a place for each of the pictures. */
function cachedKeys(connection: Connection, text: Text, ids: Int32Array): CachedKeys {
  const ofConnection = cache.get(connection) ?? new Map<Text, CachedKeys>();
  cache.set(connection, ofConnection);
  const known = ofConnection.get(text) ?? { text, keys: new Int32Array(), numbers: createHashNumbers() };
  ofConnection.set(text, known);
  let last = 0;
  for (const id of ids) last = Math.max(last, id);
  if (known.keys.length <= last) {
    const longer = new Int32Array(Math.ceil((last + 1) * 1.1));
    longer.set(known.keys);
    known.keys = longer;
  }
  return known;
}

/** A picture that was removed meanwhile has no text. */
function readPictures({ sql }: Connection, known: CachedKeys, ids: Int32Array): void {
  const statement = sql(
    `SELECT json_group_array(text) AS texts FROM (SELECT ${groupTexts[known.text]} AS text FROM json_each(?) LEFT JOIN images ON images.id = json_each.value LEFT JOIN tasks ON tasks.id = images.task ORDER BY json_each.key)`,
  );
  let at = 0;
  for (const some of idLists(ids)) {
    for (const text of JSON.parse(String(statement.get(some)?.['texts'])) as readonly (string | null)[]) {
      known.keys[ids[at] ?? 0] = numberOf(known.numbers, text);
      at += 1;
    }
  }
}

/** The key of each task, by its row number. */
function readModels(connection: Connection, numbers: HashNumbers): Int32Array {
  const keys = noKeys(connection);
  eachModel(connection, (model) => {
    const key = numberOf(numbers, model);
    return (task) => void (keys[task] = key);
  });
  return keys;
}

/** Calls `begin` with each model, and what it returns with the row numbers of its tasks. Each model is named by one of its tasks, so that it is compared as it is in the file. */
export function eachModel(connection: Connection, begin: (model: string | null) => (task: number) => void): void {
  const modelOf = '(SELECT model FROM tasks WHERE id = ?)';
  const following = connection.sql(`SELECT id, ${groupTexts.model} AS text FROM tasks INDEXED BY tasks_by_model WHERE model > coalesce(${modelOf}, '') ORDER BY model, id LIMIT 1`);
  for (let row = following.get(0); row !== undefined; row = following.get(row['id'] ?? 0)) {
    const { id, text } = row;
    idsByNumber(connection, `tasks INDEXED BY tasks_by_model WHERE model = ${modelOf}`, [Number(id)], begin(text === null ? null : String(text)));
  }
}

/** The key of each task, by its row number. */
function readTexts(connection: Connection, numbers: HashNumbers, textOf: string): Int32Array {
  const keys = noKeys(connection);
  const last = keys.length - 1;
  const statement = connection.sql(`SELECT group_concat(id) AS ids, json_group_array(text) AS texts FROM (SELECT id, ${textOf} AS text FROM tasks WHERE id > ? AND id <= ?)`);
  for (let low = 0; low < last; low += tasksPerStep) {
    const row = statement.get(low, low + tasksPerStep);
    const found = JSON.parse(String(row?.['texts'] ?? '[]')) as readonly (string | null)[];
    for (const [position, task] of numbersIn(row?.['ids']).entries()) keys[task] = numberOf(numbers, found[position] ?? null);
  }
  return keys;
}

function noKeys({ sql }: Connection): Int32Array {
  return new Int32Array(Number(sql('SELECT max(id) AS last FROM tasks').get()?.['last'] ?? 0) + 1).fill(noKey);
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

/** Numbers hashes from 1, in the order in which they are first seen. */
interface HashNumbers {
  of(hash: number): number;
}

/** An open-addressing table. A `Map` takes three times as long and as much memory for a million hashes. */
function createHashNumbers(): HashNumbers {
  let hashes = new Float64Array(1024);
  let numbers = new Int32Array(hashes.length);
  let count = 0;

  /** Where a hash is, or where it belongs. */
  const slotOf = (hash: number): number => {
    const mask = hashes.length - 1;
    let at = (hash % 0x100000000) & mask;
    while (numbers[at] !== 0 && hashes[at] !== hash) at = (at + 1) & mask;
    return at;
  };
  const grow = (): void => {
    const [before, numbersBefore] = [hashes, numbers];
    hashes = new Float64Array(2 * before.length);
    numbers = new Int32Array(hashes.length);
    for (let at = 0; at < before.length; at += 1) {
      if (numbersBefore[at] === 0) continue;
      const to = slotOf(before[at] ?? 0);
      hashes[to] = before[at] ?? 0;
      numbers[to] = numbersBefore[at] ?? 0;
    }
  };

  return {
    of(hash) {
      const at = slotOf(hash);
      if (numbers[at] !== 0) return numbers[at] ?? 0;
      count += 1;
      hashes[at] = hash;
      numbers[at] = count;
      if (count > 0.7 * hashes.length) grow();
      return count;
    },
  };
}
