import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { isInFlight, type Task, type TaskWithImages } from '../../../../shared/task.ts';
import { thumbnailAddress } from '../../../../shared/windows/picture-addresses.ts';
import { LatentCanvas } from '../../../parts/latent/latent-canvas.tsx';
import { progressOf } from '../../../parts/latent/latent-image.ts';
import { useNow } from '../../../stores/now.ts';
import { isUnsent } from '../../../../shared/money/waiting-money.ts';
import { openViewer } from '../../../stores/windows/view-store.ts';
import { useWords } from '../../../words/words.ts';
import styles from './row-picture.module.css';
import pictureStyles from '../../../ui/sheets/picture.module.css';
import { firstPicture } from './task-row-actions.ts';

/** The first picture of a task, or the latent image of one that is in progress. */
export function Thumbnail({ entry }: { readonly entry: TaskWithImages }) {
  const say = useWords();
  const id = firstPicture(entry);
  const [broken, setBroken] = useState(false);
  if (id === null) return isInFlight(entry.task) && !isUnsent(entry) ? <Latent task={entry.task} /> : null;
  const kept = entry.images.filter((image) => image.state.status === 'kept').length;
  return (
    <button type="button" tabIndex={-1} className={styles.thumbnail} onClick={() => openViewer(id)}>
      <span className="visually-hidden">{say('history.open-picture')}</span>
      {broken ? <ImageOff size={14} /> : <img className={pictureStyles.cover} src={thumbnailAddress(id)} alt="" loading="lazy" onError={() => setBroken(true)} />}
      {kept > 1 && <span className={styles.count}>{kept}</span>}
    </button>
  );
}

function Latent({ task }: { readonly task: Task }) {
  const now = useNow();
  return (
    <div className={styles.thumbnail}>
      <LatentCanvas seed={task.id} developed={progressOf(task, now)} alive={task.state.status !== 'paused'} side={32} />
    </div>
  );
}

/** What the service says of its progress. */
export function Progress({ task: { state, facts }, title }: { readonly task: Task; readonly title: string }) {
  if (facts.progress === null || state.status !== 'processing') return null;
  return (
    <div className={styles.progress} role="progressbar" aria-label={title} aria-valuenow={facts.progress} aria-valuemin={0} aria-valuemax={100}>
      <div style={{ width: `${facts.progress}%` }} />
    </div>
  );
}

/** The cells of a row whose task is not loaded yet. */
export function PendingCells({ index }: { readonly index: number }) {
  const say = useWords();
  return (
    <>
      <div role="gridcell" aria-label={say('history.row-pending')}>
        <span className={styles.pending} />
      </div>
      <span className={styles.pendingPicture} />
      <span className={styles.pending} style={{ width: `${38 + ((index * 37) % 50)}%` }} />
    </>
  );
}
