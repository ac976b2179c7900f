import type { AlbumMove } from '../../../../shared/library/albums.ts';
import { appErrorOf, AppFailure } from '../../../../shared/errors.ts';
import type { AlbumId } from '../../../../shared/library/marks.ts';
import type { SelectionTarget, ViewRevision } from '../../../../shared/library/view.ts';
import type { ImageId } from '../../../../shared/task.ts';
import type { Direction, Reverted } from '../../../../shared/reverting.ts';
import { selectedIds, type LibraryViews } from '../stores/library-views.ts';
import { joinedIds } from '../../util/joined-ids.ts';
import { createSequencer } from '../../util/sequencer.ts';
import type { UndoLog } from '../../undo/undo-log.ts';
import type { AlbumStore } from './album-store.ts';

/**
 * Changes the order of pictures in an album. Each picture has a number between those of its neighbours, and numbers that are too close are spread. Calls run
 * one at a time, in the order in which they come. Places are relative to each other, so a move can only be undone while it is the latest of its album, and
 * redone unless the album's order was changed since.
 */
export interface AlbumMover {
  /**
   * Moves pictures to a position of the view, which shows the album in its own order. The pictures keep their order among themselves. Rejects with
   * `view-replaced` if the view is closed, and as the repository does if nothing was moved. If the disk refuses only a part, what was moved can be undone.
   */
  move(album: AlbumId, target: SelectionTarget, at: ViewRevision, to: number): Promise<AlbumMove>;
  /** Resolves when all earlier calls are done. */
  settled(): Promise<void>;
}

export interface AlbumMoverDeps {
  readonly repository: Pick<AlbumStore, 'albumPlaces' | 'placeInAlbum' | 'roomInAlbum'>;
  readonly views: Pick<LibraryViews, 'pictureIds'>;
  readonly undoLog: Pick<UndoLog, 'record'>;
  readonly moved: () => void;
}

/** Pictures read or moved in one call, which takes a few milliseconds. A commit of a submission waits for at most one of these. */
const slice = 500;

/** Pictures of an album, and their new places. */
interface Placing {
  readonly album: AlbumId;
  readonly images: Int32Array;
  readonly places: Float64Array;
}

/** A move, with what is left to undo and to redo. The disk may have interrupted either, so that something is left of both. */
interface Step {
  readonly album: AlbumId;
  undo: readonly Placing[];
  redo: readonly Placing[];
}

export function createAlbumMover({ repository, views, undoLog, moved }: AlbumMoverDeps): AlbumMover {
  const sequencer = createSequencer();
  /** In the order in which they were done. Of each album, the undone ones come after the others. */
  let steps: readonly Step[] = [];
  const inOrder = <T>(run: () => Promise<T>): Promise<T> => sequencer.run('albums', run);

  /** Sets places. Returns the previous ones, the places that are left after a refusal of the disk, and the refusal. */
  const place = async (wanted: readonly Placing[]): Promise<{ readonly former: readonly Placing[]; readonly rest: readonly Placing[]; readonly error: unknown }> => {
    const former: Placing[] = [];
    const parts = wanted.flatMap(inSlices);
    for (const [at, { album, images, places }] of parts.entries()) {
      try {
        const before = await repository.albumPlaces(album, images);
        await repository.placeInAlbum(album, images, places);
        former.unshift({ album, images, places: before });
      } catch (error) {
        return { former, rest: parts.slice(at), error };
      }
    }
    return { former, rest: [], error: null };
  };

  /** Main can no longer undo or redo it, nor what would have to wait for that. */
  const forget = (step: Step): void => {
    const at = steps.indexOf(step);
    if (at < 0) return;
    steps = steps.filter(({ album }, index) => album !== step.album || (index < at ? step.undo.length === 0 : index > at && step.redo.length === 0));
  };

  /** Whether nothing else of the album must be undone or redone first. */
  const isNext = (step: Step, what: Direction): boolean => {
    const all = steps.filter(({ album }) => album === step.album);
    const lastDone = all.findLastIndex(({ undo }) => undo.length > 0);
    const firstUndone = all.findIndex(({ redo }) => redo.length > 0);
    return what === 'undo' ? all[lastDone] === step : all[firstUndone] === step && lastDone <= firstUndone;
  };

  const revert = async (step: Step, what: Direction): Promise<Reverted> => {
    if (step[what].length === 0) return { came: 'nothing', why: 'already' };
    if (!steps.includes(step)) return { came: 'nothing', why: 'changed' };
    if (!isNext(step, what)) return { came: 'nothing', why: 'later' };
    const { former, rest, error } = await place(step[what]);
    const other = what === 'undo' ? 'redo' : 'undo';
    step[what] = rest;
    step[other] = [...former, ...step[other]];
    if (former.length > 0) moved();
    if (error !== null) throw error;
    return { came: 'done', count: countOf(former), left: 0, kept: 0 };
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
        // Undo restores the room last, because some of it may also be among the moved ones.
        const move: Step = { album, undo: [...former, { album, images: room.images, places: room.places }], redo: [] };
        // What was undone before it cannot be redone after it.
        steps = [...steps.filter((one) => one.album !== album || one.undo.length > 0), move];
        const token = undoLog.record({
          undo: () => inOrder(() => revert(move, 'undo')),
          redo: () => inOrder(() => revert(move, 'redo')),
          bytes: () => countOf([...move.undo, ...move.redo]) * (Int32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT),
          forgotten: () => forget(move),
        });
        moved();
        return { pictures: countOf(former), token, failure: error === null ? null : appErrorOf(error) };
      });
    },
    settled: () => inOrder(() => Promise.resolve()),
  };
}

const inSlices = ({ album, images, places }: Placing): readonly Placing[] =>
  Array.from({ length: Math.ceil(images.length / slice) }, (_, part) => part * slice).map((at) => ({ album, images: images.slice(at, at + slice), places: places.slice(at, at + slice) }));

const countOf = (placings: readonly Placing[]): number => placings.reduce((sum, { images }) => sum + images.length, 0);
