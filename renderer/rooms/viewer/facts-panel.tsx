import type { ImageInfo } from '../../../shared/ipc/api.ts';
import { useKeysOf } from '../../commands/registry.ts';
import { PromptBlock } from '../../parts/pictures/prompt-block.tsx';
import { MainFacts } from '../../parts/facts/task-facts.tsx';
import { TechnicalDetails } from '../../parts/facts/technical-details.tsx';
import { MarksPanel } from '../../commands/marks-panel.tsx';
import { onePicture } from '../../stores/selection/mark-target.ts';
import { useWords } from '../../words/words.ts';
import styles from './facts-panel.module.css';

/** The marks and the facts of the picture, its file and its task. */
export function FactsPanel({ info: { image, task } }: { readonly info: ImageInfo }) {
  const say = useWords();
  const keysOf = useKeysOf();
  return (
    <aside className={styles.panel} aria-label={say('viewer.facts')}>
      <div className={styles.section}>
        <MarksPanel place="viewer" imageId={image.id} of={onePicture(image.id)} />
      </div>
      <div className={styles.section}>
        <PromptBlock task={task} imageId={image.id} keys={{ save: keysOf('save-prompt-of', 'viewer'), copy: keysOf('copy-prompt', 'viewer') }} />
      </div>
      <div className={styles.section}>
        <MainFacts task={task} image={image} />
        <TechnicalDetails task={task} image={image} />
      </div>
    </aside>
  );
}
