import { FolderInput } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWords } from '../../words/words.ts';
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
    // Dragging the window's own pictures also drags files. Main ignores them if they come back from outside.
    let own = false;
    const begin = (): void => {
      own = true;
    };
    const end = (): void => {
      own = false;
    };
    const moved = (event: PointerEvent): void => {
      if (event.buttons === 0) end();
    };
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const hold = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Without this, the window does not accept the files, and a text field may.
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = own ? 'none' : 'copy';
      setOver(!own);
    };
    const leave = (event: DragEvent): void => {
      // A drag leaves elements all the time. It has left the window if it enters no other element.
      if (event.relatedTarget !== null) return;
      // The page is not told where a drag of files ends. The next one over the window may be another.
      end();
      setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
      setOver(false);
    };
    window.addEventListener('dragstart', begin, { signal });
    window.addEventListener('dragend', end, { signal });
    window.addEventListener('pointerdown', end, { signal });
    window.addEventListener('pointermove', moved, { signal });
    window.addEventListener('dragenter', hold, { signal });
    window.addEventListener('dragover', hold, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);
  return over;
}
