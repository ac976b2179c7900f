import { marksOf, type Flag } from '../../../shared/library/marks.ts';
import type { Range } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';

/** One pass of culling. Its pictures are fixed at the start, because marks may change what the search finds. */
export interface Culling {
  readonly ids: readonly ImageId[];
  /** As in `packedMarks`, by the same index. */
  readonly marks: Uint16Array;
  /** The number of pictures beyond `mostCulled`, which are not culled. */
  readonly beyond: number;
  /** Whether something was decided since the start. */
  readonly acted: boolean;
}

/** The most pictures of one pass. */
export const mostCulled = 10_000;

export interface Tally {
  readonly picked: number;
  readonly rejected: number;
  readonly undecided: number;
}

export function tally({ marks }: Pick<Culling, 'marks'>): Tally {
  let [picked, rejected] = [0, 0];
  for (const packed of marks) {
    const { flag } = marksOf(packed);
    if (flag === 'pick') picked += 1;
    else if (flag === 'reject') rejected += 1;
  }
  return { picked, rejected, undecided: marks.length - picked - rejected };
}

/** The picture after an index. `skips`: the next one without a flag. Null: there is none. */
export function nextToDecide({ ids, marks }: Pick<Culling, 'ids' | 'marks'>, index: number, skips: boolean): ImageId | null {
  for (let at = index + 1; at < ids.length; at += 1) {
    if (!skips || marksOf(marks[at] ?? 0).flag === null) return ids[at] ?? null;
  }
  return null;
}

/** The first picture without a flag. */
export const firstUndecided = (culling: Pick<Culling, 'ids' | 'marks'>): ImageId | null => nextToDecide(culling, -1, true);

/** The pictures with this flag, in order. */
export const flagged = ({ ids, marks }: Pick<Culling, 'ids' | 'marks'>, flag: Flag): readonly ImageId[] => ids.filter((_, at) => marksOf(marks[at] ?? 0).flag === flag);

/** Returns the pass with new marks for one picture. */
export function withMarks(culling: Culling, id: ImageId, packed: number): Culling {
  const at = culling.ids.indexOf(id);
  if (at < 0 || culling.marks[at] === packed) return culling;
  return { ...culling, marks: culling.marks.with(at, packed) };
}

/** Cuts ranges into pieces of at most `size` positions, up to `mostCulled` in all. */
export function piecesOf(ranges: readonly Range[], size: number): readonly Range[] {
  const pieces: Range[] = [];
  let left = mostCulled;
  for (const [first, end] of ranges) {
    for (let at = first; at < end && left > 0; ) {
      const to = Math.min(at + size, end, at + left);
      pieces.push([at, to]);
      left -= to - at;
      at = to;
    }
  }
  return pieces;
}
