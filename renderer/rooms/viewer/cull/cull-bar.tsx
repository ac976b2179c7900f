import { keysOf } from '../../../commands/registry.ts';
import { CircleX, Flag, FlagOff, SkipForward } from 'lucide-react';
import { useMemo } from 'react';
import { marksOf } from '../../../../shared/library/marks.ts';
import type { ImageId } from '../../../../shared/task.ts';
import { toggleSkips, useCull } from '../../../stores/cull/cull-store.ts';
import { tally, type Culling } from '../../../stores/cull/culling.ts';
import { useWords } from '../../../words/words.ts';
import { IconButton, LabelledButton, Toolbar } from '../../../ui/button.tsx';
import styles from './cull-bar.module.css';
import { decide } from './cull-actions.ts';

/** The progress of culling, and the buttons for a decision. */
export function CullBar({ id }: { readonly id: ImageId }) {
  const culling = useCull((state) => state.culling);
  return culling && <Bar id={id} culling={culling} />;
}

function Bar({ id, culling }: { readonly id: ImageId; readonly culling: Culling }) {
  const say = useWords();
  const skips = useCull(({ skipsDecided }) => skipsDecided);
  const counts = useMemo(() => tally(culling), [culling]);
  const { flag } = marksOf(culling.marks[culling.ids.indexOf(id)] ?? 0);
  const total = culling.ids.length;
  return (
    <div className={styles.bar}>
      <progress className={styles.progress} value={total - counts.undecided} max={total} aria-label={say('cull.decided')} />
      <p className={styles.tally} role="status">
        {say('cull.tally', { ...counts })}
        {culling.beyond > 0 && <span className={styles.beyond}> {say('cull.beyond', { count: total })}</span>}
      </p>
      <Toolbar className={styles.buttons} aria-label={say('cull.name')}>
        <LabelledButton icon={<CircleX size={15} />} label={say('marks.reject')} keys={keysOf('reject', 'cull')} pressed={flag === 'reject'} onClick={() => void decide(id, { kind: 'flag', flag: 'reject' })} />
        <LabelledButton icon={<FlagOff size={15} />} label={say('cull.unflag')} keys={keysOf('unflag', 'cull')} onClick={() => void decide(id, { kind: 'flag', flag: null })} />
        <LabelledButton
          icon={<Flag size={15} fill={flag === 'pick' ? 'currentColor' : 'none'} />}
          label={say('marks.pick')}
          keys={keysOf('pick', 'cull')}
          pressed={flag === 'pick'}
          onClick={() => void decide(id, { kind: 'flag', flag: 'pick' })}
        />
      </Toolbar>
      <IconButton label={say('cull.skips')} keys={keysOf('cull-skips', 'cull')} pressed={skips} className={styles.skips} onClick={toggleSkips}>
        <SkipForward size={15} />
      </IconButton>
    </div>
  );
}
