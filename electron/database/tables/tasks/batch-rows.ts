import { z } from 'zod';
import { recipeSchema, type Batch, type BatchHold, type BatchWithProgress } from '../../../../shared/batch.ts';
import { fromBillionths } from '../../../../shared/money/amount.ts';
import type { BatchStore } from '../../../core/engine/batch-store.ts';
import type { Synchronous } from '../../client/database-contract.ts';
import type { Connection } from '../../sqlite/statements.ts';
import type { Readers } from '../row-readers.ts';
import { counted, countedEstimate, isSent, isUnpriced } from './counted-cost.ts';
import type { Row } from './task-rows.ts';

/** Tasks deleted in one call. The search indexes make each of them costly. */
const mostDropped = 200;

const batchSelection = `batches.uuid, (SELECT accounts.uuid FROM accounts WHERE accounts.id = batches.account) AS account, batches.name, batches.created_at, batches.recipe, batches.hold, batches.place, batches.id AS row_id`;

const said = z.object({ httpStatus: z.int().nullable(), code: z.string().nullable(), message: z.string().nullable() });
const holdSchema: z.ZodType<BatchHold> = z.discriminatedUnion('by', [z.object({ by: z.literal('person') }), z.object({ by: z.literal('refused'), said })]);

const batchRow = z.object({
  uuid: z.string(),
  account: z.string(),
  name: z.string(),
  created_at: z.int(),
  recipe: z.string(),
  hold: z.string().nullable(),
  place: z.number(),
});

/** How far a batch is. Its index holds status and place; the rows are read for what they cost. */
const progressOf = `SELECT count(*) AS tasks, total(status = 'queued') AS queued, total(status IN ('submitting', 'processing', 'paused')) AS running,
    total(status = 'completed' AND image_count > 0) AS made, total(status = 'completed' AND image_count = 0) AS empty, total(status IN ('failed', 'rejected')) AS failed,
    total(status = 'unknown') AS unknown, total(status = 'missing') AS lost, total(status = 'withdrawn') AS withdrawn,
    CAST(coalesce(sum(${counted('tasks')}) FILTER (WHERE ${isSent('tasks')}), 0) AS TEXT) AS spent, CAST(coalesce(sum(${countedEstimate('tasks')}) FILTER (WHERE ${isSent('tasks')}), 0) AS TEXT) AS rest,
    count(*) FILTER (WHERE ${isSent('tasks')} AND ${isUnpriced('tasks')}) AS unpriced
  FROM tasks WHERE batch = ?`;

const latestMade = `SELECT uuid FROM tasks WHERE batch = ? AND status = 'completed' AND images_kept > 0 ORDER BY ended_at DESC LIMIT 1`;

export function createBatchRows({ sql, transaction }: Connection, readers: Readers): Synchronous<BatchStore> {
  const withProgress = (row: Row): BatchWithProgress => {
    const batch = rowToBatch(row);
    const counts = sql(progressOf).get(Number(row['row_id'])) ?? {};
    const count = (name: string): number => Number(counts[name]);
    return {
      ...batch,
      progress: {
        tasks: count('tasks'),
        queued: count('queued'),
        running: count('running'),
        made: count('made'),
        empty: count('empty'),
        failed: count('failed'),
        unknown: count('unknown'),
        lost: count('lost'),
        withdrawn: count('withdrawn'),
        spent: fromBillionths(String(counts['spent'])),
        rest: fromBillionths(String(counts['rest'])),
        unpriced: count('unpriced'),
        latest: textOr(sql(latestMade).get(Number(row['row_id']))?.['uuid']),
      },
    };
  };
  const readable = (rows: readonly Row[]): readonly BatchWithProgress[] => rows.flatMap((row) => readers.orReport(row, withProgress) ?? []);

  return {
    beginBatch: ({ id, accountId, name, createdAt, recipe, place }) => {
      sql(`INSERT INTO batches (uuid, account, name, created_at, recipe, place, complete) SELECT ?, id, ?, ?, ?, ?, 0 FROM accounts WHERE uuid = ? ON CONFLICT (uuid) DO NOTHING`).run(
        id,
        name,
        Math.round(createdAt),
        JSON.stringify(recipe),
        place,
        accountId,
      );
    },
    finishBatch: (id) => {
      sql('UPDATE batches SET complete = 1 WHERE uuid = ?').run(id);
    },
    dropUnfinishedBatch: (id) =>
      transaction(() => {
        const row = sql('SELECT id FROM batches WHERE complete = 0 AND uuid = coalesce(?, uuid) LIMIT 1').get(id);
        if (row === undefined) return false;
        const batch = Number(row['id']);
        // A task that was sent belongs to a batch that was finished, whatever this row says.
        const kept = sql(`SELECT 1 FROM tasks WHERE batch = ? AND status NOT IN ('queued', 'withdrawn') LIMIT 1`).get(batch);
        if (kept !== undefined) sql('UPDATE batches SET complete = 1 WHERE id = ?').run(batch);
        else if (sql(`DELETE FROM tasks WHERE id IN (SELECT id FROM tasks WHERE batch = ? LIMIT ${mostDropped})`).run(batch).changes === 0) sql('DELETE FROM batches WHERE id = ?').run(batch);
        return true;
      }),
    hasBatch: (id) => sql('SELECT 1 FROM batches WHERE uuid = ? AND complete = 1').get(id) !== undefined,
    holdBatch: (id, hold) => {
      sql('UPDATE batches SET hold = ? WHERE uuid = ?').run(hold === null ? null : JSON.stringify(hold), id);
    },
    renameBatch: (id, name) => {
      sql('UPDATE batches SET name = ? WHERE uuid = ?').run(name, id);
    },
    batches: (ids) => readable(ids.flatMap((id) => sql(`SELECT ${batchSelection} FROM batches WHERE uuid = ? AND complete = 1`).all(id))),
    batchNames: (ids) => new Map(ids.flatMap((id) => sql('SELECT name FROM batches WHERE uuid = ?').all(id).map(({ name }) => [id, String(name)] as const))),
    recentBatches: (limit) => {
      const open = sql(`SELECT uuid FROM batches WHERE complete = 1 AND id IN (SELECT batch FROM tasks INDEXED BY tasks_unfinished WHERE unfinished = 1 AND batch IS NOT NULL) ORDER BY created_at DESC`).all();
      const latest = sql('SELECT uuid FROM batches WHERE complete = 1 ORDER BY created_at DESC LIMIT ?').all(limit);
      return [...new Set([...open, ...latest].map(({ uuid }) => String(uuid)))];
    },
    openBatches: () =>
      sql(`SELECT ${batchSelection} FROM batches WHERE complete = 1 AND EXISTS (SELECT 1 FROM tasks WHERE batch = batches.id AND status IN ('queued', 'submitting', 'withdrawn'))`)
        .all()
        .flatMap((row) => readers.orReport(row, rowToBatch) ?? []),
  };
}

function rowToBatch(row: Row): Batch {
  const { uuid, account, name, created_at, recipe, hold, place } = batchRow.parse(row);
  return { id: uuid, accountId: account, name, createdAt: created_at, recipe: recipeSchema.catch({ from: 'prompt' }).parse(JSON.parse(recipe)), hold: hold === null ? null : holdOf(hold), place };
}

/** A hold that cannot be read is still a hold. */
const holdOf = (text: string): BatchHold => holdSchema.catch({ by: 'person' }).parse(JSON.parse(text));

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
