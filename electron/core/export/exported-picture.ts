import type { ImageMarks } from '../../../shared/library/marks.ts';
import type { ImageFile, ImageId, Task } from '../../../shared/task.ts';
import type { AlbumStore } from '../library/albums/album-store.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { BatchStore } from '../engine/batch-store.ts';
import type { PictureStore } from '../library/stores/picture-store.ts';
import type { MarkStore } from '../library/marks/mark-store.ts';

/** A picture in the library, with everything that an export can write about it. */
export interface ExportedPicture {
  readonly id: ImageId;
  readonly file: ImageFile;
  readonly task: Task;
  readonly marks: ImageMarks | null;
  /** The names of its account and its batch. */
  readonly account: string | null;
  readonly batch: string | null;
  /** The names of its albums. */
  readonly albums: readonly string[];
}

export type ExportStore = Pick<PictureStore, 'describe'> & Pick<MarkStore, 'imageMarks'> & Pick<AccountStore, 'accounts'> & Pick<BatchStore, 'batchNames'> & Pick<AlbumStore, 'albums'>;

/** Reads the pictures that are still in the library, by id. `isPlain`: reads only their files. */
export async function exportedPictures(store: ExportStore, ids: readonly ImageId[], isPlain: boolean): Promise<ReadonlyMap<ImageId, ExportedPicture>> {
  const described = (await store.describe(ids)).flatMap(({ image, task }) => (image.state.status === 'kept' ? [{ id: image.id, file: image.state.file, task }] : []));
  if (isPlain) return new Map(described.map((one) => [one.id, { ...one, marks: null, account: null, batch: null, albums: [] }]));
  const batchIds = new Set(described.flatMap(({ task }) => task.batchId ?? []));
  const [accounts, batches, albums, marks] = await Promise.all([store.accounts(), store.batchNames([...batchIds]), store.albums(), Promise.all(described.map(({ id }) => store.imageMarks(id)))]);
  const albumNames = new Map(albums.map(({ id, name }) => [id, name]));
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]));
  return new Map(
    described.map((one, at) => {
      const { accountId, batchId, imported } = one.task;
      const here = { account: accountNames.get(accountId) ?? null, batch: batchId === null ? null : (batches.get(batchId) ?? null) };
      const there = { account: imported?.origin?.account ?? null, batch: imported?.origin?.batch ?? null };
      const itsMarks = marks[at] ?? null;
      return [one.id, { ...one, marks: itsMarks, albums: itsMarks?.albums.flatMap((id) => albumNames.get(id) ?? []) ?? [], ...(imported === null ? here : there) }];
    }),
  );
}
