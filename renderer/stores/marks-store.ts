import { create } from 'zustand';
import type { MarkingProgress } from '../../shared/library/marks.ts';

interface MarksStore {
  /** Counts what was marked: what is shown of a picture may be another since. */
  readonly round: number;
  /** Counts wishes to write a tag. */
  readonly tagRequests: number;
  /** How a large selection is being marked. */
  readonly progress: MarkingProgress | null;
}

export const useMarksStore = create<MarksStore>(() => ({ round: 0, tagRequests: 0, progress: null }));
