import { keysOf } from '../../commands/registry.ts';
import { ArrowLeft, CheckCheck, ListTree, Plus } from 'lucide-react';
import { addNextCompared } from '../../parts/pictures/compare-pictures.ts';
import { thumbnailAddress } from '../../bridge.ts';
import { bringBack, comparable, leaveCompare, left, setCompareMode, useCompare, type CompareMode } from '../../stores/compare-store.ts';
import { useWords } from '../../words/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import styles from './compare-bar.module.css';
import { decideComparison } from './decide-comparison.ts';

interface CompareBarProps {
  readonly factsOpen: boolean;
  readonly onToggleFacts: () => void;
}

/** Shows how many pictures are left, those that were knocked out, and the buttons of the comparison. */
export function CompareBar({ factsOpen, onToggleFacts }: CompareBarProps) {
  const say = useWords();
  const state = useCompare();
  const { ids, out, mode } = state;
  const shown = left(state).length;
  const position = out.length === 0 ? say('compare.count', { count: ids.length }) : say('compare.left', { left: shown, count: ids.length });
  return (
    <header className={styles.bar}>
      <IconButton label={say('compare.close')} keys={keysOf('close', 'compare')} onClick={leaveCompare}>
        <ArrowLeft size={17} />
      </IconButton>
      <p className={styles.position} role="status">
        {position}
      </p>
      <Out />
      <span className={styles.gap} />
      {shown >= comparable.least && (
        <SegmentedControl<CompareMode>
          label={say('compare.mode')}
          value={mode}
          onValueChange={setCompareMode}
          options={[
            { value: 'side', name: say('compare.mode.side') },
            { value: 'overlay', name: say('compare.mode.overlay') },
            { value: 'difference', name: say('compare.mode.difference') },
          ]}
        />
      )}
      {out.length > 0 && (
        <Button size="small" variant={shown === 1 ? 'solid' : 'plain'} icon={<CheckCheck size={14} />} keys={keysOf('decide', 'compare')} onClick={() => void decideComparison()}>
          {say('compare.decide', { picked: shown, rejected: out.length })}
        </Button>
      )}
      <IconButton label={say('compare.add')} keys={keysOf('compare', 'compare')} disabled={mode !== 'side' || shown >= comparable.most} onClick={() => void addNextCompared()}>
        <Plus size={17} />
      </IconButton>
      <IconButton
        label={say(factsOpen ? 'compare.hide-facts' : 'compare.show-facts')}
        keys={keysOf('details', 'compare')}
        pressed={factsOpen}
        disabled={mode !== 'side'}
        onClick={onToggleFacts}
      >
        <ListTree size={17} />
      </IconButton>
    </header>
  );
}

/** The pictures that were knocked out. A click brings a picture back. */
function Out() {
  const say = useWords();
  const { ids, out } = useCompare();
  if (out.length === 0) return null;
  return (
    <div className={styles.out} role="group" aria-label={say('compare.out')}>
      {out.map((id) => {
        const label = say('compare.bring-back', { at: ids.indexOf(id) + 1 });
        return (
          <Tooltip key={id} label={label}>
            <button type="button" className={styles.thumbnail} aria-label={label} onClick={() => bringBack(id)}>
              <img src={thumbnailAddress(id)} alt="" draggable={false} />
            </button>
          </Tooltip>
        );
      })}
    </div>
  );
}
