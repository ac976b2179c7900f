import { randomUUID } from 'node:crypto';
import type { AlbumMove, Reordered } from '../../../../shared/library/albums.ts';
import { AppFailure } from '../../../../shared/errors.ts';
import type { AlbumId, UndoToken } from '../../../../shared/library/marks.ts';
import type { SelectionTarget, ViewRevision } from '../../../../shared/library/view.ts';
import type { ImageId } from '../../../../shared/task.ts';
import { selectedIds, type LibraryViews } from '../stores/library-views.ts';
import { joinedIds } from '../../util/joined-ids.ts';
import { createSequencer } from '../../util/sequencer.ts';
import type { AlbumStore } from './album-store.ts';

/**
 * Changes the order of pictures in an album, and undoes the change. Each picture has a number between those of its neighbours, and numbers that are too
 * close are spread. Calls run one at a time, in the order in which they come.
 */
export interface AlbumMover {
  /**
   * Moves pictures to a position of the view, which shows the album in its own order. The pictures keep their order among themselves. Rejects with
   * `view-replaced` if the view is closed, and as the repository does if nothing was moved. If the disk refuses only a part, what was moved can be undone.
   */
  move(album: AlbumId, target: SelectionTarget, at: ViewRevision, to: number): Promise<AlbumMove>;
  /**
   * Undoes one move. Places are relative to each other, so this is only possible while it is the latest of its album: `later` means that later ones must be undone
   * first. If the disk refuses a part, the next call does the rest. `no`: it is undone already, forgotten, or of an earlier run.
   */
  undo(token: UndoToken): Promise<Reordered>;
  /** Does an undone move again, unless the album's order was changed since. */
  redo(token: UndoToken): Promise<Reordered>;
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
/** Limits of what can be undone and redone: the number of moves, and of pictures in all of them, which take 24 MB. */
const mostSteps = 100;
const mostPictures = 2_000_000;

/** Pictures of an album, and their new places. */
interface Placing {
  readonly album: AlbumId;
  readonly images: Int32Array;
  readonly places: Float64Array;
}

/** A move, with what is left to undo and to do again. */
interface Step {
  readonly album: AlbumId;
  readonly token: UndoToken;
  undo: readonly Placing[];
  redo: readonly Placing[];
}

export function createAlbumMover({ repository, views, moved }: AlbumMoverDeps): AlbumMover {
  const sequencer = createSequencer();
  /** Latest last: moves of which there is something to undo, and the others. */
  const steps: { done: Step[]; undone: Step[] } = { done: [], undone: [] };
  const inOrder = <T>(run: () => Promise<T>): Promise<T> => sequencer.run('albums', run);

  /** Sets places. Returns the previous ones, the places that are left after a refusal of the disk, and the refusal. */
  const place = async (wanted: readonly Placing[]): Promise<{ readonly former: readonly Placing[]; readonly rest: readonly Placing[]; readonly error: unknown }> => {
    const former: Placing[] = [];
    let rest = wanted;
    try {
      for (let [next, ...others] = rest; next !== undefined; [next, ...others] = rest) {
        const { album, images, places } = next;
        const part = images.slice(0, slice);
        const before = await repository.albumPlaces(album, part);
        await repository.placeInAlbum(album, part, places.slice(0, slice));
        former.unshift({ album, images: part, places: before });
        rest = images.length > slice ? [{ album, images: images.slice(slice), places: places.slice(slice) }, ...others] : others;
      }
    } catch (error) {
      return { former, rest, error };
    }
    return { former, rest, error: null };
  };

  const sizeOf = (all: readonly Step[]): number => all.reduce((sum, { undo, redo }) => sum + [...undo, ...redo].reduce((length, { images }) => length + images.length, 0), 0);

  const put = (to: 'done' | 'undone', step: Step): void => {
    steps[to].push(step);
    // The latest step always stays, however large it is.
    while (steps[to].length > 1 && (steps[to].length > mostSteps || sizeOf(steps[to]) > mostPictures)) steps[to].shift();
  };

  /** Whether an undo or redo was interrupted by the disk. It must be finished before another step of the album changes. */
  const isHalf = ({ undo, redo }: Step): boolean => undo.length > 0 && redo.length > 0;

  const isNext = (step: Step, what: 'undo' | 'redo'): boolean => {
    const [done, undone] = [steps.done, steps.undone].map((all) => all.findLast(({ album }) => album === step.album));
    if (what === 'undo' || isHalf(step)) return done === step;
    return undone === step && !(done !== undefined && isHalf(done));
  };

  const revert = async (token: UndoToken, what: 'undo' | 'redo'): Promise<Reordered> => {
    const step = [...steps.done, ...steps.undone].find((one) => one.token === token);
    if (step === undefined || step[what].length === 0) return 'no';
    if (!isNext(step, what)) return 'later';
    const { former, rest, error } = await place(step[what]);
    const other = what === 'undo' ? 'redo' : 'undo';
    step[what] = rest;
    step[other] = [...former, ...step[other]];
    steps.done = steps.done.filter((one) => one !== step);
    steps.undone = steps.undone.filter((one) => one !== step);
    put(step.undo.length > 0 ? 'done' : 'undone', step);
    if (former.length > 0) moved();
    if (error !== null) throw error;
    return 'done';
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
        if (images.length === 0) return { pictures: 0, token: null, failure: null };
        const room = await repository.roomInAlbum(album, before, images.length);
        const step = (room.high - room.low) / (images.length + 1);
        const { former, error } = await place([{ album, images, places: Float64Array.from(images, (_, index) => room.low + step * (index + 1)) }]);
        if (former.length === 0 && room.images.length === 0 && error !== null) throw error;
        const token = randomUUID();
        steps.undone = steps.undone.filter((one) => one.album !== album);
        // Undo restores the room last, because some of it may also be among the moved ones.
        put('done', { album, token, undo: [...former, { album, images: room.images, places: room.places }], redo: [] });
        moved();
        const failure = error === null ? null : error instanceof AppFailure ? error.appError : { code: 'internal' as const };
        return { pictures: former.reduce((sum, part) => sum + part.images.length, 0), token, failure };
      });
    },
    undo: (token) => inOrder(() => revert(token, 'undo')),
    redo: (token) => inOrder(() => revert(token, 'redo')),
    settled: () => inOrder(() => Promise.resolve()),
  };
}
