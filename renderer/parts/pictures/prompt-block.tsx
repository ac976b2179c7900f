import { BookmarkPlus, Copy } from 'lucide-react';
import type { ImageId, Task } from '../../../shared/task.ts';
import { offerToSaveTask } from '../../stores/prompts/prompts-dialog-store.ts';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import { copyPrompt } from './image-actions.ts';
import { Highlighted } from '../search/highlighted.tsx';
import styles from './prompt-block.module.css';

interface PromptBlockProps {
  readonly task: Task;
  /** The picture beside it, if there is one. */
  readonly imageId: ImageId | null;
  readonly keys: Readonly<Record<'save' | 'copy', readonly Chord[] | undefined>>;
}

/** The whole prompt, with a button that copies it. */
export function PromptBlock({ task, imageId, keys }: PromptBlockProps) {
  const say = useWords();
  const { prompt } = task.request;
  return (
    <section className={styles.prompt}>
      <header>
        <h2>{say('gallery.prompt')}</h2>
        <IconButton size="small" label={say('prompts.save-this')} keys={keys.save} disabled={prompt === ''} className={styles.copy} onClick={() => offerToSaveTask(task, imageId)}>
          <BookmarkPlus size={13} />
        </IconButton>
        <IconButton size="small" label={say('gallery.do.copy-prompt')} keys={keys.copy} disabled={prompt === ''} className={styles.copy} onClick={() => copyPrompt(task)}>
          <Copy size={13} />
        </IconButton>
      </header>
      <p dir="auto">{prompt === '' ? say(task.imported === null ? 'gallery.no-prompt' : 'import.no-prompt') : <Highlighted text={prompt} />}</p>
    </section>
  );
}
