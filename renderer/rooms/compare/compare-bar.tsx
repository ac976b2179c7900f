import { ListTree, Plus } from 'lucide-react';
import { thumbnailAddress } from '../../../shared/windows/picture-addresses.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { nothingIn } from '../../commands/command.ts';
import { areFactsShown, bringBack, comparable, left, setCompareMode, useCompare, useCompareView, type CompareMode } from '../../stores/compare-store.ts';
import { useWords } from '../../words/words.ts';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import styles from './compare-bar.module.css';
import rowStyles from '../../ui/sheets/row.module.css';
import screenStyles from '../../ui/sheets/screen.module.css';

const command = { subject: () => nothingIn('compare'), look: 'icon', size: 17 } as const;

/** Shows how many pictures are left, those that were knocked out, and the buttons of the comparison. */
export function CompareBar() {
  const say = useWords();
  const state = useCompare();
  const factsShown = useCompareView(areFactsShown);
  const { ids, out, mode } = state;
  const shown = left(state).length;
  const position = out.length === 0 ? say('compare.count', { count: ids.length }) : say('compare.left', { left: shown, count: ids.length });
  return (
    <header className={screenStyles.bar}>
      <CommandButton id="close" {...command} />
      <p className={screenStyles.position} role="status">
        {position}
      </p>
      <Out />
      <span className={rowStyles.space} />
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
      <CommandButton id="decide" {...command} look={shown === 1 ? 'solid' : 'plain'} size={14} />
      <CommandButton id="compare" {...command} icon={Plus} />
      <CommandButton id="details" {...command} icon={ListTree} pressed={factsShown} />
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
