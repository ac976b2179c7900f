import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryViews } from '../../../../../electron/core/library/stores/library-views.ts';
import { openConnection } from '../../../../../electron/database/schema/connection.ts';
import { openViews } from '../../../../../electron/database/client/open-views.ts';
import { createConnection, type Connection } from '../../../../../electron/database/sqlite/statements.ts';
import { createPictureOrders, type PictureOrder } from '../../../../../electron/database/views/orders/picture-orders.ts';
import { firstTasks, newestPictures } from '../../../../../electron/database/views/search/newest-matching.ts';
import { createTermsTable } from '../../../../../electron/database/views/search/full-text-query.ts';
import { parseSearch } from '../../../../../shared/search/parse.ts';
import type { SearchQuery } from '../../../../../shared/search/query.ts';
import { seedLibrary } from '../../../../bench/seed/seed-library.ts';
import { databaseWorkerFile } from '../../../../support/built-threads.ts';

/** The first answer to any search is the beginning of the whole view, and comes before it. */

let home: string;
let views: LibraryViews;
let reader: DatabaseSync;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-newest-'));
  const seeded = await seedLibrary({ images: 9000, out: path.join(home, 'seeded'), seed: 3, until: Date.UTC(2026, 10, 21), single: false });
  const db = new DatabaseSync(seeded.database);
  // As if imported since: old pictures with the greatest row numbers, and new ones with the least.
  db.exec('UPDATE images SET saved_at = saved_at - 40000000000 WHERE id % 97 = 0; UPDATE images SET saved_at = saved_at + 300000000000 WHERE id < 50 AND saved_at IS NOT NULL');
  // Nobody has decided about the first one of which nobody knows what became of it, nor about the last.
  db.exec(`UPDATE tasks SET dismissed_at = NULL WHERE status = 'unknown' AND imported IS NULL AND
    id IN (SELECT min(id) FROM tasks WHERE status = 'unknown' AND imported IS NULL UNION SELECT max(id) FROM tasks WHERE status = 'unknown' AND imported IS NULL)`);
  db.close();
  reader = openConnection(seeded.database);
  reader.exec(createTermsTable);
  views = await openViews({ file: seeded.database, workerFile: databaseWorkerFile });
});
afterAll(async () => {
  reader.close();
  await views.close();
  await rm(home, { recursive: true });
});

const sort = { by: 'created', descending: true } as const;
const queryOf = (search: string) => parseSearch(search, { year: 2026, month: 11, day: 21 });

const newestTasks = (connection: Connection, query: SearchQuery, limit: number, found: number[]): boolean => firstTasks(connection, query, true, limit, found);

/** The walk through the database, or through the order in memory. */
const newestFrom = (order: PictureOrder | null) => (connection: Connection, query: SearchQuery, limit: number, found: number[]) => newestPictures(connection, order, query, limit, found);

/** All that a walk finds, however long it takes. */
function walked(walk: (connection: Connection, query: SearchQuery, limit: number, found: number[]) => boolean, search: string): readonly number[] {
  const found: number[] = [];
  walk(createConnection(reader), queryOf(search), 200, found);
  return found;
}

describe('the first answer', () => {
  it.each(['rating:>=1 ', '-fox', 'fox OR cat', 'size:portrait ', 'quality:high ', 'tag:none ', 'is:unrated ', 'after:2019 ', '*igh', 'a OR model:gpt ', 'is:kept -is:favourite ', 'is:favourite '])(
    'of pictures for “%s” is the beginning of all that match',
    async (search) => {
      const told = await views.openGallery({ search });
      if (told === null) throw new Error('replaced');
      expect((await views.ready(told.token))?.total ?? told.total).toBeGreaterThan(0);
      const all = [...((await views.pictureIds({ token: told.token, revision: 0 }, [[0, 100_000]])) ?? [])];
      expect(all.slice(0, told.first.ids.length)).toEqual([...told.first.ids]);
      for (const order of [null, createPictureOrders(createConnection(reader)).now('library')]) expect(walked(newestFrom(order), search)).toEqual(all.slice(0, 200));
    },
  );

  it.each(['rating:>=1 ', '-fox', 'fox OR cat', 'size:portrait ', 'tag:none ', 'status:failed ', '*igh', 'is:unknown OR is:failed ', 'is:kept -is:favourite ', 'is:unknown '])(
    'of tasks for “%s” is the beginning of all that match',
    async (search) => {
      const told = await views.openHistory({ search, sort });
      if (told === null) throw new Error('replaced');
      expect((await views.ready(told.token))?.total ?? told.total).toBeGreaterThan(0);
      const all = [...((await views.taskRows({ token: told.token, revision: 0 }, [[0, 100_000]])) ?? [])];
      const first = await views.tasks({ token: told.token, revision: 0 }, [0, told.first.length]);
      expect(first?.map(({ task }) => task.id)).toEqual(told.first.map(({ task }) => task.id));
      expect(walked(newestTasks, search)).toEqual(all.slice(0, 200));
    },
  );

  it('of tasks does not read those between two whose outcome is unknown', () => {
    const connection = createConnection(reader);
    const undecided = reader.prepare(`SELECT id FROM tasks WHERE status = 'unknown' AND imported IS NULL AND dismissed_at IS NULL ORDER BY id DESC`).all();
    let rows = 0;
    const counting: Connection = {
      ...connection,
      sql(text) {
        const statement = connection.sql(text);
        if (!text.includes('CAST(? AS INTEGER)')) return statement;
        return {
          ...statement,
          get(...values) {
            const [from, until] = [...values].slice(-2);
            rows += Number(until) - Number(from);
            return statement.get(...values);
          },
        };
      },
    };
    const found: number[] = [];
    firstTasks(counting, queryOf('is:unknown OR is:running '), true, 2, found);
    expect(found).toEqual(undecided.map(({ id }) => id));
    expect(found[0]).toBeGreaterThan((found[1] ?? 0) + 4000);
    // Both parts of the search, of the two and of the first step.
    expect(rows).toBeLessThan(2 * (2 + 2500));
  });

  it('comes before all matches are counted', async () => {
    const told = await views.openGallery({ search: '-zzyzx' });
    expect(told?.total).toBeNull();
    expect(told?.first.ids.length).toBeGreaterThan(0);
  });

  it('has all matches of a search with few, and none of a search without any', async () => {
    const few = await views.openGallery({ search: 'is:favourite rating:5 ' });
    const facts = few && (await views.ready(few.token));
    expect(walked(newestFrom(null), 'is:favourite rating:5 ')).toHaveLength(facts?.total ?? -1);
    const none = await views.openGallery({ search: 'rating:5 -rating:>=1 ' });
    expect([none?.total, none?.first.ids.length]).toEqual([0, 0]);
  });
});
