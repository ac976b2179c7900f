import type { Arrangement } from '../../../../shared/library/arrangement.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { promptFingerprint } from '../../tables/tasks/prompt-fingerprint.ts';
import type { WholeView } from '../live-view.ts';
import { numbersIn } from '../number-list.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { nextPictures } from '../search/newest-matching.ts';
import { groupsOf, keysOfGroup } from './grouped-pictures.ts';
import { firstBatches, noKey, ofBatchKey, stackKeys } from './stack-membership.ts';
import { score } from './sort-values.ts';

/** Groups that an index finds. The first rows of others are not known before all are. */
const indexedGroups = ['batch', 'prompt', 'model'] as const;
type IndexedGroup = (typeof indexedGroups)[number];
type Kind = IndexedGroup | 'template';

/** Stacks or groups, the newest first. */
type Together = { readonly stack: Exclude<Kind, 'model'>; readonly group: null } | { readonly stack: null; readonly group: IndexedGroup };

/** What an arrangement brings together, if `firstTogether` finds the beginning of it. Null for all others. */
export function newestTogether({ by, descending, stack, group }: Arrangement): Together | null {
  if (by !== 'hand' && !(by === 'time' && descending)) return null;
  if (stack !== null) return stack === 'copies' || group !== null ? null : { stack, group };
  const indexed = indexedGroups.find((each) => each === group);
  return indexed === undefined ? null : { stack, group: indexed };
}

/** The first rows of a view, and the key of the stack or group of each. */
export interface FirstRows {
  readonly ids: number[];
  readonly keys: number[];
  /** As in `StackRows`. */
  readonly counts: number[];
}

/** A view of only these rows. */
export function viewOfFirst({ group }: Together, { ids, keys, counts }: FirstRows): WholeView {
  const rows = { ids: Int32Array.from(ids), times: new Int32Array() };
  if (group !== null) return { ...rows, groups: groupsOf(group, Int32Array.from(keys)) };
  return { ...rows, stacks: { keys: Int32Array.from(keys), counts: Int32Array.from(counts) } };
}

const picturesPerStep = 500;

/** Tasks of a stack or group whose pictures are looked up. Those of more would take too long. A list has at most 10,000. */
const mostTasks = 12_000;

/**
 * Finds the first closed stacks of the library, or the first pictures of its groups, so that they can be shown before all pictures are arranged.
 * It never returns true for stacks, because it does not read which pictures closed stacks hide.
 * @param order the library's order if it is in memory; null: the pictures are read from the database
 */
export function firstTogether(connection: Connection, order: PictureOrder | null, together: Together, limit: number, rows: FirstRows): boolean {
  const lookUp = createLookUp(connection, together);
  const next = nextPictures(connection, order);
  const seen = new Set<number>();
  /** A group with so many tasks that its pictures are picked from the order by time. */
  let large: number | null = null;
  let areAll = true;
  const push = (id: number, key: number, count = 0): void => {
    if (rows.ids.push(id) > limit) rows.ids.pop();
    else rows.counts[rows.keys.push(key) - 1] = count;
  };
  for (;;) {
    const pictures = next(picturesPerStep);
    const keys = together.stack !== null ? stackKeys(connection, together.stack, pictures) : keysOfGroup(connection, together.group, pictures);
    for (let at = 0; at < keys.length; at += 1) {
      const [id, task, key] = [pictures.ids[at] ?? 0, pictures.tasks[at] ?? 0, keys[at] ?? noKey];
      if (large !== null) {
        if (key === large) push(id, key);
      } else if (key === noKey) {
        // Pictures in no group come last.
        if (together.stack === null) areAll = false;
        else push(id, noKey);
      } else if (!seen.has(key)) {
        seen.add(key);
        if (lookUp.isLarge(key, task)) {
          if (together.stack !== null) return false;
          large = key;
          push(id, key);
        } else if (together.stack === null) {
          for (const each of lookUp.pictures(key, task, limit)) push(each, key);
        } else {
          const top = lookUp.top(key, task);
          // Its pictures may have gone since they were read.
          if (top.pictures > 0) push(top.id, top.pictures > 1 ? key : noKey, top.pictures > 1 ? top.pictures : 0);
        }
      }
      if (rows.ids.length === limit) return false;
    }
    if (keys.length < picturesPerStep) return areAll && large === null && together.stack === null;
  }
}

/** Those that may have the same prompt. */
const likePrompt = `JOIN tasks AS one ON one.id = wanted.value JOIN tasks INDEXED BY tasks_by_prompt
  ON ${promptFingerprint('trim(tasks.prompt)')} = ${promptFingerprint('trim(one.prompt)')} AND trim(tasks.prompt) <> ''`;

/** A model may be written with spaces around it. */
const ofModel = `JOIN tasks AS one ON one.id = wanted.value
  JOIN (WITH RECURSIVE models (model) AS (SELECT min(model) FROM tasks UNION ALL SELECT (SELECT min(model) FROM tasks WHERE tasks.model > models.model) FROM models WHERE models.model IS NOT NULL) SELECT model FROM models) AS spelt
  JOIN tasks INDEXED BY tasks_by_model ON tasks.model = spelt.model AND trim(spelt.model) = trim(one.model)`;

/** The tasks of some batches, of one task, or those with the same prompt or model as one. */
const tasksOf = {
  batches: 'json_each(?1) AS wanted JOIN tasks INDEXED BY tasks_by_batch ON tasks.batch = wanted.value',
  task: 'json_each(?1) AS wanted JOIN tasks ON tasks.id = wanted.value',
  like: `json_each(?1) AS wanted ${likePrompt}`,
  prompt: `json_each(?1) AS wanted ${likePrompt} AND trim(tasks.prompt) = trim(one.prompt)`,
  model: `json_each(?1) AS wanted ${ofModel}`,
} as const;

/** Looks up the pictures of a stack or group by its key and one of its tasks. */
function createLookUp(connection: Connection, { stack, group }: Together) {
  const { sql } = connection;
  const kind: Kind = stack ?? group;
  const batches = new Map<number, number[]>();
  if (kind === 'batch' || kind === 'template') for (const [batch, first] of firstBatches(connection, kind)) batches.set(first, [...(batches.get(first) ?? []), batch]);

  const found = (key: number, task: number): { readonly tasks: string; readonly wanted: string } => {
    if (kind === 'prompt' || kind === 'model') return { tasks: tasksOf[kind], wanted: `[${task}]` };
    const of = ofBatchKey(key);
    return 'task' in of ? { tasks: tasksOf.task, wanted: `[${of.task}]` } : { tasks: tasksOf.batches, wanted: `[${(batches.get(of.firstBatch) ?? []).join(',')}]` };
  };
  const kept = (tasks: string): string => `${tasks} JOIN images ON images.task = tasks.id WHERE images.status = 'kept' AND images.trashed_at IS NULL`;

  return {
    isLarge(key: number, task: number): boolean {
      const { tasks, wanted } = found(key, task);
      // All that may have the same prompt will be read.
      const read = kind === 'prompt' ? tasksOf.like : tasks;
      return Number(sql(`SELECT count(*) AS n FROM (SELECT 1 FROM ${read} LIMIT ${mostTasks + 1})`).get(wanted)?.['n']) > mostTasks;
    },
    /** The first pictures, newest first. */
    pictures(key: number, task: number, limit: number): Int32Array {
      const { tasks, wanted } = found(key, task);
      return numbersIn(sql(`SELECT group_concat(id) AS ids FROM (SELECT images.id FROM ${kept(tasks)} ORDER BY saved_at DESC, images.id DESC LIMIT ?2)`).get(wanted, limit)?.['ids']);
    },
    /** The best picture, as `stackedPictures` chooses it, and the number of all. */
    top(key: number, task: number): { readonly id: number; readonly pictures: number } {
      const { tasks, wanted } = found(key, task);
      const row = sql(`SELECT images.id AS id, count(*) OVER () AS n FROM ${kept(tasks)} ORDER BY ${score} DESC, saved_at DESC, images.id DESC LIMIT 1`).get(wanted);
      return { id: Number(row?.['id'] ?? 0), pictures: Number(row?.['n'] ?? 0) };
    },
  };
}
