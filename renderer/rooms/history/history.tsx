import { useEffect, useLayoutEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { nothingIn } from '../../commands/command.ts';
import { useCommands, useSubject } from '../../commands/use-commands.ts';
import { isFree } from '../../../shared/account.ts';
import { useThrottledTasks } from '../../stores/tasks-store.ts';
import { openViewer, useUncovered } from '../../stores/windows/view-store.ts';
import { SearchedFor } from '../../parts/search/highlighted.tsx';
import { firstPicture } from './history-actions.ts';
import { HistoryBar, UnknownStrip, type Undecided } from './history-bar.tsx';
import { HistoryEmpty } from './history-empty.tsx';
import { isUndecided } from '../../stores/history/history-view.ts';
import { choose, selectNone, setPanelOpen, useHistory, type Choice } from '../../stores/history/history-store.ts';
import { HistoryTable } from './table/history-table.tsx';
import { setSearch, visitHistory } from '../../stores/history/history-view.ts';
import { currentOffers, useReadSelection } from './selected-entries.ts';
import styles from './history.module.css';
import { TaskPanel } from './panel/task-panel.tsx';
import { ask } from '../../ui/dialogs/ask.ts';

/** All tasks ever, in any order. Those with an unknown outcome come first until somebody decides. */
export function History() {
  const { search, shown, cursor, marked, panelOpen } = useHistory();
  const searchField = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  // A layout effect: what it remembers when History is left must be on its way before the window can close.
  useLayoutEffect(visitHistory, []);

  const undecided = useUndecided();
  const index = cursor?.index ?? -1;
  const several = marked.length > 0;
  const current = index >= 0 && !several ? (cursor?.entry ?? null) : null;

  const move = (to: number, choice: Choice): void => {
    if (shown.length === 0) return;
    choose(Math.min(Math.max(to, 0), shown.length - 1), choice);
    grid.current?.focus({ preventScroll: true });
  };
  const close = (): void => {
    if (several) selectNone();
    else if (panelOpen) setPanelOpen(false);
    else return setSearch('');
    grid.current?.focus({ preventScroll: true });
  };
  // The handlers read the store, so that rows need not render for new ones.
  const showDetails = (): void => {
    const at = useHistory.getState().cursor?.index ?? -1;
    if (at < 0) return;
    choose(at, 'one');
    setPanelOpen(true);
    requestAnimationFrame(() => panel.current?.focus({ preventScroll: true }));
  };
  const click = useClick();
  const open = (): void => {
    click.forget();
    const { cursor: now } = useHistory.getState();
    const picture = now?.entry && now.index >= 0 ? firstPicture(now.entry) : null;
    if (picture === null) showDetails();
    else openViewer(picture);
  };
  useReadSelection();
  // An action on several rows may remove the focused button.
  useLayoutEffect(() => {
    if (several && document.activeElement === document.body) grid.current?.focus({ preventScroll: true });
  });
  useSubject('history', () => ({ ...nothingIn('history'), ...currentOffers(), task: current?.task ?? null }));
  useCommands('history', {
    search: () => searchField.current?.select(),
    move: ({ key }) => move(index < 0 ? 0 : index + (key === 'ArrowDown' ? 1 : -1), 'one'),
    'show-task': showDetails,
    close: (several || panelOpen || search !== '') && close,
    open,
    adopt: () => void ask('watch-task'),
  });
  useUncovered(() => grid.current?.focus({ preventScroll: true }));

  return (
    <SearchedFor search={shown.query.search}>
      <div className={styles.history}>
        <div className={styles.list}>
          <HistoryBar searchField={searchField} onAdopt={() => void ask('watch-task')} onLeaveDown={() => move(Math.max(index, 0), 'one')} />
          {undecided.count > 0 && <UnknownStrip {...undecided} />}
          {shown.length > 0 ? <HistoryTable ref={grid} onMove={move} onClick={(choice) => (choice === 'one' ? click.happened() : click.forget())} onOpen={open} /> : <HistoryEmpty />}
        </div>
        {panelOpen && current && <TaskPanel ref={panel} entry={current} onClose={close} />}
      </div>
    </SearchedFor>
  );
}

/** Milliseconds within which a second click makes a double click. */
const doubleClick = 300;

/** Opens the panel after a click, but not while a second click may follow, because a button of the panel may be under the pointer. */
function useClick(): { readonly happened: () => void; readonly forget: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const forget = (): void => clearTimeout(timer.current);
  return {
    forget,
    happened: () => {
      forget();
      timer.current = setTimeout(() => setPanelOpen(true), doubleClick);
    },
  };
}

/** How many tasks have an unknown outcome and are not hidden, and how many of these may have been charged. */
function useUndecided(): Undecided {
  return useThrottledTasks(
    useShallow(({ tasks }) => {
      const undecided = [...tasks.values()].filter(isUndecided);
      return { count: undecided.length, paid: undecided.filter(({ task }) => !isFree(task.accountId)).length };
    }),
  );
}
