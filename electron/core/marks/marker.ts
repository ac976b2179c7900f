import { flagIn, labelIn, tidyNote, tidyTag, type Mark, type MarkingProgress, type MarkStep, type SelectionTarget } from '../../../shared/library/marks.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { assertNever } from '../../../shared/result.ts';
import type { ImageId } from '../../../shared/task.ts';
import { createSequencer } from '../util/sequencer.ts';
import { joinedIds } from '../util/joined-ids.ts';
import type { Clock } from '../util/clock.ts';
import { selectedIds, type LibraryViews } from '../library/library-views.ts';
import type { MarkedBefore, MarkStore, StoredMark } from './mark-store.ts';
import type { Trash } from './empty-trash.ts';

/** Marks pictures, and undoes it. Calls run one at a time, in their order. */
export interface Marker {
  /** Rejects with `view-replaced` if the view of the selection is closed, and as the repository does. What was done before can be undone. */
  mark(target: SelectionTarget, mark: Mark): Promise<MarkStep>;
  /**
   * Replaces these tags by the tag `to` on all pictures, or removes them if `to` is null. Undone in one step. A single tag whose new name is free
   * is renamed in one statement. The result counts pictures.
   */
  retag(from: readonly string[], to: string | null): Promise<MarkStep>;
  /** Null if there is nothing to undo. */
  undo(): Promise<MarkStep | null>;
  redo(): Promise<MarkStep | null>;
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
/** Limits of what can be undone. All pictures together take 16 MB. */
const mostSteps = 50;
const mostPictures = 4_000_000;

/** Pictures that get the same mark. */
interface MarkedPictures {
  readonly mark: StoredMark;
  readonly ids: Int32Array;
}

/** What undoes one step. */
interface UndoStep {
  /** What the person did. */
  readonly mark: Mark;
  readonly pictures: readonly MarkedPictures[];
  /** A tag was renamed. `count`: the number of its pictures. */
  readonly renamed?: { readonly from: string; readonly to: string; readonly count: number };
}

export function createMarker({ repository, views, clock, trash, events }: MarkerDeps): Marker {
  const sequencer = createSequencer();
  const steps: Record<'undo' | 'redo', UndoStep[]> = { undo: [], redo: [] };
  let cancelled = false;
  const inOrder = <T>(run: () => Promise<T>): Promise<T> => sequencer.run('marks', run);

  /** Returns the pictures that it changed. They are read before, because a call that is repeated after the death of the database thread finds them marked. */
  const write = (ids: Int32Array, mark: StoredMark): Promise<readonly MarkedBefore[]> => {
    const run = async (): Promise<readonly MarkedBefore[]> => {
      const changed = await repository.changedBy(ids, mark);
      await repository.markImages(ids, mark);
      return changed;
    };
    return mark.kind === 'restore' ? trash.betweenRemovals(run) : run();
  };

  /** Adds the inverse of each change to `inverse`, also if a slice fails. */
  const apply = async (doing: MarkingProgress['doing'], wanted: readonly MarkedPictures[], inverse: InverseMarks): Promise<void> => {
    const total = wanted.reduce((sum, { ids }) => sum + ids.length, 0);
    let done = 0;
    cancelled = false;
    try {
      for (const { mark, ids } of wanted) {
        for (let at = 0; at < ids.length && !cancelled; at += slice) {
          const part = ids.slice(at, at + slice);
          for (const { was, ids: changed } of await write(part, mark)) inverse.add(inverseOf(mark, was), changed);
          done += part.length;
          if (total >= large) events.progress({ doing, done, total });
        }
      }
    } finally {
      if (total >= large) events.progress(null);
      if (inverse.size > 0) events.marked(inverse.size <= mostNamed ? inverse.ids() : null, wanted.some(({ mark }) => leaves(mark)));
    }
  };

  const put = (to: 'undo' | 'redo', step: UndoStep): void => {
    const all = steps[to];
    all.push(step);
    // The latest step can always be undone.
    while (all.length > 1 && (all.length > mostSteps || sizeOf(all) > mostPictures)) all.shift();
  };

  /** Null if another tag has got the name meanwhile. */
  const renameBack = async (step: UndoStep, { from, to, count }: NonNullable<UndoStep['renamed']>, taken: 'undo' | 'redo'): Promise<MarkStep | null> => {
    if (!(await repository.renameTag(to, from))) return null;
    put(taken === 'undo' ? 'redo' : 'undo', { ...step, renamed: { from: to, to: from, count } });
    events.marked(null, false);
    return { mark: step.mark, pictures: count };
  };

  const back = async (from: 'undo' | 'redo'): Promise<MarkStep | null> => {
    const step = steps[from].pop();
    if (step === undefined) return null;
    if (step.renamed !== undefined) return renameBack(step, step.renamed, from);
    const inverse = createInverse();
    try {
      await apply(from, step.pictures, inverse);
    } catch (error) {
      // Part of it may be done. A second try changes only the rest.
      put(from, step);
      throw error;
    }
    if (cancelled) put(from, step);
    if (inverse.size > 0) put(from === 'undo' ? 'redo' : 'undo', { mark: step.mark, pictures: inverse.all() });
    return { mark: step.mark, pictures: inverse.size };
  };

  return {
    mark(target, asked) {
      // Read at once, because the view may change while an earlier call runs.
      const selected = selectedIds(views, target);
      selected.catch(() => undefined);
      return inOrder(async () => {
        const mark = tidied(asked);
        const inverse = createInverse();
        try {
          const doing = mark.kind === 'trash' || mark.kind === 'restore' ? mark.kind : 'mark';
          await apply(doing, [{ mark: mark.kind === 'trash' ? { ...mark, at: clock.now() } : mark, ids: await selected }], inverse);
        } finally {
          if (inverse.size > 0) {
            steps.redo = [];
            put('undo', { mark, pictures: inverse.all() });
          }
        }
        return { mark, pictures: inverse.size };
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
          steps.redo = [];
          put('undo', { mark, pictures: [], renamed: { from: only, to, count } });
          events.marked(null, false);
          return { mark, pictures: count };
        }
        const inverse = createInverse();
        const left = from.map((tag, at) => ({ tag, ids: tagged[at] ?? new Int32Array() })).filter(({ tag }) => to === null || fold(tag) !== fold(to));
        try {
          // Add the new tag first, so that no picture loses its tags if the app ends in between.
          await apply('mark', left.flatMap(({ tag, ids }): MarkedPictures[] => [...(to === null ? [] : [{ mark: { kind: 'tag' as const, tag: to }, ids }]), { mark: { kind: 'untag', tag }, ids }]), inverse);
        } finally {
          if (inverse.size > 0) {
            steps.redo = [];
            put('undo', { mark, pictures: inverse.all() });
          }
        }
        return { mark, pictures: new Set(left.flatMap(({ ids }) => [...ids])).size };
      }),
    undo: () => inOrder(() => back('undo')),
    redo: () => inOrder(() => back('redo')),
    cancel() {
      cancelled = true;
    },
    settled: () => inOrder(() => Promise.resolve()),
  };
}

/** Whether a mark makes pictures leave the view in which they were marked, or come back to it. */
const leaves = (mark: StoredMark): boolean => mark.kind === 'trash' || mark.kind === 'restore' || mark.kind === 'unalbum' || (mark.kind === 'album' && mark.back === true);

function sizeOf(steps: readonly UndoStep[]): number {
  return steps.reduce((sum, { pictures }) => sum + pictures.reduce((length, { ids }) => length + ids.length, 0), 0);
}

function tidied(mark: Mark): Mark {
  if (mark.kind === 'note') return { ...mark, note: tidyNote(mark.note) };
  return mark.kind === 'tag' || mark.kind === 'untag' ? { ...mark, tag: tidyTag(mark.tag) } : mark;
}

/** The mark that restores the former value. */
function inverseOf(mark: StoredMark, was: number | string): StoredMark {
  switch (mark.kind) {
    case 'favourite':
      return { kind: 'favourite', favourite: was === 1 };
    case 'rating':
      return { kind: 'rating', rating: Number(was) };
    case 'tag':
      return { kind: 'untag', tag: mark.tag };
    case 'untag':
      return { kind: 'tag', tag: mark.tag };
    case 'flag':
      return { kind: 'flag', flag: flagIn(Number(was)) };
    case 'label':
      return { kind: 'label', label: labelIn(Number(was)) };
    case 'note':
      return { kind: 'note', note: String(was) };
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
  readonly size: number;
  add(mark: StoredMark, ids: Int32Array): void;
  ids(): readonly ImageId[];
  all(): readonly MarkedPictures[];
}

function createInverse(): InverseMarks {
  const byMark = new Map<string, { readonly mark: StoredMark; readonly parts: Int32Array[] }>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(mark, ids) {
      const key = JSON.stringify(mark);
      const found = byMark.get(key) ?? { mark, parts: [] };
      found.parts.push(ids);
      byMark.set(key, found);
      size += ids.length;
    },
    ids: () => [...byMark.values()].flatMap(({ parts }) => parts.flatMap((part) => [...part])),
    all: () => [...byMark.values()].map(({ mark, parts }) => ({ mark, ids: joinedIds(parts) })),
  };
}
