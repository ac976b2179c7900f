import { create } from 'zustand';
import type { MarkingProgress } from '../../../shared/library/marks.ts';

interface MarksStore {
  /** Counts changes of marks. Marks that were read earlier may be out of date. */
  readonly round: number;
  /** Counts requests to focus the tag field. */
  readonly tagRequests: number;
  /** Progress while a large selection is being marked. */
  readonly progress: MarkingProgress | null;
}

export const useMarksStore = create<MarksStore>(() => ({ round: 0, tagRequests: 0, progress: null }));
