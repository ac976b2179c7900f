import { z } from 'zod';
import { leftOutReasons, skipReasons, type LeftOutReason, type SkippedFile, type SkipReason } from '../../../shared/library/import.ts';
import { countOutcomes } from '../../core/import/import-counts.ts';
import type { ImportedFile, ImportOutcome, ImportStore, StoredImport } from '../../core/import/import-store.ts';
import type { Synchronous } from '../client/database-contract.ts';
import { importedIn, isAsGiven } from './pictures/imported-picture-marks.ts';
import { markSelection, ownMarksIn } from './pictures/mark-columns.ts';
import { imageSelection, rowToImage, sharesFile } from './pictures/image-rows.ts';
import { addPicture } from './pictures/picture-rows.ts';
import type { Readers } from './row-readers.ts';
import type { Connection } from '../sqlite/statements.ts';
import type { Row } from './tasks/task-rows.ts';

const importRow = z.object({
  uuid: z.string(),
  sources: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  begun_at: z.int(),
  state: z.enum(['running', 'paused', 'cancelled', 'ended', 'undoing', 'undone', 'read']),
});

const upsertImport = `INSERT INTO imports (uuid, sources, begun_at, state) VALUES (:uuid, :sources, :begun_at, :state)
  ON CONFLICT (uuid) DO UPDATE SET sources = excluded.sources, state = excluded.state`;

const upsertFile = `INSERT INTO import_files (import, path, bytes, modified_at, outcome, task) VALUES (:import, :path, :bytes, :modified_at, :outcome, :task)
  ON CONFLICT (import, path) DO UPDATE SET bytes = excluded.bytes, modified_at = excluded.modified_at, outcome = excluded.outcome, task = excluded.task`;

const ofImport = '(SELECT id FROM imports WHERE uuid = ?)';
/** Whether the file of an added picture has no end. */
const incomplete = `(SELECT imported ->> '$.incomplete' FROM tasks WHERE uuid = task) AS incomplete`;
const noReasons = ['added', 'duplicate', 'in-trash', 'other'] as const;
const outcomes: ReadonlyMap<string, ImportOutcome> = new Map([...noReasons, ...skipReasons, ...leftOutReasons].map((outcome) => [outcome, outcome]));
const typePrefix = 'other ';
/** Reasons that may no longer hold when an import continues: these files are tried again. */
const passing = (['unreadable', 'no-permission', 'gone', 'too-costly', 'changed', 'empty', 'arriving'] satisfies readonly (SkipReason | LeftOutReason)[]).map((reason) => `'${reason}'`).join(', ');

/** Files counted in one call, which takes about ten milliseconds. */
const filesCounted = 5_000;

/** Files forgotten in one step, which takes a few milliseconds. */
const filesForgotten = 500;

/**
 * Forgets older imports whose summary was read, and the outcomes of their files. It works in steps, because an import of a million files would
 * make every commit wait for seconds. Returns false when nothing is left.
 */
export function forgetSomeFiles({ sql, transaction }: Connection): boolean {
  const id = sql(`SELECT id FROM imports WHERE state = 'read' AND id < (SELECT max(id) FROM imports) LIMIT 1`).get()?.['id'];
  if (id === undefined) return false;
  transaction(() => {
    const { changes } = sql('DELETE FROM import_files WHERE import = :id AND path IN (SELECT path FROM import_files WHERE import = :id LIMIT :limit)').run({ id, limit: filesForgotten });
    if (changes === 0) sql('DELETE FROM imports WHERE id = ?').run(id);
  });
  return true;
}

/** Imports, and the outcome of each of their files. */
export function createImportRows(connection: Connection, readers: Readers): Synchronous<ImportStore> {
  const { sql, transaction } = connection;
  const rowOf = (importId: string): number => Number(sql('SELECT id FROM imports WHERE uuid = ?').get(importId)?.['id']);

  return {
    saveImport: ({ id, sources, begunAt, state }) =>
      transaction(() => {
        sql(upsertImport).run({ uuid: id, sources: JSON.stringify(sources), begun_at: Math.round(begunAt), state });
      }),
    forgetPassing: (importId, after) =>
      transaction(() => {
        const range = { import: rowOf(importId), after };
        const some = `SELECT path FROM import_files WHERE import = :import AND path > :after ORDER BY path LIMIT ${filesCounted}`;
        const looked = sql(`SELECT count(*) AS files, max(path) AS last FROM (${some})`).get(range);
        sql(`DELETE FROM import_files WHERE import = :import AND path IN (${some}) AND outcome IN (${passing})`).run(range);
        return Number(looked?.['files']) < filesCounted ? null : String(looked?.['last']);
      }),
    latestImport() {
      const row = sql(`SELECT uuid, sources, begun_at, state FROM imports WHERE state <> 'read' ORDER BY id DESC LIMIT 1`).get();
      return row === undefined ? null : readers.orReport(row, rowToImport);
    },
    saveImported: (importId, files) =>
      transaction(() => {
        const row = rowOf(importId);
        return files.flatMap(({ path, bytes, modifiedAt, outcome, type = '', taskId, picture }) => {
          sql(upsertFile).run({ import: row, path, bytes, modified_at: Math.round(modifiedAt), outcome: type === '' ? outcome : `${typePrefix}${type}`, task: taskId });
          return picture === null ? [] : (addPicture(connection, picture) ?? []);
        });
      }),
    importCounts(importId, after) {
      const some = sql(`SELECT outcome, bytes, path, ${incomplete} FROM import_files WHERE import = ${ofImport} AND path > ? ORDER BY path LIMIT ${filesCounted}`).all(importId, after);
      return { ...countOutcomes(some.map(outcomeIn)), bytes: some.reduce((sum, { bytes }) => sum + Number(bytes), 0), last: lastOf(some) };
    },
    importedAlready(importId, files) {
      const wanted = JSON.stringify(files.map(({ path, bytes, modifiedAt }) => [path, bytes, Math.round(modifiedAt)]));
      return sql(
        // CROSS JOIN: each wanted path is looked up. Left to the planner, every file of the import is read for each call.
        `SELECT known.path AS path FROM json_each(?) AS wanted CROSS JOIN import_files AS known ON known.import = ${ofImport} AND known.path = wanted.value ->> 0
          WHERE bytes = wanted.value ->> 1 AND modified_at = wanted.value ->> 2`,
      )
        .all(wanted, importId)
        .map(({ path }) => String(path));
    },
    skippedFiles(importId, after) {
      const some = sql(`SELECT path, outcome, ${incomplete} FROM import_files WHERE import = ${ofImport} AND path > ? ORDER BY path LIMIT ${filesCounted}`).all(importId, after);
      const files = some.flatMap((row) => {
        const { outcome, type = '', incomplete: isIncomplete } = outcomeIn(row);
        const reason: SkippedFile['reason'] | ImportOutcome = isIncomplete ? 'incomplete' : outcome;
        return reason === 'added' || reason === 'duplicate' || reason === 'in-trash' ? [] : [{ path: String(row['path']), reason, type }];
      });
      return { files, last: lastOf(some) };
    },
    picturesOfImport(importId, after, limit) {
      const rows = sql(
        `SELECT ${imageSelection}, brought.path AS source_path, brought.bytes AS source_bytes, brought.modified_at AS source_modified_at,
            ${markSelection}, tasks.imported AS imported,
            (SELECT json_group_array(json_object('id', albums.uuid, 'name', albums.name)) FROM album_images JOIN albums ON albums.id = album WHERE image = images.id AND gone = 0) AS albums,
            (SELECT json_group_array(folded) FROM image_tags JOIN tags ON tags.id = tag WHERE image = images.id) AS tags,
            ${sharesFile} AS shared
          FROM import_files AS brought JOIN tasks ON tasks.uuid = brought.task JOIN images ON images.task = tasks.id
          WHERE brought.import = ${ofImport} AND brought.path > ? AND brought.outcome = 'added' AND images.status = 'kept' ORDER BY brought.path LIMIT ?`,
      ).all(importId, after, limit);
      return rows.flatMap((row) => {
        const image = readers.orReport(row, rowToImage);
        if (image?.state.status !== 'kept') return [];
        const source = { path: String(row['source_path']), bytes: Number(row['source_bytes']), modifiedAt: Number(row['source_modified_at']) };
        return [{ taskId: image.taskId, imageId: image.id, file: image.state.file, touched: isTouched(row), sharesFile: row['shared'] === 1, source }];
      });
    },
    forgetImported: (taskIds) =>
      transaction(() => {
        for (const id of taskIds) sql('DELETE FROM tasks WHERE uuid = ? AND imported IS NOT NULL').run(id);
      }),
  };
}

function rowToImport(row: Row): StoredImport {
  const { uuid, sources, begun_at, state } = importRow.parse(row);
  return { id: uuid, sources, begunAt: begun_at, state };
}

/** An outcome that only a later version knows counts as unreadable. */
function outcomeIn({ outcome, incomplete: isIncomplete }: Row): Pick<ImportedFile, 'outcome' | 'type' | 'incomplete'> {
  const text = String(outcome);
  if (text.startsWith(typePrefix)) return { outcome: 'other', type: text.slice(typePrefix.length) };
  return { outcome: outcomes.get(text) ?? 'unreadable', incomplete: isIncomplete === 1 };
}

function lastOf(some: readonly Row[]): string | null {
  return some.length < filesCounted ? null : String(some.at(-1)?.['path']);
}

function isTouched(row: Row): boolean {
  const tags = z.array(z.string()).parse(JSON.parse(String(row['tags'])));
  const albums = z.array(z.object({ id: z.string(), name: z.string() })).parse(JSON.parse(String(row['albums'])));
  return !isAsGiven({ ...ownMarksIn(row), tags, albums }, importedIn(row['imported']) ?? { rating: 0, tags: [] });
}
