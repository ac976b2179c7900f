import type { Store } from '../client/database-contract.ts';
import { writeName } from './picture-names.ts';
import type { Connection } from '../worker/statements.ts';

/** Where the files of kept pictures are; pages follow the table's own order, so that none costs more than its length. */
export function createKeptFiles(connection: Connection): Pick<Store, 'keptFiles' | 'keptIds' | 'moveFiles'> {
  const { sql, transaction } = connection;
  return {
    keptFiles: (after, limit) =>
      sql(`SELECT id, path, bytes FROM images WHERE id > ? AND status = 'kept' ORDER BY id LIMIT ?`)
        .all(after, limit)
        .map(({ id, path, bytes }) => ({ id: Number(id), path: String(path), bytes: Number(bytes) })),
    keptIds: (below, limit) =>
      sql(`SELECT id FROM images WHERE id < ? AND status = 'kept' ORDER BY id DESC LIMIT ?`)
        .all(below ?? Number.MAX_SAFE_INTEGER, limit)
        .map((row) => Number(row['id'])),
    moveFiles: (moves) =>
      transaction(() => {
        for (const { id, from, to } of moves) {
          sql(`UPDATE images SET path = ? WHERE id = ? AND status = 'kept' AND path = ?`).run(to, id, from);
          writeName(connection, id);
        }
      }),
  };
}
