import { useMemo } from 'react';
import { marksOf } from '../../../../shared/library/marks.ts';
import type { ImageId } from '../../../../shared/task.ts';
import { CommandButton } from '../../../commands/command-button.tsx';
import { pictureIn } from '../../../commands/command.ts';
import { useCull } from '../../../stores/cull/cull-store.ts';
import { tally, type Culling } from '../../../stores/cull/culling.ts';
import { Toolbar } from '../../../ui/button.tsx';
import { useWords } from '../../../words/words.ts';
import styles from './cull-bar.module.css';

/** The progress of culling, and the buttons for a decision. */
export function CullBar({ id }: { readonly id: ImageId }) {
  const culling = useCull((state) => state.culling);
  return culling && <Bar id={id} culling={culling} />;
}

function Bar({ id, culling }: { readonly id: ImageId; readonly culling: Culling }) {
  const say = useWords();
  const skips = useCull(({ skipsDecided }) => skipsDecided);
  const { flag } = marksOf(culling.marks[culling.ids.indexOf(id)] ?? 0);
  const counts = useMemo(() => tally(culling), [culling]);
  const total = culling.ids.length;
  const command = { subject: () => pictureIn('cull', id, null), size: 15 };
  return (
    <div className={styles.bar}>
      <progress className={styles.progress} value={total - counts.undecided} max={total} aria-label={say('cull.decided')} />
      <p className={styles.tally} role="status">
        {say('cull.tally', { ...counts })}
        {culling.beyond > 0 && <span className={styles.beyond}> {say('cull.beyond', { count: total })}</span>}
      </p>
      <Toolbar className={styles.buttons} aria-label={say('cull.name')}>
        <CommandButton id="reject" {...command} pressed={flag === 'reject'} />
        <CommandButton id="unflag" {...command} />
        <CommandButton id="pick" {...command} pressed={flag === 'pick'} className={styles.pick} />
      </Toolbar>
      <CommandButton id="cull-skips" {...command} look="icon" pressed={skips} className={styles.skips} />
    </div>
  );
}
