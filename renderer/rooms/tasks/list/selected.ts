import { nothingIn, type Subject } from '../../../commands/command.ts';
import { offersFor, type Offer } from '../../../parts/tasks/task-offers.tsx';
import { useHistory } from '../../../stores/tasks/history-store.ts';
import { countOf } from '../../../stores/selection/position-ranges.ts';
import { selectedRows, selectedTasksIn, useLiveLists } from '../../../stores/tasks/live-lists.ts';
import { useThrottledTasks } from '../../../stores/tasks-store.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { currentOffers, useSelectionChanges } from '../history/selected-entries.ts';
import { actionsOf } from './task-row-actions.ts';
import type { TaskList } from './listed-tasks.ts';

type ListName = TaskList['name'];

interface Selected {
  /** What commands act on. */
  readonly subject: Subject;
  /** Whether rows are selected together. */
  readonly together: boolean;
}

/** What is selected in a list, for event handlers. */
export function listSubject(name: ListName, place: 'gallery' | 'tasks'): Selected {
  const { entries, offers, batch, together } = name === 'history' ? ofHistory() : ofLive(name);
  return { subject: { ...nothingIn(place), entries, offers, batch, task: entries.length === 1 ? (entries[0]?.task ?? null) : null }, together };
}

/** Whether rows of a list are selected together. */
export function useTogether(name: ListName): boolean {
  const inHistory = useHistory(({ marked }) => marked.length > 0);
  const live = useLiveLists((lists) => name !== 'history' && lists[name].marked.size > 0);
  return name === 'history' ? inHistory : live;
}

/** The same as `listSubject`, kept up to date. Not at every frame, because thousands of tasks may be selected. */
export function useListSubject(name: ListName, place: 'gallery' | 'tasks'): Selected {
  useSelectionChanges(name === 'history');
  useLiveLists((lists) => name !== 'history' && lists[name]);
  useThrottledTasks(({ tasks }) => name !== 'history' && tasks);
  return listSubject(name, place);
}

const ofHistory = () => ({ ...currentOffers(), batch: null, together: useHistory.getState().marked.length > 0 });

function ofLive(name: Exclude<ListName, 'history'>): Pick<Subject, 'entries' | 'batch'> & { readonly offers: readonly Offer[]; readonly together: boolean } {
  const list = useLiveLists.getState()[name];
  const entries = selectedTasksIn(list);
  const together = list.marked.size > 0;
  const [row] = together ? [] : selectedRows(list);
  return { entries, offers: offersFor(entries, actionsOf), batch: row?.kind === 'batch' ? row.of.batch : null, together };
}

/** "12 selected". In the history, not all of them may be read. */
export function useSelectedWords(name: ListName, { entries }: Subject): string {
  const say = useWords();
  const { number } = useFormats();
  const inHistory = useHistory(({ marked }) => countOf(marked));
  const count = name === 'history' ? inHistory : entries.length;
  return count === Infinity ? say('history.selected-uncounted') : say('history.selected', { count, shown: number(count) });
}
