import { useEffect, useRef } from 'react';
import type { ImageId } from '../../../shared/task.ts';
import { thumbnailAddress } from '../../bridge.ts';
import { useWords } from '../../stores/words.ts';
import styles from './filmstrip.module.css';

interface FilmstripProps {
  readonly ids: readonly ImageId[];
  readonly current: ImageId;
  readonly onChoose: (id: ImageId) => void;
}

/** The pictures that came from the same task. */
export function Filmstrip({ ids, current, onChoose }: FilmstripProps) {
  const say = useWords();
  const chosen = useRef<HTMLButtonElement>(null);
  useEffect(() => chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [current]);
  return (
    <div className={styles.strip} role="group" aria-label={say('viewer.siblings')}>
      {ids.map((id, at) => (
        <button
          key={id}
          ref={id === current ? chosen : null}
          type="button"
          className={styles.frame}
          aria-label={say('viewer.sibling', { index: at + 1, count: ids.length })}
          aria-current={id === current ? 'true' : undefined}
          onClick={() => onChoose(id)}
        >
          <img className={styles.image} src={thumbnailAddress(id)} alt="" />
        </button>
      ))}
    </div>
  );
}
