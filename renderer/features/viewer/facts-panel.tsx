import { Copy, FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { ImageInfo, TaskDetail } from '../../../shared/ipc/api.ts';
import { errorWords, useWords } from '../../stores/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { onePicture } from '../marks/mark-target.ts';
import { MarksPanel } from '../marks/marks-panel.tsx';
import { Highlighted } from '../search/highlighted.tsx';
import { LastAnswer } from '../tasks/last-answer.tsx';
import { PictureFacts, RequestFacts, ServiceFacts, TimeFacts } from '../tasks/task-facts.tsx';
import styles from './facts-panel.module.css';
import { copyPrompt, revealPicture } from '../tasks/image-actions.ts';

interface FactsPanelProps {
  readonly info: ImageInfo;
  readonly detail: TaskDetail | null;
  readonly error: AppError | null;
}

/** All that is known of the picture, its file and its task. */
export function FactsPanel({ info: { image, task }, detail, error }: FactsPanelProps) {
  const say = useWords();
  return (
    <aside className={styles.panel} aria-label={say('viewer.facts')}>
      <div className={styles.section}>
        <MarksPanel key={image.id} imageId={image.id} of={onePicture(image.id)} />
      </div>
      <Section
        title={say('viewer.prompt')}
        action={
          <IconButton label={say('viewer.copy-prompt')} shortcut="viewer-copy-prompt" disabled={task.request.prompt === ''} onClick={() => void copyPrompt(task)}>
            <Copy size={14} />
          </IconButton>
        }
      >
        {task.request.prompt === '' ? (
          <p className={styles.none}>{say(task.imported === null ? 'viewer.no-prompt' : 'import.no-prompt')}</p>
        ) : (
          <p className={styles.prompt} dir="auto">
            <Highlighted text={task.request.prompt} />
          </p>
        )}
      </Section>
      {image.state.status === 'kept' && (
        <Section
          title={say('viewer.picture')}
          action={
            <IconButton label={say('viewer.reveal')} shortcut="viewer-reveal" onClick={() => void revealPicture(image.id)}>
              <FolderOpen size={14} />
            </IconButton>
          }
        >
          <PictureFacts image={image} task={task} />
        </Section>
      )}
      <Section title={say('viewer.task')}>
        <div className={styles.facts}>
          <RequestFacts task={task} />
          <ServiceFacts task={task} />
        </div>
      </Section>
      <Section title={say('viewer.times')}>
        <TimeFacts task={task} image={image} />
      </Section>
      <div className={styles.answer}>
        {error ? <p className={styles.none}>{errorWords(say, error)}</p> : detail?.task.imported === null && <LastAnswer answer={detail.lastAnswer} />}
      </div>
    </aside>
  );
}

interface SectionProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, action, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}
