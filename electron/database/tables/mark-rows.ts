import { assertNever } from '../../../shared/result.ts';
import { packedMarks } from '../../../shared/library/view.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { MarkStore, MarkedBefore } from '../../core/marks/mark-store.ts';
import type { Synchronous } from '../client/database-contract.ts';
import type { Connection } from '../worker/statements.ts';
import { tagId } from './tag-id.ts';
import type { Row, Value } from './task-rows.ts';

const among = 'id IN (SELECT value FROM json_each(?))';

/** What a person adds to pictures. Each call is one transaction over the pictures it is given: the caller cuts large selections. */
export function createMarks(connection: Connection): Synchronous<MarkStore> {
  const { sql, transaction } = connection;
  const change = (column: 'favourite' | 'rating' | 'trashed_at', value: Value, differs: string, ids: Int32Array): readonly MarkedBefore[] => {
    const rows = sql(`SELECT id, ${column} AS was FROM images WHERE ${among} AND status = 'kept' AND ${differs}`).all(json(ids));
    sql(`UPDATE images SET ${column} = ? WHERE ${among}`).run(value, json(rows.map(({ id }) => Number(id))));
    return grouped(rows);
  };

  const addTag = (name: string, ids: Int32Array): readonly MarkedBefore[] => {
    const tag = tagId(connection, name);
    const rows = sql(
      `INSERT INTO image_tags (image, tag) SELECT id, ? FROM images WHERE ${among} AND status = 'kept' ON CONFLICT DO NOTHING RETURNING image AS id, 0 AS was`,
    ).all(tag, json(ids));
    dropUnused(tag);
    return grouped(rows);
  };

  const removeTag = (name: string, ids: Int32Array): readonly MarkedBefore[] => {
    const tag = sql('SELECT id FROM tags WHERE folded = ?').get(fold(name))?.['id'];
    if (tag === undefined) return [];
    const rows = sql('DELETE FROM image_tags WHERE tag = ? AND image IN (SELECT value FROM json_each(?)) RETURNING image AS id, 1 AS was').all(tag, json(ids));
    dropUnused(Number(tag));
    return grouped(rows);
  };

  const dropUnused = (tag: number): void => {
    sql('DELETE FROM tags WHERE id = ? AND NOT EXISTS (SELECT 1 FROM image_tags WHERE tag = tags.id)').run(tag);
  };

  return {
    markImages: (ids, mark) =>
      transaction(() => {
        switch (mark.kind) {
          case 'favourite':
            return change('favourite', mark.favourite ? 1 : 0, `favourite = ${mark.favourite ? 0 : 1}`, ids);
          case 'rating':
            return change('rating', mark.rating, `rating <> ${Math.trunc(mark.rating)}`, ids);
          case 'trash':
            return change('trashed_at', Math.round(mark.at), 'trashed_at IS NULL', ids);
          case 'restore':
            return change('trashed_at', null, 'trashed_at IS NOT NULL', ids);
          case 'tag':
            return addTag(mark.tag, ids);
          case 'untag':
            return removeTag(mark.tag, ids);
          default:
            return assertNever(mark);
        }
      }),
    imageMarks(id) {
      const row = sql(`SELECT favourite, rating, trashed_at FROM images WHERE id = ? AND status = 'kept'`).get(id);
      if (row === undefined) return null;
      const tags = sql('SELECT name FROM tags WHERE id IN (SELECT tag FROM image_tags WHERE image = ?) ORDER BY folded').all(id);
      const trashedAt = row['trashed_at'];
      return { favourite: row['favourite'] === 1, rating: Number(row['rating']), tags: tags.map(({ name }) => String(name)), trashedAt: trashedAt === null ? null : Number(trashedAt) };
    },
    markSigns(ids) {
      const rows = sql(`SELECT id, favourite, rating, trashed_at FROM images WHERE ${among} AND status = 'kept'`).all(json(ids));
      const signs = new Map(rows.map(({ id, favourite, rating, trashed_at: trashed }) => [Number(id), packedMarks({ favourite: favourite === 1, rating: Number(rating), trashed: trashed !== null })]));
      return Uint8Array.from(ids, (id) => signs.get(id) ?? 0);
    },
  };
}

function json(ids: Int32Array | readonly number[]): string {
  return `[${ids.join(',')}]`;
}

/** Pictures by what they had before; nothing is 0. */
function grouped(rows: readonly Row[]): readonly MarkedBefore[] {
  const byValue = new Map<number, number[]>();
  for (const { id, was } of rows) {
    const value = Number(was ?? 0);
    const others = byValue.get(value);
    if (others === undefined) byValue.set(value, [Number(id)]);
    else others.push(Number(id));
  }
  return [...byValue].map(([was, ids]) => ({ was, ids: Int32Array.from(ids) }));
}
