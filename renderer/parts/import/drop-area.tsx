import { FolderInput } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isDroppedList } from '../../../shared/lists/list-file-extensions.ts';
import { takesPictures } from '../../../shared/request/reference-checks.ts';
import { openDroppedText } from '../../stores/prompts/open-dropped-file.ts';
import { endDrag, takesDragged, useDragged } from '../../stores/selection/dragged.ts';
import { useWords } from '../../words/words.ts';
import styles from './drop-area.module.css';

/** How long after the button was released a drop may still arrive, in ms. A busy machine took 70 ms. */
const dropDelay = 1000;

/** Accepts files that are dragged over the window, and says what happens to them. The preload sends the paths of pictures and folders to main. */
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

/** Whether files are dragged over the window. */
function useFilesOver(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const on = <Type extends keyof WindowEventMap>(type: Type, listener: (event: WindowEventMap[Type]) => void): void =>
      window.addEventListener(type, listener, { signal: listening.signal });
    // Dragging the window's own pictures also drags files. Main ignores them if they come back from outside.
    let own = false;
    let endsAt: ReturnType<typeof setTimeout> | undefined;
    on('dragstart', () => {
      clearTimeout(endsAt);
      own = true;
    });
    const ended = (): void => {
      clearTimeout(endsAt);
      endsAt = undefined;
      own = false;
      endDrag();
    };
    on('dragend', ended);
    on('pointerdown', ended);
    // The move after the release can arrive before the drop.
    on('pointermove', ({ buttons }) => {
      if (buttons === 0 && (own || useDragged.getState().of !== null)) endsAt ??= setTimeout(ended, dropDelay);
    });
    const dragOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Without this, the window does not accept the files, and a text field may.
      event.preventDefault();
      const taken = isTaken(event);
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = own && !taken && !takesOwn(event) ? 'none' : 'copy';
      setOver(!own && !taken);
    };
    on('dragenter', dragOver);
    on('dragover', dragOver);
    on('dragleave', ({ relatedTarget }) => {
      // A drag leaves elements all the time. It has left the window if it enters no other element.
      if (relatedTarget !== null) return;
      // The page is not told where a drag of files ends. The next one over the window may be another.
      own = false;
      setOver(false);
    });
    on('drop', (event) => {
      ended();
      if (hasFiles(event)) event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      const [file] = files;
      if (file && isDroppedList(files)) void openDroppedText(file);
    });
    return () => listening.abort();
  }, []);
  return over;
}

/** Whether the element under the pointer takes the files itself. */
const isTaken = ({ target }: DragEvent): boolean => target instanceof Element && target.closest(`[${takesPictures}]`) !== null;

/** Whether it takes pictures of this window. */
const takesOwn = ({ target }: DragEvent): boolean => target instanceof Element && target.closest(`[${takesDragged}]`) !== null;

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
