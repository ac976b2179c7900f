import { useEffect, useState } from 'react';
import type { ImageId, TaskId } from '../../../../shared/task.ts';
import { thumbnailAddress } from '../../../../shared/windows/picture-addresses.ts';
import { bridge } from '../../../bridge.ts';
import { openViewer } from '../../../stores/windows/view-store.ts';
import { useWords } from '../../../words/words.ts';
import styles from './batch-picture.module.css';
import pictureStyles from '../../../ui/sheets/picture.module.css';

interface BatchPictureProps {
  /** The task that finished last. Null: none yet. */
  readonly latest: TaskId | null;
  /** Whether Tab leads to it. */
  readonly tabbable: boolean;
}

/** The latest picture, which represents the batch. */
export function BatchPicture({ latest, tabbable }: BatchPictureProps) {
  const say = useWords();
  const id = useFirstPicture(latest);
  if (id === null) return null;
  return (
    <button type="button" className={styles.picture} aria-label={say('history.open-picture')} tabIndex={tabbable ? 0 : -1} onClick={() => openViewer(id)}>
      <img className={pictureStyles.cover} src={thumbnailAddress(id)} alt="" draggable={false} onError={(event) => (event.currentTarget.style.visibility = 'hidden')} onLoad={(event) => (event.currentTarget.style.visibility = '')} />
    </button>
  );
}

/** The first picture of a task. Until it is known, the picture that was shown before. */
function useFirstPicture(taskId: TaskId | null): ImageId | null {
  const [picture, setPicture] = useState<ImageId | null>(null);
  useEffect(() => {
    if (taskId === null) return;
    let outdated = false;
    void bridge.tasksDetail({ taskId }).then((answer) => {
      const kept = answer.ok ? answer.value.images.find(({ state }) => state.status === 'kept') : undefined;
      if (kept && !outdated) setPicture(kept.id);
    });
    return () => {
      outdated = true;
    };
  }, [taskId]);
  return taskId === null ? null : picture;
}
