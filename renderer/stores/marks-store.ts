import { create } from 'zustand';
import type { Change } from '../../shared/ipc/api.ts';
import type { ImageId } from '../../shared/task.ts';

interface MarksStore {
  /** Counts what was marked: what is shown of a picture may be another since. */
  readonly round: number;
  /** Counts what went into the trash or came out of it: an open view holds other pictures than it would now. */
  readonly moves: number;
  /** Whose marks changed in the latest round; null: too many to name. */
  readonly imageIds: readonly ImageId[] | null;
  /** Counts wishes to write a tag. */
  readonly tagRequests: number;
  /** How a large selection is being marked. */
  readonly progress: Extract<Change, { readonly kind: 'marking' }>['progress'];
}

export const useMarksStore = create<MarksStore>(() => ({ round: 0, moves: 0, imageIds: [], tagRequests: 0, progress: null }));

export function marksChanged({ round, imageIds, moved }: Extract<Change, { readonly kind: 'marks' }>): void {
  useMarksStore.setState(({ moves }) => ({ round, imageIds, moves: moved ? moves + 1 : moves }));
}
