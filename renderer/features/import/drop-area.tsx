import { FolderInput } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWords } from '../../stores/words.ts';
import styles from './drop-area.module.css';

/**
 * Takes files that are dragged over the window, and says what becomes of them. Where they lie only the preload can tell; it sends that to
 * main by itself.
 */
export function DropArea() {
  const say = useWords();
  const over = useFilesOver();
  if (!over) return null;
  return (
    <div className={styles.area} role="status">
      <div className={styles.card}>
        <FolderInput size={30} strokeWidth={1.25} />
        <p className={styles.title}>{say('import.drop')}</p>
        <p>{say('import.drop-explained')}</p>
      </div>
    </div>
  );
}

/** Whether files are held over the window. */
function useFilesOver(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // A picture of the window itself that is dragged looks like a file too.
    let own = false;
    const begin = (): void => {
      own = true;
    };
    const end = (): void => {
      own = false;
    };
    const hasFiles = (event: DragEvent): boolean => !own && (event.dataTransfer?.types.includes('Files') ?? false);
    const hold = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Without this the window does not take them.
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      // Elements are left all the time; the window is when nothing is entered.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
      setOver(false);
    };
    window.addEventListener('dragstart', begin, { signal });
    window.addEventListener('dragend', end, { signal });
    // The end is told to the cell that was dragged, which may be gone by then: who presses anew drags nothing.
    window.addEventListener('pointerdown', end, { signal });
    window.addEventListener('dragenter', hold, { signal });
    window.addEventListener('dragover', hold, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);
  return over;
}
