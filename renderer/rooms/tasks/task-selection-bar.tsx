import { Copy, FileDown, X } from 'lucide-react';
import { useRef } from 'react';
import { remoteIdOf, type TaskWithImages } from '../../../shared/task.ts';
import { useKeysOf } from '../../commands/registry.ts';
import { TaskCosts, useIsPaid } from '../../parts/costs/task-costs.tsx';
import { goToFallback } from '../../ui/focus-fallback.ts';
import { OfferButton } from '../../parts/tasks/task-offers.tsx';
import type { TaskAction } from '../../parts/tasks/task-report.ts';
import { selectNone, useHistory } from '../../stores/tasks/history-store.ts';
import { countOf, rangesInput } from '../../stores/selection/position-ranges.ts';
import { selectInList } from '../../stores/tasks/live-lists.ts';
import { Button, IconButton, Toolbar } from '../../ui/button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useFormats, useWords } from '../../words/words.ts';
import { exportLedger, ledgerFormats } from './history/ledger-menu.tsx';
import { mostRead } from './history/selected-entries.ts';
import { useListSubject, useSelectedWords } from './list/selected.ts';
import type { TaskList } from './list/listed-tasks.ts';
import styles from './section-bar.module.css';

/** Free actions. The context menu has the others. */
const free: readonly TaskAction[] = ['withdraw', 'ask', 'dismiss'];

/** How many rows are selected, and what can be done to all of them. Each action names the number of tasks it applies to. */
export function SelectionBar({ name }: { readonly name: TaskList['name'] }) {
  const keysOf = useKeysOf();
  const say = useWords();
  const { subject } = useListSubject(name, 'tasks');
  const words = useSelectedWords(name, subject);
  const isHistory = name === 'history';
  const bar = useRef<HTMLDivElement>(null);
  // An action on several rows may remove the focused button, or with the rows the bar.
  const kept = useKeptFocus(bar, goToFallback);
  return (
    <Toolbar {...kept} ref={bar} className={styles.bar} aria-label={say('history.selection')}>
      <p className={styles.selected} role="status">
        {words}
        {isHistory && <CostOfSelection />}
      </p>
      {subject.offers
        .filter(({ action }) => free.includes(action))
        .map((offer) => (
          <OfferButton key={offer.action} offer={offer} />
        ))}
      {isHistory && <ExportOfSelection />}
      <CopyIds entries={subject.entries} ofHistory={isHistory} />
      <IconButton label={say('history.select-none')} keys={keysOf('close', 'tasks')} onClick={isHistory ? selectNone : () => selectInList(name, { kind: 'alone' })}>
        <X size={15} />
      </IconButton>
    </Toolbar>
  );
}

function CostOfSelection() {
  const selected = useHistory((history) => history.marked);
  const { token, revision } = useHistory((history) => history.shown);
  return (
    useIsPaid() && (
      <span className={styles.cost}>
        {' · '}
        <TaskCosts query={{ of: 'tasks', token, revision, ranges: rangesInput(selected) }} />
      </span>
    )
  );
}

function ExportOfSelection() {
  const say = useWords();
  const { number } = useFormats();
  const selected = useHistory((history) => history.marked);
  const { token, revision } = useHistory((history) => history.shown);
  const count = countOf(selected);
  return (
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
  );
}

function CopyIds({ entries, ofHistory }: { readonly entries: readonly TaskWithImages[]; readonly ofHistory: boolean }) {
  const say = useWords();
  const { number } = useFormats();
  const tooMany = useHistory(({ marked }) => ofHistory && countOf(marked) > mostRead);
  return (
    <Button
      size="small"
      icon={<Copy size={14} />}
      className={styles.copy}
      disabled={tooMany || entries.length === 0}
      title={tooMany ? say('history.copy-ids-too-many', { most: number(mostRead) }) : undefined}
      onClick={() => copyText(entries.map(({ task }) => remoteIdOf(task) ?? task.id).join('\n'), 'history.copied-ids')}
    >
      {say('history.copy-ids')}
    </Button>
  );
}
