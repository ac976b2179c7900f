import { afterAll, beforeAll, expect } from 'vitest';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import type { ViewQuery } from '../../../../shared/library/view.ts';
import type { Task } from '../../../../shared/task.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

/** A picture as the test knows it. Plain code over these decides what a search must find. */
export interface Known {
  readonly id: number;
  readonly task: Task;
  readonly savedAt: number;
  readonly width: number;
  readonly height: number;
  readonly favourite: boolean;
  readonly rating: number;
  readonly trashed: boolean;
  readonly tags: readonly string[];
  readonly path: string;
  readonly flag: number;
  readonly label: number;
  readonly note: string | null;
  readonly albums: readonly string[];
}

const day = 86_400_000;
const models = ['painter-1', 'painter-1-turbo', 'Étude 2'];
const prompts = ['a red fox in the snow', 'Crème brûlée, still life', '雪の中の猫と犬', 'portrait of a grey cat', 'snowy mountains at dawn', 'a foxglove beside a red door', '夜のneon街をwalkingする猫'];
const sizes = [[1024, 768], [768, 1024], [512, 512]] as const;

export let database: TestDatabase;
export let views: LibraryViews;
export let known: readonly Known[];

/** Opens a library of 240 tasks for all tests of a file. */
export function useSearchedLibrary(): void {
  beforeAll(async () => {
    database = await openTestDatabase();
    const db = openConnection(database.file);
    // A thousand commits that nobody waits for.
    db.exec('PRAGMA synchronous = OFF');
    const { store } = createStore(db, (message) => expect.fail(message));
    const made: Known[] = [];
    for (let at = 0; at < 240; at += 1) {
      const request = { model: models[at % 3] ?? '', prompt: `${prompts[at % 7]} ${at}`, size: '1024x1024', quality: at % 2 === 0 ? 'low' : 'high' };
      const createdAt = start - at * day;
      const task =
        at % 8 === 7
          ? makeTask({ request, createdAt, state: { status: 'failed', remoteId: `task_failed_${at}`, said: { httpStatus: 200, code: 'policy', message: `refused by moderation ${at}` } } })
          : makeTask({ request, createdAt, state: { status: 'completed', remoteId: `task_${String(at).padStart(4, '0')}`, imageCount: 2 } });
      store.insertTasks([task]);
      if (task.state.status !== 'completed') continue;
      for (const image of store.saveCompletion(task, makeSources(2), makeAnswer())) {
        const [width, height] = sizes[image.id % 3] ?? [1, 1];
        // Moments that go up and down with the ids.
        const path = `2025/${at % 2 === 0 ? 'odd' : 'even'}/picture ${image.id}.png`;
        const stored = store.saveImage(image.id, { status: 'kept', file: makeFile({ path, savedAt: createdAt + (at % 5) * 3 * day, width, height }) });
        const savedAt = stored.status === 'kept' ? stored.file.savedAt : 0;
        const [favourite, rating, trashed] = [image.id % 7 === 0, image.id % 6, image.id % 31 === 0];
        made.push({ id: image.id, task, savedAt, width, height, favourite, rating, trashed, tags: image.id % 10 === 0 ? ['Beach', 'très bien'] : image.id % 10 === 1 ? ['beachfront'] : [], path, ...chosen(image.id) });
      }
    }
    db.exec(`INSERT INTO tags (id, name, folded) VALUES (1, 'Beach', 'beach'), (2, 'très bien', 'tres bien'), (3, 'beachfront', 'beachfront')`);
    db.exec(`INSERT INTO albums (id, uuid, name, place, created_at, removed_at) VALUES (1, '1', 'Trip', 1, 0, NULL), (2, '2', 'Trip home', 2, 0, NULL), (3, '3', 'Old', 3, 0, 9)`);
    db.exec('UPDATE tasks SET estimate = 40000000; UPDATE tasks SET cost = 60000000 * (id % 3) WHERE id % 3 > 0');
    for (const { id, favourite, rating, trashed, tags, flag, label, note, albums } of made) {
      db.prepare('UPDATE images SET favourite = ?, rating = ?, trashed_at = ? WHERE id = ?').run(favourite ? 1 : 0, rating, trashed ? start + id * 1000 : null, id);
      db.prepare('UPDATE images SET flag = ?, label = ?, note = ? WHERE id = ?').run(flag, label, note, id);
      for (const album of albums) db.prepare('INSERT INTO album_images (album, image, place) SELECT id, ?, ? FROM albums WHERE name = ?').run(id, id, album);
      db.prepare('INSERT INTO album_images (album, image, place, gone) VALUES (2, ?, 0, 1) ON CONFLICT DO NOTHING').run(id);
      for (const tag of tags) db.prepare('INSERT INTO image_tags SELECT ?, id FROM tags WHERE name = ?').run(id, tag);
    }
    db.close();
    known = made;
    views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
  });
  afterAll(async () => {
    await views.close();
    await database.remove();
  });
}

function chosen(id: number): Pick<Known, 'flag' | 'label' | 'note' | 'albums'> {
  const albums = [...(id % 8 === 0 ? ['Trip'] : []), ...(id % 12 === 0 ? ['Trip home'] : []), ...(id % 9 === 0 ? ['Old'] : [])];
  return { flag: [0, 1, -1, 0][id % 4] ?? 0, label: id % 7 < 6 ? id % 7 : 0, note: [null, 'Print this\nfor Zoë', 'blueprint of a zebra', null, null][id % 5] ?? null, albums };
}

const newest = { by: 'created', descending: true } as const;
export const query = (search: string, sort: ViewQuery['sort'] = newest): ViewQuery => ({ search, sort });
