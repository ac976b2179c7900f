import { useLayoutEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isFree } from '../../../../shared/account.ts';
import { SearchedFor } from '../../../parts/search/highlighted.tsx';
import { choose, selectNone, useHistory } from '../../../stores/tasks/history-store.ts';
import { isUndecided, setSearch, visitHistory } from '../../../stores/tasks/history-view.ts';
import { useThrottledTasks } from '../../../stores/tasks-store.ts';
import { useWords } from '../../../words/words.ts';
import { useHistoryList } from '../list/listed-tasks.ts';
import { SectionBody } from '../section-body.tsx';
import { HistoryBar, UnknownStrip, type Undecided } from './history-bar.tsx';
import { HistoryEmpty } from './history-empty.tsx';
import { useReadSelection } from './selected-entries.ts';

/** All tasks ever, in any order. Those with an unknown outcome come first until somebody decides. */
export function HistorySection() {
  const say = useWords();
  const search = useHistory((history) => history.search);
  const shownSearch = useHistory((history) => history.shown.query.search);
  const searchField = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLDivElement>(null);
  // A layout effect: what it remembers when History is left must be on its way before the window can close.
  useLayoutEffect(visitHistory, []);
  useReadSelection();
  const list = useHistoryList();
  const undecided = useUndecided();
  const leaveDown = (): void => {
    if (list.count > 0) choose(Math.max(list.at, 0), 'one');
    table.current?.focus({ preventScroll: true });
  };
  return (
    <SearchedFor search={shownSearch}>
      <SectionBody
        list={list}
        table={table}
        label={say('tasks.section.history')}
        selectNone={selectNone}
        close={search === '' ? null : () => setSearch('')}
        commands={{ search: () => searchField.current?.select() }}
        head={
          <>
            <HistoryBar searchField={searchField} onLeaveDown={leaveDown} />
            {undecided.count > 0 && <UnknownStrip {...undecided} />}
          </>
        }
        empty={<HistoryEmpty />}
      />
    </SearchedFor>
  );
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
