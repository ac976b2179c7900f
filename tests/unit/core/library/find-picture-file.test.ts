import { expect, it } from 'vitest';
import { createPictureFiles } from '../../../../electron/core/library/find-picture-file.ts';
import type { ImageFile, ImageId } from '../../../../shared/task.ts';

const file = { path: 'a.png', type: 'png', width: 3, height: 2 } as unknown as ImageFile;
const [saving, kept, unknown] = [1, 2, 3] as const;

it('finds a picture whose row is still being saved, and searches only for one whose row is there', async () => {
  const missed: ImageId[] = [];
  let onDisk = true;
  const files = createPictureFiles({
    repository: { image: (id) => Promise.resolve((id === kept ? { image: { state: { status: 'kept', file } } } : null) as never) },
    folders: { locate: () => Promise.resolve((onDisk ? { path: '/pictures/a.png', root: '/pictures' } : null) as never) },
    missed: (id) => missed.push(id),
  });
  const found = { path: '/pictures/a.png', root: '/pictures', type: 'png', width: 3, height: 2 };
  const { promise, resolve } = Promise.withResolvers<boolean>();
  files.placed(saving, file, promise);
  expect(await files.find(saving)).toEqual(found);
  expect(await files.find(kept)).toEqual(found);
  expect(await files.find(unknown)).toBeNull();

  onDisk = false;
  expect([await files.find(saving), await files.find(kept)]).toEqual([null, null]);
  expect(missed).toEqual([kept]);

  // From now on the row counts.
  onDisk = true;
  resolve(true);
  await promise;
  expect(await files.find(saving)).toBeNull();
});
