import { useEffect, useState } from 'react';
import type { ImageMarks } from '../../../shared/library/marks.ts';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useMarksStore } from './marks-store.ts';

/** What a person has added to a picture, as main says it, anew after each marking; null until it is known. */
export function useImageMarks(imageId: ImageId): ImageMarks | null {
  const round = useMarksStore((state) => state.round);
  const [known, setKnown] = useState<{ readonly of: ImageId; readonly marks: ImageMarks | null } | null>(null);
  useEffect(() => {
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
