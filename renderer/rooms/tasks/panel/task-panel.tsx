import { X } from 'lucide-react';
import { useKeysOf } from '../../../commands/registry.ts';
import type { RefObject } from 'react';
import type { ImageId, TaskWithImages } from '../../../../shared/task.ts';
import { thumbnailAddress } from '../../../../shared/windows/picture-addresses.ts';
import { isUnsent } from '../../../../shared/money/waiting-money.ts';
import { openViewer } from '../../../stores/windows/view-store.ts';
import { useWords } from '../../../words/words.ts';
import { ask } from '../../../ui/dialogs/ask.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { useKeptFocus } from '../../../ui/kept-focus.ts';
import { Highlighted } from '../../../parts/search/highlighted.tsx';
import { Said, useNextTry } from '../../../parts/tasks/task-message.tsx';
import { MainFacts } from '../../../parts/facts/task-facts.tsx';
import { TaskConsole } from '../../../parts/accounts/console-link.tsx';
import { TaskIcon } from '../../../parts/tasks/task-marks.tsx';
import { reportTask } from '../../../parts/tasks/task-report.ts';
import { TechnicalDetails } from '../../../parts/facts/technical-details.tsx';
import { composeAgain, copyPrompt, copyTaskId } from '../../../parts/pictures/image-actions.ts';
import { OfferButton } from '../../../parts/tasks/task-offers.tsx';
import { actionsOf } from '../list/task-row-actions.ts';
import { LifeLine } from './life-line.tsx';
import styles from './task-panel.module.css';
import textStyles from '../../../ui/sheets/text.module.css';

interface TaskPanelProps {
  readonly ref: RefObject<HTMLElement | null>;
  readonly entry: TaskWithImages;
  readonly onClose: () => void;
}

/** Everything about one task: its state, what can be done, its cost and its life. The rest is folded. */
export function TaskPanel({ ref, entry, onClose }: TaskPanelProps) {
  const keysOf = useKeysOf();
  const say = useWords();
  const { task } = entry;
  const report = reportTask(entry);
  const pictures = entry.images.flatMap((image) => (image.state.status === 'kept' ? [image.id] : []));
  const [picture] = pictures;
  const kept = useKeptFocus(ref, () => ref.current?.focus({ preventScroll: true }));
  return (
    <aside {...kept} ref={ref} className={styles.panel} aria-label={say('history.panel')} tabIndex={-1}>
      <header className={styles.header} data-urgency={report.urgency}>
        <TaskIcon of={report} size={17} />
        <h2 className={styles.title}>{say(report.title)}</h2>
        <IconButton label={say('history.close-panel')} keys={keysOf('close', 'tasks')} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </header>

      <div className={styles.matter}>
        {report.sentences.map(({ key, values }) => (
          <p key={key}>{say(key, values)}</p>
        ))}
        <Trouble entry={entry} />
        {report.said && <Said said={report.said} />}
        <TaskConsole entry={entry} />
      </div>

      <div className={styles.actions}>
        {picture !== undefined && (
          <Button size="small" keys={keysOf('open', 'tasks')} onClick={() => openViewer(picture)}>
            {say('history.do.show-picture')}
          </Button>
        )}
        {isUnsent(entry) && (
          <Button size="small" keys={keysOf('edit', 'tasks')} onClick={() => void ask('edit-task', { task })}>
            {say('queue.do.edit')}
          </Button>
        )}
        {actionsOf(entry).map((action, at) => (
          <OfferButton key={action} offer={{ action, entries: [entry] }} keys={at === 0 && action === 'ask' ? keysOf('ask', 'tasks') : undefined} />
        ))}
      </div>

      {pictures.length > 0 && <Pictures ids={pictures} />}

      <section className={styles.section}>
        <h3 className={styles.heading}>{say('history.prompt')}</h3>
        {task.request.prompt === '' ? (
          <p className={textStyles.hint}>{say('history.no-prompt')}</p>
        ) : (
          <p className={styles.prompt} dir="auto">
            <Highlighted text={task.request.prompt} />
          </p>
        )}
        <div className={styles.actions}>
          {task.request.prompt !== '' && (
            <>
              <Button size="small" onClick={() => composeAgain(task)}>
                {say('gallery.do.use-again')}
              </Button>
              <Button size="small" onClick={() => copyPrompt(task)}>
                {say('gallery.do.copy-prompt')}
              </Button>
            </>
          )}
          <Button size="small" onClick={() => copyTaskId(task)}>
            {say('tasks.do.copy-id')}
          </Button>
        </div>
      </section>

      <section className={styles.section}>
        <MainFacts task={task} />
      </section>

      <section className={styles.section}>
        <h3 className={styles.heading}>{say('history.life')}</h3>
        <LifeLine entry={entry} />
      </section>

      <TechnicalDetails task={task} />
    </aside>
  );
}

/** What went wrong, and when Latent tries again. */
function Trouble({ entry: { task } }: { readonly entry: TaskWithImages }) {
  const say = useWords();
  const words = [task.trouble && say(`tasks.trouble.${task.trouble.kind}`), useNextTry(task)].filter((part) => part !== null);
  return words.length > 0 && <p className={styles.trouble}>{words.join(' · ')}</p>;
}

function Pictures({ ids }: { readonly ids: readonly ImageId[] }) {
  const say = useWords();
  return (
    <div className={styles.pictures} data-single={ids.length === 1 || undefined}>
      {ids.map((id, at) => (
        <button key={id} type="button" className={styles.picture} aria-label={say('history.open-number', { index: at + 1, count: ids.length })} onClick={() => openViewer(id)}>
          <img className={styles.image} src={thumbnailAddress(id)} alt="" onError={(event) => (event.currentTarget.style.visibility = 'hidden')} />
        </button>
      ))}
    </div>
  );
}
