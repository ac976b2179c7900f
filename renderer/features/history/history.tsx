import { useEffect, useRef, useState } from 'react';
import { useTasks } from '../../stores/tasks-store.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { SearchedFor } from '../search/highlighted.tsx';
import { act } from './act.ts';
import { AdoptDialog } from './adopt-dialog.tsx';
import type { HistoryAction } from './history-actions.ts';
import { historyActions } from './history-actions.ts';
import { HistoryBar } from './history-bar.tsx';
import { HistoryEmpty } from './history-empty.tsx';
import { isUndecided } from './history-matches.ts';
import type { Choice } from './history-store.ts';
import { choose, selectNone, setPanelOpen, useHistory } from './history-store.ts';
import { HistoryTable } from './history-table.tsx';
import { setSearch, visitHistory } from './history-view.ts';
import styles from './history.module.css';
import { TaskPanel } from './task-panel.tsx';
import { UnknownStrip } from './unknown-strip.tsx';

/** Every task ever, in any order; those with an unknown outcome before all others until somebody decides. */
export function History() {
  const { search, shown, cursor, selected, panelOpen } = useHistory();
  const searchField = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const [adopting, setAdopting] = useState(false);
  useEffect(visitHistory, []);

  const undecided = useUndecidedCount();
  const index = cursor?.index ?? -1;
  const several = selected.length > 0;
  const current = index >= 0 && !several ? (cursor?.entry ?? null) : null;

  const move = (to: number, choice: Choice): void => {
    if (shown.total === 0) return;
    choose(Math.min(Math.max(to, 0), shown.total - 1), choice);
    grid.current?.focus({ preventScroll: true });
  };
  const close = (): void => {
    if (several) selectNone();
    else if (panelOpen) setPanelOpen(false);
    else return setSearch('');
    grid.current?.focus({ preventScroll: true });
  };
  const actIf = (action: HistoryAction): void => {
    if (!current) return;
    const { main, always } = historyActions(current);
    if (main.includes(action) || always.includes(action)) act(action, current);
  };
  useShortcut('history-search', () => searchField.current?.select());
  useShortcut('history-move', (event) => move(index < 0 ? 0 : index + (event.key === 'ArrowDown' ? 1 : -1), 'one'));
  useShortcut('history-open', () => {
    if (!current) return;
    setPanelOpen(true);
    requestAnimationFrame(() => panel.current?.focus({ preventScroll: true }));
  });
  useShortcut('history-close', close, several || panelOpen || search !== '');
  useShortcut('history-picture', () => actIf('show-picture'));
  useShortcut('history-ask', () => actIf('ask'));
  useShortcut('history-copy-prompt', () => actIf('copy-prompt'));
  useShortcut('history-copy-id', () => actIf('copy-id'));
  useShortcut('history-use-again', () => actIf('use-again'));
  useShortcut('history-adopt', () => setAdopting(true));

  return (
    <SearchedFor search={shown.query.search}>
      <div className={styles.history}>
        <div className={styles.list}>
          <HistoryBar searchField={searchField} onAdopt={() => setAdopting(true)} onLeaveDown={() => move(Math.max(index, 0), 'one')} />
          {undecided > 0 && <UnknownStrip count={undecided} />}
          {shown.total > 0 ? <HistoryTable ref={grid} onMove={move} /> : <HistoryEmpty />}
        </div>
        {panelOpen && current && <TaskPanel ref={panel} entry={current} onClose={close} />}
        <AdoptDialog open={adopting} onClose={() => setAdopting(false)} />
      </div>
    </SearchedFor>
  );
}

/** Tasks of which nobody knows whether the service took them, and which nobody has put away. */
function useUndecidedCount(): number {
  return useTasks(({ tasks }) => [...tasks.values()].filter(isUndecided).length);
}
