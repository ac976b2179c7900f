import { Copy, CornerUpLeft, FolderOpen, Maximize2, Save } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Image, ImageId, Task, TaskWithImages } from '../../../shared/task.ts';
import { isInFlight } from '../../../shared/task.ts';
import { useGallery } from '../../stores/gallery-store.ts';
import { useNow } from '../../stores/now.ts';
import { openViewer } from '../../stores/view-store.ts';
import { useWords } from '../../stores/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { onePicture, useSheetTarget } from '../marks/mark-target.ts';
import { MarksPanel, TogetherPanel } from '../marks/marks-panel.tsx';
import { SearchedFor } from '../search/highlighted.tsx';
import { composeAgain, copyPicture, exportPicture, revealPicture } from '../tasks/image-actions.ts';
import { actOnTask } from '../tasks/task-actions.ts';
import { PictureFacts, RequestFacts, ServiceFacts, TimeFacts } from '../tasks/task-facts.tsx';
import { TaskConsole } from '../tasks/task-console.tsx';
import { TaskIcon } from '../tasks/task-icon.tsx';
import { reportTask } from '../tasks/task-report.ts';
import { Said } from '../tasks/said.tsx';
import { BrokenLine } from './broken-note.tsx';
import styles from './inspector.module.css';
import { PromptBlock } from './prompt-block.tsx';
import { useSelected } from './selected.ts';
import { TaskSays } from './task-says.tsx';

/** Everything known of the selected picture or task. */
export function Inspector() {
  const say = useWords();
  const what = useSelected();
  const target = useSheetTarget();
  const search = useGallery(({ view }) => view.search);
  return (
    <aside className={styles.inspector} aria-label={say('gallery.inspector')}>
      {what.kind !== 'image' && target.together > 0 && <TogetherPanel of={target} />}
      {what.kind === 'none' && target.together === 0 && (
        <div className={styles.nothing}>
          <p>{say('gallery.nothing-selected')}</p>
          <p className={styles.faint}>{say('gallery.nothing-selected-explained')}</p>
        </div>
      )}
      <SearchedFor search={search}>
        {what.kind === 'image' && what.info && <ImagePanel imageId={what.imageId} image={what.info.image} task={what.info.task} />}
        {what.kind === 'task' && <TaskPanel entry={what.entry} />}
      </SearchedFor>
    </aside>
  );
}

function ImagePanel({ imageId, image, task }: { readonly imageId: ImageId; readonly image: Image; readonly task: Task }) {
  const say = useWords();
  const target = useSheetTarget();
  return (
    <>
      <div className={styles.actions}>
        <Action label={say('gallery.do.open')} shortcut="open" onClick={() => openViewer(imageId)}>
          <Maximize2 size={16} />
        </Action>
        <Action label={say('gallery.do.copy-picture')} shortcut="copy-picture" onClick={() => void copyPicture(imageId)}>
          <Copy size={16} />
        </Action>
        <Action label={say('gallery.do.export')} shortcut="export" onClick={() => void exportPicture(imageId)}>
          <Save size={16} />
        </Action>
        <Action label={say('gallery.do.reveal')} shortcut="reveal" onClick={() => void revealPicture(imageId)}>
          <FolderOpen size={16} />
        </Action>
        <span className={styles.space} />
        <Button size="small" icon={<CornerUpLeft size={13} />} onClick={() => composeAgain(task)}>
          {say('gallery.do.use-again')}
        </Button>
      </div>
      <BrokenLine imageId={imageId} />
      <PromptBlock task={task} />
      <MarksPanel key={imageId} imageId={imageId} of={target.together > 0 ? target : onePicture(imageId)} />
      <div className={styles.facts}>
        <PictureFacts image={image} task={task} />
      </div>
      <TaskFacts task={task} image={image} />
    </>
  );
}

interface ActionProps {
  readonly label: string;
  readonly shortcut: 'open' | 'copy-picture' | 'export' | 'reveal';
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Action(props: ActionProps) {
  return <IconButton {...props} />;
}

function TaskPanel({ entry }: { readonly entry: TaskWithImages }) {
  const say = useWords();
  const { task } = entry;
  const now = useNow();
  const report = reportTask(entry);
  return (
    <>
      <section className={styles.report}>
        <h2 className={styles.title}>
          <TaskIcon name={report.icon} tone={report.tone} size={18} />
          {say(report.title)}
        </h2>
        {report.sentences.map((sentence) => (
          <p key={sentence.key}>{say(sentence.key, sentence.values)}</p>
        ))}
        {isInFlight(task) && <TaskSays task={task} now={now} className={styles.says} />}
        {report.said && <Said said={report.said} />}
        <TaskConsole entry={entry} />
        <div className={styles.buttons}>
          {report.actions.map((action, at) => (
            <Button key={action} size="small" variant={at === 0 ? 'plain' : 'quiet'} title={say(`tasks.hint.${action}`)} onClick={() => void actOnTask(action, task)}>
              {say(`tasks.do.${action}`)}
            </Button>
          ))}
        </div>
      </section>
      <PromptBlock task={task} />
      <TaskFacts task={task} />
    </>
  );
}

function TaskFacts({ task, image }: { readonly task: Task; readonly image?: Image }) {
  return (
    <>
      <div className={styles.facts}>
        <RequestFacts task={task} />
      </div>
      <div className={styles.facts}>
        <ServiceFacts task={task} />
      </div>
      <div className={styles.facts}>
        <TimeFacts task={task} {...(image && { image })} />
      </div>
    </>
  );
}
