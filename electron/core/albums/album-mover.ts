import { AppFailure } from '../../../shared/errors.ts';
import type { AlbumId, SelectionTarget } from '../../../shared/library/marks.ts';
import type { ViewRevision } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';
import { selectedIds, type LibraryViews } from '../library/library-views.ts';
import { joinedIds } from '../util/joined-ids.ts';
import { createSequencer } from '../util/sequencer.ts';
import type { AlbumStore } from './album-store.ts';

/**
 * Changes the order of pictures in an album, and undoes the change. Each picture has a number between those of its neighbours, and numbers that are too
 * close are spread. Calls run one at a time, in the order in which they come.
 */
export interface AlbumMover {
  /**
   * Moves pictures to a position of the view, which shows the album in its own order. The pictures keep their order among themselves. Resolves to
   * the number of moved pictures. Rejects with `view-replaced` if the view is closed.
   */
  move(album: AlbumId, target: SelectionTarget, at: ViewRevision, to: number): Promise<number>;
  /** Resolves to false if there was nothing to undo. */
  undo(): Promise<boolean>;
  redo(): Promise<boolean>;
  /** Resolves when all earlier calls are done. */
  settled(): Promise<void>;
}

export interface AlbumMoverDeps {
  readonly repository: Pick<AlbumStore, 'albumPlaces' | 'placeInAlbum' | 'roomInAlbum'>;
  readonly views: Pick<LibraryViews, 'pictureIds'>;
  readonly moved: () => void;
}

/** Pictures read or moved in one call, which takes a few milliseconds. A commit of a submission waits for at most one of these. */
const slice = 500;
/** Limits of the undo history: the number of steps, and of pictures in all of them, which take 24 MB. */
const mostSteps = 50;
const mostPictures = 2_000_000;

/** Pictures of an album, and their new places. */
interface Placing {
  readonly album: AlbumId;
  readonly images: Int32Array;
  readonly places: Float64Array;
}

export function createAlbumMover({ repository, views, moved }: AlbumMoverDeps): AlbumMover {
  const sequencer = createSequencer();
  const steps: Record<'undo' | 'redo', (readonly Placing[])[]> = { undo: [], redo: [] };
  const inOrder = <T>(run: () => Promise<T>): Promise<T> => sequencer.run('albums', run);

  /** Sets the places, and adds the previous ones to `former`, also if a slice fails. */
  const place = async ({ album, images, places }: Placing, former: Placing[]): Promise<void> => {
    for (let at = 0; at < images.length; at += slice) {
      const part = images.slice(at, at + slice);
      const before = await repository.albumPlaces(album, part);
      await repository.placeInAlbum(album, part, places.slice(at, at + slice));
      former.unshift({ album, images: part, places: before });
    }
  };

  const put = (to: 'undo' | 'redo', step: readonly Placing[]): void => {
    const all = steps[to];
    all.push(step);
    const size = (): number => all.reduce((sum, placings) => sum + placings.reduce((length, { images }) => length + images.length, 0), 0);
    // The latest step always stays, however large it is.
    while (all.length > 1 && (all.length > mostSteps || size() > mostPictures)) all.shift();
  };

  const back = async (from: 'undo' | 'redo'): Promise<boolean> => {
    const step = steps[from].pop();
    if (step === undefined) return false;
    const inverse: Placing[] = [];
    try {
      for (const placing of step) await place(placing, inverse);
    } catch (error) {
      // Part of it may be done. A second try does the rest.
      put(from, step);
      throw error;
    } finally {
      if (inverse.length > 0) {
        put(from === 'undo' ? 'redo' : 'undo', inverse);
        moved();
      }
    }
    return true;
  };

  /** Those of the pictures that are in the album. */
  const inAlbum = async (album: AlbumId, wanted: Int32Array): Promise<Int32Array> => {
    const parts: Int32Array[] = [];
    for (let at = 0; at < wanted.length; at += slice) {
      const part = wanted.slice(at, at + slice);
      const places = await repository.albumPlaces(album, part);
      parts.push(part.filter((_, index) => !Number.isNaN(places[index])));
    }
    return joinedIds(parts);
  };

  /** The first picture at or after a position that is not itself being moved. Null if there is none: the pictures then go to the end. */
  const pictureAt = async (at: ViewRevision, to: number, going: ReadonlySet<ImageId>): Promise<ImageId | null> => {
    for (let first = to; ; first += slice) {
      const ids = await views.pictureIds(at, [[first, first + slice]]);
      if (ids === null) throw new AppFailure('view-replaced');
      const stays = ids.find((id) => !going.has(id));
      if (stays !== undefined) return stays;
      if (ids.length < slice) return null;
    }
  };

  return {
    move(album, target, at, to) {
      // Read now, because the view may change while an earlier call runs.
      const read = selectedIds(views, target).then(async (wanted) => ({ wanted, before: await pictureAt(at, to, new Set(wanted)) }));
      read.catch(() => undefined);
      return inOrder(async () => {
        const { wanted, before } = await read;
        const images = await inAlbum(album, wanted);
        if (images.length === 0) return 0;
        const room = await repository.roomInAlbum(album, before, images.length);
        const step = (room.high - room.low) / (images.length + 1);
        // Undone last, because some of them may also be among the moved ones.
        const former: Placing[] = [{ album, images: room.images, places: room.places }];
        try {
          await place({ album, images, places: Float64Array.from(images, (_, index) => room.low + step * (index + 1)) }, former);
        } finally {
          steps.redo = [];
          put('undo', former);
          moved();
        }
        return images.length;
      });
    },
    undo: () => inOrder(() => back('undo')),
    redo: () => inOrder(() => back('redo')),
    settled: () => inOrder(() => Promise.resolve()),
  };
}
