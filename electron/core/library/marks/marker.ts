import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../../shared/errors.ts';
import { isValueMark, ownMark, tidyNote, tidyTag, valueMark, type Mark, type MarkingProgress, type MarkStep, type RevertedStep, type StoredValue, type UndoToken } from '../../../../shared/library/marks.ts';
import type { SelectionTarget } from '../../../../shared/library/view.ts';
import { fold } from '../../../../shared/search/text/fold.ts';
import { assertNever } from '../../../../shared/result.ts';
import type { ImageId } from '../../../../shared/task.ts';
import { createSequencer } from '../../util/sequencer.ts';
import { joinedIds } from '../../util/joined-ids.ts';
import type { Clock } from '../../util/clock.ts';
import { selectedIds, type LibraryViews } from '../stores/library-views.ts';
import type { MarkedBefore, MarkStore, StoredMark } from './mark-store.ts';
import type { Trash } from './empty-trash.ts';

/** Marks pictures, and undoes it. Calls run one at a time, in their order. */
export interface Marker {
  /**
   * Rejects with `view-replaced` if the view of the selection is closed, and as the repository does if nothing was changed. If the disk refuses only a part,
   * the step says so, and what was done can be undone.
   */
  mark(target: SelectionTarget, mark: Mark): Promise<MarkStep>;
  /**
   * Replaces these tags by the tag `to` on all pictures, or removes them if `to` is null. Undone in one step. A single tag whose new name is free
   * is renamed in one statement. The result counts pictures.
   */
  retag(from: readonly string[], to: string | null): Promise<MarkStep>;
  /**
   * Undoes one step, whatever was done since: each picture gets its former mark back if it still has the one that the step gave it, and stays as it is if it was
   * marked differently since. A step that was stopped or failed on the way continues with the next call. Null if it cannot be undone: it is undone already,
   * forgotten, or of an earlier run. Rejects as the repository does.
   */
  undo(token: UndoToken): Promise<RevertedStep | null>;
  /** Does an undone step again, with the same rules. */
  redo(token: UndoToken): Promise<RevertedStep | null>;
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
/** Limits of what can be undone and redone. The window remembers 50 acts, of which some are two steps. All pictures together take 16 MB. */
const mostSteps = 100;
const mostPictures = 4_000_000;

/** Pictures that get a mark. */
interface Marking {
  readonly mark: StoredMark;
  /** Pictures that have lost this mark are left alone. Null: all get the new one. */
  readonly ifStill: StoredMark | null;
  readonly ids: Int32Array;
}

/** What undoes one step, and what does it again. While an undo is half done, there is something of both. */
interface Step {
  undo: readonly Marking[];
  redo: readonly Marking[];
}

/** A tag was renamed. `count`: the number of its pictures. */
interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  undone: boolean;
}

/** What was done of some markings, and what is left of them. */
interface Applied {
  readonly inverse: InverseMarks;
  readonly rest: readonly Marking[];
  readonly kept: number;
  /** Why it ended early, if it failed. */
  readonly error: unknown;
}

export function createMarker({ repository, views, clock, trash, events }: MarkerDeps): Marker {
  const sequencer = createSequencer();
  /** Oldest first. */
  const steps = new Map<UndoToken, Step | Renaming>();
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

  /** Remembers a step as the latest. That one can always be undone. */
  const remember = (step: Step | Renaming, token: UndoToken = randomUUID()): UndoToken => {
    steps.delete(token);
    steps.set(token, step);
    for (const [oldest] of steps) {
      if (steps.size <= 1 || (steps.size <= mostSteps && sizeOf(steps.values()) <= mostPictures)) break;
      steps.delete(oldest);
    }
    return token;
  };

  /** The answer to a new mark. If the disk refused all of it, nothing was done. */
  const stepOf = (mark: Mark, pictures: number, { inverse, error }: Applied): MarkStep => {
    if (error !== null && inverse.size === 0) throw error;
    const failure = error === null ? null : error instanceof AppFailure ? error.appError : { code: 'internal' as const };
    return { mark, pictures, token: inverse.size === 0 ? null : remember({ undo: inverse.all(), redo: [] }), failure };
  };

  /** Null if another tag has got the name meanwhile, or the tag is gone. */
  const renameBack = async (token: UndoToken, step: Renaming, undone: boolean): Promise<RevertedStep | null> => {
    if (step.undone === undone) return null;
    const [now, then] = undone ? [step.to, step.from] : [step.from, step.to];
    if (!(await repository.renameTag(now, then))) {
      steps.delete(token);
      return null;
    }
    step.undone = undone;
    events.marked(null, false);
    return { pictures: step.count, left: 0, kept: 0 };
  };

  const revert = async (token: UndoToken, from: 'undo' | 'redo'): Promise<RevertedStep | null> => {
    const step = steps.get(token);
    if (step === undefined) return null;
    if ('count' in step) return renameBack(token, step, from === 'undo');
    if (step[from].length === 0) return null;
    const { inverse, rest, kept, error } = await apply(from, step[from]);
    const other = from === 'undo' ? 'redo' : 'undo';
    step[from] = rest;
    step[other] = [...inverse.all(), ...step[other]];
    if (step.undo.length + step.redo.length === 0) steps.delete(token);
    else remember(step, token);
    if (error !== null) throw error;
    return { pictures: inverse.size, left: countOf(rest), kept };
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
    retag: (asked, into) =>
      inOrder(async () => {
        const [from, to] = [asked.map(tidyTag), into === null ? null : tidyTag(into)];
        const mark: Mark = to === null ? { kind: 'untag', tag: from[0] ?? '' } : { kind: 'tag', tag: to };
        const tagged = await Promise.all(from.map((tag) => views.taggedPictures(tag)));
        const [only = '', other] = from;
        if (to !== null && other === undefined && (await repository.renameTag(only, to))) {
          const count = tagged[0]?.length ?? 0;
          events.marked(null, false);
          return { mark, pictures: count, token: remember({ from: only, to, count, undone: false }), failure: null };
        }
        const left = from.map((tag, at) => ({ tag, ids: tagged[at] ?? new Int32Array() })).filter(({ tag }) => to === null || fold(tag) !== fold(to));
        // Add the new tag first, so that no picture loses its tags if the app ends in between.
        const wanted = left.flatMap(({ tag, ids }): Marking[] => [...(to === null ? [] : [{ mark: { kind: 'tag' as const, tag: to }, ifStill: null, ids }]), { mark: { kind: 'untag', tag }, ifStill: null, ids }]);
        return stepOf(mark, new Set(left.flatMap(({ ids }) => [...ids])).size, await apply('mark', wanted));
      }),
    undo: (token) => inOrder(() => revert(token, 'undo')),
    redo: (token) => inOrder(() => revert(token, 'redo')),
    cancel() {
      cancelled = true;
    },
    settled: () => inOrder(() => Promise.resolve()),
  };
}

/** Whether a mark makes pictures leave the view in which they were marked, or come back to it. */
const leaves = (mark: StoredMark): boolean => mark.kind === 'trash' || mark.kind === 'restore' || mark.kind === 'unalbum' || (mark.kind === 'album' && mark.back === true);

const countOf = (markings: readonly Marking[]): number => markings.reduce((sum, { ids }) => sum + ids.length, 0);

function sizeOf(steps: Iterable<Step | Renaming>): number {
  let size = 0;
  for (const step of steps) if ('redo' in step) size += countOf(step.undo) + countOf(step.redo);
  return size;
}

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
