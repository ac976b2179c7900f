import { Copy } from 'lucide-react';
import type { ImageInfo } from '../../../shared/ipc/api.ts';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { onePicture } from '../../stores/selection/mark-target.ts';
import { MarksPanel } from '../../parts/marks/marks-panel.tsx';
import { Highlighted } from '../../parts/search/highlighted.tsx';
import { copyPrompt } from '../../parts/pictures/image-actions.ts';
import { MainFacts } from '../../parts/facts/task-facts.tsx';
import { Technical } from '../../parts/facts/technical.tsx';
import styles from './facts-panel.module.css';

interface FactsPanelProps {
  readonly info: ImageInfo;
}

/** The marks and the facts of the picture, its file and its task. */
export function FactsPanel({ info: { image, task } }: FactsPanelProps) {
  const say = useWords();
  return (
    <aside className={styles.panel} aria-label={say('viewer.facts')}>
      <div className={styles.section}>
        <MarksPanel key={image.id} imageId={image.id} of={onePicture(image.id)} />
      </div>
      <section className={styles.section}>
        <header className={styles.header}>
          <h2 className={styles.title}>{say('viewer.prompt')}</h2>
          <IconButton label={say('viewer.copy-prompt')} shortcut="viewer-copy-prompt" disabled={task.request.prompt === ''} onClick={() => copyPrompt(task)}>
            <Copy size={14} />
          </IconButton>
        </header>
        {task.request.prompt === '' ? (
          <p className={styles.none}>{say(task.imported === null ? 'viewer.no-prompt' : 'import.no-prompt')}</p>
        ) : (
          <p className={styles.prompt} dir="auto">
            <Highlighted text={task.request.prompt} />
          </p>
        )}
      </section>
      <div className={styles.section}>
        <MainFacts task={task} image={image} />
        <Technical task={task} image={image} />
      </div>
    </aside>
  );
}
