import { appErrorOf } from '../../../../shared/errors.ts';
import { isValueMark, ownMark, tidyNote, tidyTag, valueMark, type Mark, type MarkingProgress, type MarkStep, type StoredValue } from '../../../../shared/library/marks.ts';
import type { SelectionTarget } from '../../../../shared/library/view.ts';
import { fold } from '../../../../shared/search/text/fold.ts';
import { assertNever } from '../../../../shared/result.ts';
import type { ImageId } from '../../../../shared/task.ts';
import type { Direction, Reverted } from '../../../../shared/reverting.ts';
import type { UndoLog, UndoStep } from '../../undo/undo-log.ts';
import { createSequencer } from '../../util/sequencer.ts';
import { joinedIds } from '../../util/joined-ids.ts';
import type { Clock } from '../../util/clock.ts';
import { selectedIds, type LibraryViews } from '../stores/library-views.ts';
import type { MarkedBefore, MarkStore, StoredMark } from './mark-store.ts';
import type { Trash } from './empty-trash.ts';

/**
 * Marks pictures. Calls run one at a time, in their order. A step is undone whatever was done since: each picture gets its former mark back if it still has
 * the one that the step gave it, and stays as it is if it was marked differently since.
 */
export interface Marker {
  /**
   * Rejects with `view-replaced` if the view of the selection is closed, and as the repository does if nothing was changed. If the disk refuses only a part,
   * the step says so, and what was done can be undone.
   */
  mark(target: SelectionTarget, mark: Mark): Promise<MarkStep>;
  /** Picks some pictures and rejects others, in one step. */
  decide(picked: readonly ImageId[], rejected: readonly ImageId[]): Promise<MarkStep>;
  /**
   * Replaces these tags by the tag `to` on all pictures, or removes them if `to` is null. Undone in one step. A single tag whose new name is free
   * is renamed in one statement. The result counts pictures.
   */
  retag(from: readonly string[], to: string | null): Promise<MarkStep>;
  /** Stops the call under way after the current slice. Pictures that it marked stay marked and can be undone together. */
  cancel(): void;
  /** Resolves when all earlier calls are done. */
  settled(): Promise<void>;
}

export interface MarkerDeps {
  readonly repository: MarkStore;
  readonly views: Pick<LibraryViews, 'pictureIds' | 'taggedPictures'>;
  readonly clock: Pick<Clock, 'now'>;
  /** No picture is restored while its file is discarded. */
  readonly trash: Pick<Trash, 'betweenRemovals'>;
  readonly undoLog: Pick<UndoLog, 'record'>;
  readonly events: MarkEvents;
}

export interface MarkEvents {
  /** `moved`: whether pictures went to the trash or left an album, or came back. `imageIds` is null if there are too many to list. */
  marked(imageIds: readonly ImageId[] | null, moved: boolean): void;
  /** The progress of a large selection; null at its end. */
  progress(state: MarkingProgress | null): void;
}

/** Pictures in one transaction, about five milliseconds. A commit of a submission waits for at most one of these. */
const slice = 500;
/** A selection of this size shows its progress. */
const large = 10_000;
/** The most changed pictures that are listed for the window. */
const mostNamed = 500;

/** Pictures that get a mark. */
interface Marking {
  readonly mark: StoredMark;
  /** Pictures that have lost this mark are left alone. Null: all get the new one. */
  readonly ifStill: StoredMark | null;
  readonly ids: Int32Array;
}

/** What was done of some markings, and what is left of them. */
interface Applied {
  readonly inverse: InverseMarks;
  readonly rest: readonly Marking[];
  readonly kept: number;
  /** Why it ended early, if it failed. */
  readonly error: unknown;
}

export function createMarker({ repository, views, clock, trash, undoLog, events }: MarkerDeps): Marker {
  const sequencer = createSequencer();
  let cancelled = false;
  const inOrder = <T>(run: () => Promise<T>): Promise<T> => sequencer.run('marks', run);

  /** Returns the pictures that it changed, and the number of those that it left alone. They are read before, because a call that is repeated after the death of the database thread finds them marked. */
  const write = ({ mark, ifStill, ids }: Marking): Promise<{ readonly changed: readonly MarkedBefore[]; readonly kept: number }> => {
    const run = async () => {
      const others = ifStill === null ? [] : await repository.changedBy(ids, ifStill);
      const leftAlone = new Set(others.flatMap((group) => [...group.ids]));
      const wanted = leftAlone.size === 0 ? ids : ids.filter((id) => !leftAlone.has(id));
      const changed = await repository.changedBy(wanted, mark);
      await repository.markImages(wanted, mark);
      return { changed, kept: leftAlone.size };
    };
    return mark.kind === 'restore' ? trash.betweenRemovals(run) : run();
  };

  /** Writes marks until all are written, the disk refuses, or the person stops it. */
  const apply = async (doing: MarkingProgress['doing'], wanted: readonly Marking[]): Promise<Applied> => {
    const total = countOf(wanted);
    const inverse = createInverse();
    let [done, kept, error]: [number, number, unknown] = [0, 0, null];
    let rest: readonly Marking[] = wanted;
    cancelled = false;
    try {
      for (let [next, ...others] = rest; next !== undefined && !cancelled; [next, ...others] = rest) {
        const part = { ...next, ids: next.ids.slice(0, slice) };
        const written = await write(part);
        for (const { was, ids } of written.changed) inverse.add({ mark: inverseOf(part.mark, was), ifStill: part.mark, ids });
        kept += written.kept;
        done += part.ids.length;
        rest = next.ids.length > slice ? [{ ...next, ids: next.ids.subarray(slice) }, ...others] : others;
        if (total >= large) events.progress({ doing, done, total });
      }
    } catch (refusal) {
      error = refusal;
    }
    if (total >= large) events.progress(null);
    if (inverse.size > 0) events.marked(inverse.size <= mostNamed ? inverse.ids() : null, wanted.some(({ mark }) => leaves(mark)));
    return { inverse, rest, kept, error };
  };

  /** Undoes markings. While an undo is half done, there is something to undo and to redo. */
  const stepOfMarks = (inverse: InverseMarks): UndoStep => {
    const left: Record<Direction, readonly Marking[]> = { undo: inverse.all(), redo: [] };
    const revert = (what: Direction): Promise<Reverted> =>
      inOrder(async () => {
        if (left[what].length === 0) return { came: 'nothing', why: 'already' };
        const { inverse: done, rest, kept, error } = await apply(what, left[what]);
        const other = what === 'undo' ? 'redo' : 'undo';
        left[what] = rest;
        left[other] = [...done.all(), ...left[other]];
        if (error !== null) throw error;
        if (done.size === 0 && rest.length === 0) return { came: 'nothing', why: kept > 0 ? 'changed' : 'gone' };
        return { came: 'done', count: done.size, left: countOf(rest), kept };
      });
    return { undo: () => revert('undo'), redo: () => revert('redo'), bytes: () => bytesOf(left.undo) + bytesOf(left.redo) };
  };

  /** Undoes that a tag was renamed, unless another tag has got the name meanwhile, or the tag is gone. `count`: the number of its pictures. */
  const stepOfName = (from: string, to: string, count: number): UndoStep => {
    let isUndone = false;
    const rename = (undoes: boolean): Promise<Reverted> =>
      inOrder(async () => {
        if (isUndone === undoes) return { came: 'nothing', why: 'already' };
        if (!(await repository.renameTag(undoes ? to : from, undoes ? from : to))) return { came: 'nothing', why: 'changed' };
        isUndone = undoes;
        events.marked(null, false);
        return { came: 'done', count, left: 0, kept: 0 };
      });
    return { undo: () => rename(true), redo: () => rename(false) };
  };

  /** The answer to a new mark. If the disk refused all of it, nothing was done. */
  const stepOf = (mark: Mark, pictures: number, { inverse, error }: Applied): MarkStep => {
    if (error !== null && inverse.size === 0) throw error;
    return { mark, pictures, token: inverse.size === 0 ? null : undoLog.record(stepOfMarks(inverse)), failure: error === null ? null : appErrorOf(error) };
  };

  return {
    mark(target, asked) {
      // Read at once, because the view may change while an earlier call runs.
      const selected = selectedIds(views, target);
      selected.catch(() => undefined);
      return inOrder(async () => {
        const mark = tidied(asked);
        const doing = mark.kind === 'trash' || mark.kind === 'restore' ? mark.kind : 'mark';
        const applied = await apply(doing, [{ mark: mark.kind === 'trash' ? { ...mark, at: clock.now() } : mark, ifStill: null, ids: await selected }]);
        return stepOf(mark, applied.inverse.size, applied);
      });
    },
    decide: (picked, rejected) =>
      inOrder(async () => {
        const mark = { kind: 'flag', flag: 'pick' } as const;
        const applied = await apply('mark', [
          { mark, ifStill: null, ids: Int32Array.from(picked) },
          { mark: { kind: 'flag', flag: 'reject' }, ifStill: null, ids: Int32Array.from(rejected) },
        ]);
        return stepOf(mark, applied.inverse.size, applied);
      }),
    retag: (asked, into) =>
      inOrder(async () => {
        const [from, to] = [asked.map(tidyTag), into === null ? null : tidyTag(into)];
        const mark: Mark = to === null ? { kind: 'untag', tag: from[0] ?? '' } : { kind: 'tag', tag: to };
        const tagged = await Promise.all(from.map((tag) => views.taggedPictures(tag)));
        const [only = '', other] = from;
        if (to !== null && other === undefined && (await repository.renameTag(only, to))) {
          const count = tagged[0]?.length ?? 0;
          events.marked(null, false);
          return { mark, pictures: count, token: undoLog.record(stepOfName(only, to, count)), failure: null };
        }
        const left = from.map((tag, at) => ({ tag, ids: tagged[at] ?? new Int32Array() })).filter(({ tag }) => to === null || fold(tag) !== fold(to));
        // Add the new tag first, so that no picture loses its tags if the app ends in between.
        const wanted = left.flatMap(({ tag, ids }): Marking[] => [...(to === null ? [] : [{ mark: { kind: 'tag' as const, tag: to }, ifStill: null, ids }]), { mark: { kind: 'untag', tag }, ifStill: null, ids }]);
        return stepOf(mark, new Set(left.flatMap(({ ids }) => [...ids])).size, await apply('mark', wanted));
      }),
    cancel() {
      cancelled = true;
    },
    settled: () => inOrder(() => Promise.resolve()),
  };
}

/** Whether a mark makes pictures leave the view in which they were marked, or come back to it. */
const leaves = (mark: StoredMark): boolean => mark.kind === 'trash' || mark.kind === 'restore' || mark.kind === 'unalbum' || (mark.kind === 'album' && mark.back === true);

const countOf = (markings: readonly Marking[]): number => markings.reduce((sum, { ids }) => sum + ids.length, 0);

/** Bytes of a marking besides its pictures and its text. If each picture had another note, there are as many markings as pictures. */
const bytesOfMarking = 500;

const bytesOf = (markings: readonly Marking[]): number =>
  markings.reduce((sum, { mark, ifStill, ids }) => sum + bytesOfMarking + ids.byteLength + [mark, ifStill].reduce((length, one) => length + (one?.kind === 'note' ? 2 * one.note.length : 0), 0), 0);

function tidied(mark: Mark): Mark {
  if (mark.kind === 'note') return { ...mark, note: tidyNote(mark.note) };
  return mark.kind === 'tag' || mark.kind === 'untag' ? { ...mark, tag: tidyTag(mark.tag) } : mark;
}

/** The mark that restores the former value. */
function inverseOf(mark: StoredMark, was: StoredValue): StoredMark {
  if (isValueMark(mark)) return valueMark(mark.kind, ownMark(mark.kind).fromColumn(was));
  switch (mark.kind) {
    case 'tag':
      return { kind: 'untag', tag: mark.tag };
    case 'untag':
      return { kind: 'tag', tag: mark.tag };
    case 'album':
      return { kind: 'unalbum', album: mark.album };
    case 'unalbum':
      return { kind: 'album', album: mark.album, back: true };
    case 'trash':
      return { kind: 'restore' };
    case 'restore':
      return { kind: 'trash', at: Number(was) };
    default:
      return assertNever(mark);
  }
}

interface InverseMarks {
  /** The number of pictures. */
  readonly size: number;
  add(marking: Marking): void;
  ids(): readonly ImageId[];
  /** Latest first. */
  all(): readonly Marking[];
}

function createInverse(): InverseMarks {
  const byMark = new Map<string, { readonly marking: Marking; readonly parts: Int32Array[] }>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(marking) {
      const key = JSON.stringify([marking.mark, marking.ifStill]);
      const found = byMark.get(key) ?? { marking, parts: [] };
      found.parts.push(marking.ids);
      byMark.set(key, found);
      size += marking.ids.length;
    },
    ids: () => [...byMark.values()].flatMap(({ parts }) => parts.flatMap((part) => [...part])),
    all: () => [...byMark.values()].map(({ marking, parts }) => ({ ...marking, ids: joinedIds(parts) })).toReversed(),
  };
}
