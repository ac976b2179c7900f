import { Copy } from 'lucide-react';
import type { Task } from '../../../../shared/task.ts';
import { useWords } from '../../../words/words.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Highlighted } from '../../../parts/search/highlighted.tsx';
import { copyPrompt } from '../../../parts/pictures/image-actions.ts';
import styles from './inspector.module.css';

/** The whole prompt, with a button that copies it. */
export function PromptBlock({ task }: { readonly task: Task }) {
  const say = useWords();
  return (
    <section className={styles.prompt}>
      <header>
        <h2>{say('gallery.prompt')}</h2>
        <IconButton label={say('gallery.do.copy-prompt')} shortcut="copy-prompt" disabled={task.request.prompt === ''} className={styles.copy} onClick={() => copyPrompt(task)}>
          <Copy size={13} />
        </IconButton>
      </header>
      <p dir="auto">{task.request.prompt === '' ? say(task.imported === null ? 'gallery.adopted' : 'import.no-prompt') : <Highlighted text={task.request.prompt} />}</p>
    </section>
  );
}
