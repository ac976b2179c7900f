import { Copy, EyeOff, FileDown, X } from 'lucide-react';
import { countOf, rangesInput } from '../../stores/ranges.ts';
import { useFormats, useWords } from '../../stores/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import styles from './history-bar.module.css';
import { selectNone, useHistory } from './history-store.ts';
import { exportLedger, ledgerFormats } from './ledger-export.tsx';
import { copySelectedIds, mostIds, putSelectedAway } from './selection-actions.ts';

/** How many rows are selected, and what can be done with all of them: nothing that sends or costs anything. */
export function SelectionBar() {
  const say = useWords();
  const { number } = useFormats();
  const selected = useHistory((history) => history.selected);
  const token = useHistory((history) => history.shown.token);
  const count = countOf(selected);
  return (
    <div className={styles.row} role="toolbar" aria-label={say('history.selection')}>
      <p className={styles.selected} role="status">
        {count === Infinity ? say('history.selected-uncounted') : say('history.selected', { count, shown: number(count) })}
      </p>
      <Menu
        trigger={
          <Button size="small" icon={<FileDown size={14} />}>
            {say('history.ledger')}
          </Button>
        }
      >
        {ledgerFormats.map((format) => (
          <MenuItem key={format} onSelect={() => void exportLedger({ format, of: { token, ranges: rangesInput(selected) } })}>
            {count === Infinity ? say(`history.ledger.uncounted-${format}`) : say(`history.ledger.selected-${format}`, { count, shown: number(count) })}
          </MenuItem>
        ))}
      </Menu>
      <Button size="small" icon={<Copy size={14} />} disabled={count > mostIds} title={count > mostIds ? say('history.copy-ids-too-many', { most: number(mostIds) }) : undefined} onClick={() => void copySelectedIds()}>
        {say('history.copy-ids')}
      </Button>
      <Button size="small" icon={<EyeOff size={14} />} onClick={() => void putSelectedAway()}>
        {say('history.put-away')}
      </Button>
      <span className={styles.space} />
      <IconButton label={say('history.select-none')} shortcut="history-close" onClick={selectNone}>
        <X size={15} />
      </IconButton>
    </div>
  );
}
