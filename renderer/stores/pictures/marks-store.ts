import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { ImageMarks, MarkingProgress } from '../../../shared/library/marks.ts';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';

interface MarksStore {
  /** Counts changes of marks. Marks that were read earlier may be out of date. */
  readonly round: number;
  /** The pictures of the latest change. Null: too many to name. */
  readonly latest: readonly ImageId[] | null;
  /** Counts requests to focus the field for a tag or a note. */
  readonly fieldRequests: number;
  /** Progress while a large selection is being marked. */
  readonly progress: MarkingProgress | null;
}

export const useMarksStore = create<MarksStore>(() => ({ round: 0, latest: [], fieldRequests: 0, progress: null }));

/** The marks of a picture. Loads them again after each change of marks. Null until they are loaded, and without a picture. */
export function useImageMarks(imageId: ImageId | null): ImageMarks | null {
  const round = useMarksStore((state) => state.round);
  const [known, setKnown] = useState<{ readonly of: ImageId; readonly marks: ImageMarks | null } | null>(null);
  useEffect(() => {
    if (imageId === null) return;
    let wanted = true;
    void bridge.marksOf({ imageId }).then((answer) => {
      if (wanted && answer.ok) setKnown({ of: imageId, marks: answer.value });
    });
    return () => {
      wanted = false;
    };
  }, [imageId, round]);
  return known?.of === imageId ? known.marks : null;
}
