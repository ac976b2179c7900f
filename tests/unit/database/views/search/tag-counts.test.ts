import { expect, it, onTestFinished } from 'vitest';
import { openViews } from '../../../../../electron/database/client/open-views.ts';
import { databaseWorkerFile } from '../../../../support/built-threads.ts';
import { openTestDatabase } from '../../../../support/open-test-database.ts';
import { makeAlbum, makeAnswer, makeFile, makeSources, makeTask } from '../../samples.ts';

it('counts the pictures of each tag, the most used first, and those of each album that are in the library', async () => {
  const { repository, file, remove } = await openTestDatabase();
  const views = await openViews({ file, workerFile: databaseWorkerFile });
  onTestFinished(async () => {
    await views.close();
    await remove();
  });
  expect(await views.tags()).toEqual([]);
  const images = await repository.saveCompletion(makeTask({ state: { status: 'completed', remoteId: 'r', imageCount: 3 } }), makeSources(3), makeAnswer());
  for (const { id, index } of images) await repository.saveImage(id, { status: 'kept', file: makeFile({ path: `${index}.png` }) });
  const ids = images.map(({ id }) => id);
  await repository.markImages(Int32Array.from(ids.slice(2)), { kind: 'tag', tag: 'Abend' });
  await repository.markImages(Int32Array.from(ids.slice(1)), { kind: 'tag', tag: 'night' });
  await repository.markImages(Int32Array.from(ids), { kind: 'tag', tag: 'sea' });
  expect(await views.tags()).toEqual([{ name: 'sea', pictures: 3 }, { name: 'night', pictures: 2 }, { name: 'Abend', pictures: 1 }]);
  for (const number of [1, 2]) await repository.putAlbum(makeAlbum(number));
  await repository.markImages(Int32Array.from(ids), { kind: 'album', album: makeAlbum(1).id });
  await repository.markImages(Int32Array.from(ids.slice(1)), { kind: 'trash', at: 1 });
  expect(await views.albumCounts()).toEqual([{ id: makeAlbum(1).id, pictures: 1 }, { id: makeAlbum(2).id, pictures: 0 }]);
});
