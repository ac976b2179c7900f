import { useEffect, useState } from 'react';
import { bridge } from '../../bridge.ts';
import { useApp } from '../app-store.ts';
import { useMarksStore } from '../pictures/marks-store.ts';

/** How many pictures are in the trash; 0 until it is known. */
export function useInTrash(): number {
  const round = useMarksStore((state) => state.round);
  // Undoing an import may move pictures to the trash.
  const imported = useApp(({ imports }) => imports.round);
  const [count, setCount] = useState(0);
  useEffect(() => {
    let outdated = false;
    void bridge.marksInTrash().then((answer) => answer.ok && !outdated && setCount(answer.value));
    return () => {
      outdated = true;
    };
  }, [round, imported]);
  return count;
}
