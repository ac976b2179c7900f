import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnection } from '../../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../../electron/database/tables/store.ts';
import { createConnection } from '../../../../../electron/database/sqlite/statements.ts';
import { libraryAndTrashOrder } from '../../../../../electron/database/views/orders/library-and-trash-order.ts';
import { createPictureOrders } from '../../../../../electron/database/views/orders/picture-orders.ts';
import { openTestDatabase, type TestDatabase } from '../../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../../samples.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());

it('keeps pictures of one second in the order of their milliseconds, whichever of them are in the trash', async () => {
  const db = openConnection(database.file);
  const { store } = createStore(db, (message) => expect.fail(message));
  const task = makeTask({ state: { status: 'completed', remoteId: 'many', imageCount: 24 } });
  store.insertTasks([task]);
  const saved = store.saveCompletion(task, makeSources(24), makeAnswer()).map((image, at) => {
    // Three seconds, eight pictures in each, in another order than their row numbers.
    const savedAt = start - (start % 1000) + (at % 3) * 1000 + ((at * 377) % 1000);
    store.saveImage(image.id, { status: 'kept', file: makeFile({ path: `${at}.png`, savedAt }) });
    db.prepare('UPDATE images SET saved_at = ? WHERE id = ?').run(savedAt, image.id);
    return { id: image.id, savedAt };
  });
  const wanted = saved.toSorted((a, b) => b.savedAt - a.savedAt || b.id - a.id).map(({ id }) => id);
  const connection = createConnection(db);
  const orders = createPictureOrders(connection);
  for (const trashed of [[], [0], [23], [0, 1, 2, 11, 12], [5, 9, 14, 20, 21, 22], wanted.map((_id, at) => at)]) {
    db.exec('UPDATE images SET trashed_at = NULL WHERE trashed_at IS NOT NULL');
    for (const at of trashed) db.prepare('UPDATE images SET trashed_at = ? WHERE id = ?').run(start + at, wanted[at] ?? 0);
    const [library, trash] = [orders.now('library'), orders.now('trash')];
    const mixed = libraryAndTrashOrder(connection, library, trash);
    expect([...(mixed?.ids ?? [])], `${trashed.length} in the trash`).toEqual(wanted);
    expect([...(mixed?.times ?? [])]).toEqual(wanted.map((id) => Math.floor((saved.find((picture) => picture.id === id)?.savedAt ?? 0) / 1000)));
  }
  db.close();
});

it('shows a picture only once if it was trashed between the readings of both orders', async () => {
  const db = openConnection(database.file);
  const connection = createConnection(db);
  const orders = createPictureOrders(connection);
  db.exec('UPDATE images SET trashed_at = NULL WHERE trashed_at IS NOT NULL');
  const library = orders.now('library');
  db.prepare('UPDATE images SET trashed_at = ? WHERE id = ?').run(start, library.ids[7] ?? 0);
  const mixed = libraryAndTrashOrder(connection, library, orders.now('trash'));
  expect([...(mixed?.ids ?? [])]).toEqual([...library.ids]);
  db.close();
});
