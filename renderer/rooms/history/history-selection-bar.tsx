import { Copy, FileDown, X } from 'lucide-react';
import { keysOf } from '../../commands/registry.ts';
import { remoteIdOf } from '../../../shared/task.ts';
import { countOf, rangesInput } from '../../stores/selection/position-ranges.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Button, IconButton, Toolbar } from '../../ui/button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { TaskCosts, useIsPaid } from '../../parts/costs/task-costs.tsx';
import { OfferButton } from '../../parts/tasks/task-offers.tsx';
import type { TaskAction } from '../../parts/tasks/task-report.ts';
import styles from './history-bar.module.css';
import { selectNone, useHistory } from '../../stores/history/history-store.ts';
import { exportLedger, ledgerFormats } from './ledger-menu.tsx';
import { mostRead, useOffers } from './selected-entries.ts';

/** Free actions. The context menu has the others. */
const free: readonly TaskAction[] = ['withdraw', 'ask', 'dismiss'];

/** How many rows are selected, and what can be done to all of them. Each action names the number of tasks it applies to. */
export function SelectionBar() {
  const say = useWords();
  const { number } = useFormats();
  const selected = useHistory((history) => history.marked);
  const { token, revision } = useHistory((history) => history.shown);
  const { entries, offers } = useOffers();
  const words = useSelectedWords();
  const count = countOf(selected);
  const isPaid = useIsPaid();
  return (
    <Toolbar className={styles.row} aria-label={say('history.selection')}>
      <p className={styles.selected} role="status">
        {words}
        {isPaid && (
          <span className={styles.cost}>
            {' · '}
            <TaskCosts query={{ of: 'tasks', token, revision, ranges: rangesInput(selected) }} />
          </span>
        )}
      </p>
      {offers
        .filter(({ action }) => free.includes(action))
        .map((offer) => (
          <OfferButton key={offer.action} offer={offer} />
        ))}
      <Menu
        trigger={
          <Button size="small" icon={<FileDown size={14} />}>
            {say('history.ledger')}
          </Button>
        }
      >
        {ledgerFormats.map((format) => (
          <MenuItem key={format} onSelect={() => void exportLedger({ format, of: { token, revision, ranges: rangesInput(selected) } })}>
            {count === Infinity ? say(`history.ledger.uncounted-${format}`) : say(`history.ledger.selected-${format}`, { count, shown: number(count) })}
          </MenuItem>
        ))}
      </Menu>
      <Button
        size="small"
        icon={<Copy size={14} />}
        className={styles.copy}
        disabled={count > mostRead || entries.length === 0}
        title={count > mostRead ? say('history.copy-ids-too-many', { most: number(mostRead) }) : undefined}
        onClick={() => copyText(entries.map(({ task }) => remoteIdOf(task) ?? task.id).join('\n'), 'history.copied-ids')}
      >
        {say('history.copy-ids')}
      </Button>
      <span className={styles.space} />
      <IconButton label={say('history.select-none')} keys={keysOf('close', 'history')} onClick={selectNone}>
        <X size={15} />
      </IconButton>
    </Toolbar>
  );
}

/** "12 selected". */
export function useSelectedWords(): string {
  const say = useWords();
  const { number } = useFormats();
  const count = useHistory(({ marked }) => countOf(marked));
  return count === Infinity ? say('history.selected-uncounted') : say('history.selected', { count, shown: number(count) });
}
