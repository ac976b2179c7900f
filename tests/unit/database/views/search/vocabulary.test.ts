import { beforeEach, expect, it } from 'vitest';
import { openConnection } from '../../../../../electron/database/schema/connection.ts';
import { openViews } from '../../../../../electron/database/client/open-views.ts';
import type { LibraryViews } from '../../../../../electron/core/library/library-views.ts';
import { databaseWorkerFile } from '../../../../support/built-threads.ts';
import { openTestDatabase, type TestDatabase } from '../../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../../samples.ts';

/** The tags that a filter is completed with. */

let database: TestDatabase;
let views: LibraryViews;
beforeEach(async () => {
  database = await openTestDatabase();
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
  return async () => {
    await views.close();
    await database.remove();
  };
});

it('counts the pictures of each tag, the most used first, even if that takes several steps', async () => {
  expect(await views.tags()).toEqual([]);
  const pictures = 120_000;
  const task = makeTask({ state: { status: 'completed', remoteId: 'many', imageCount: pictures } });
  const [image] = await database.repository.saveCompletion(task, makeSources(1), makeAnswer());
  await database.repository.saveImage(image?.id ?? 0, { status: 'kept', file: makeFile() });
  await database.repository.markImages(Int32Array.of(image?.id ?? 0), { kind: 'tag', tag: 'Abend' });
  const db = openConnection(database.file);
  db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${pictures - 1})
    INSERT INTO images (task, position, status, path, type, width, height, bytes, sha256, saved_at)
    SELECT (SELECT id FROM tasks), i, 'kept', 'p' || i, 'png', 1, 1, i, 'ab', ${start} + i FROM n;
    INSERT INTO tags (name, folded) VALUES ('sea', 'sea'), ('fifty thousand', 'fifty thousand');
    INSERT INTO image_tags SELECT id, (SELECT id FROM tags WHERE name = 'sea') FROM images;
    INSERT INTO image_tags SELECT id, (SELECT id FROM tags WHERE name = 'fifty thousand') FROM images ORDER BY id LIMIT 50000;`);
  db.close();
  expect(await views.tags()).toEqual([{ name: 'sea', pictures }, { name: 'fifty thousand', pictures: 50_000 }, { name: 'Abend', pictures: 1 }]);
});
