import type { Press } from '../../../commands/command.ts';
import { isKeyOf, type CommandId, type Handlers } from '../../../commands/registry.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { showInHistory } from '../../../parts/tasks/batch-actions.ts';
import { setGroupOpen } from '../../../stores/tasks/live-lists.ts';
import { selectableFrom, type TaskRow } from '../../../stores/tasks/listed-rows.ts';
import type { KeyPress } from '../../../ui/shortcuts/chords.ts';
import type { TaskList } from './listed-tasks.ts';

/** What can be done to a list by keys, a double click or a command of the page. */
export interface ListActs {
  /** Moves through the list. */
  readonly moves: Pick<Handlers, 'move-far' | 'extend'>;
  /** The same, and also what keys do while the list does not have the focus. */
  readonly acts: Pick<Handlers, 'move' | 'select-all' | 'open-group' | 'close-group' | 'show-task' | 'open'>;
}

interface Callbacks {
  /** How many rows fit in the list. */
  readonly page: () => number;
  readonly focus: () => void;
  /** Scrolls to a row. */
  readonly show: (index: number) => void;
  readonly onDetails: () => void;
  /** Shows the picture of the task at the cursor, or its details. */
  readonly onOpen: () => void;
}

/** Opens or closes a group or a batch. A batch of which nothing is left shows its tasks in the history. */
function toggle(row: TaskRow): boolean {
  if (row.kind === 'batch' && row.of.tasks.length === 0) showInHistory(row.of.batch);
  else if (row.kind === 'batch' || row.kind === 'group') setGroupOpen(row.key, !row.open);
  return row.kind === 'batch' || row.kind === 'group';
}

/** What keys and commands do to a list. On a page of its own, they also act while the list does not have the focus. */
export function useListActs(list: TaskList, place: 'gallery' | 'tasks', { page, focus, show, onDetails, onOpen }: Callbacks): ListActs {
  const { count, select } = list;
  const at = list.at < 0 ? list.from : list.at;
  const row = at < 0 ? null : list.rowAt(at);
  const go = (to: number, kind: 'one' | 'range'): void => {
    const next = selectableFrom(list.rowAt, count, to, at);
    if (next !== null) select({ kind, at: next });
    // A row at the end stays selected, but may have been scrolled out of sight.
    if (at >= 0 && (next ?? at) === at) show(at);
    focus();
  };
  const targets = (): Readonly<Record<string, number>> => ({ Home: 0, End: count - 1, PageUp: at - page(), PageDown: at + page(), ArrowUp: at - 1, ArrowDown: at + 1 });
  const goBy = ({ key }: Press, kind: 'one' | 'range'): void => {
    if (key === 'End' && !list.counted) select({ kind: 'last', choice: kind });
    else go(at < 0 && key.startsWith('Arrow') ? 0 : (targets()[key] ?? 0), kind);
  };
  const group = row !== null && (row.kind === 'batch' || row.kind === 'group') ? row : null;
  const within = row?.kind === 'task' && row.level === 2 ? indexOfGroup(list, at) : -1;
  const close = (): void => {
    const index = group ? at : within;
    const closed = list.rowAt(index);
    if (closed) setGroupOpen(closed.key, false);
    go(index, 'one');
  };
  const opening = (open: () => void) => () => {
    if (row === null) return;
    select({ kind: 'one', at });
    if (!toggle(row)) open();
  };
  const all: ListActs = {
    moves: { 'move-far': (press) => goBy(press, 'one'), extend: (press) => goBy(press, 'range') },
    acts: {
      move: (press) => goBy(press, 'one'),
      'select-all': () => select({ kind: 'all' }),
      'open-group': group !== null && (() => setGroupOpen(group.key, true)),
      'close-group': (group !== null || within >= 0) && close,
      'show-task': row !== null && opening(onDetails),
      // The same key holds or resumes a batch.
      open: row !== null && row.kind !== 'batch' && opening(onOpen),
    },
  };
  useCommands(place, place === 'tasks' ? all.acts : {});
  return all;
}

/** The row of the group that a row is in. */
function indexOfGroup({ rowAt }: TaskList, at: number): number {
  for (let index = at; index >= 0; index -= 1) if (rowAt(index)?.kind !== 'task') return index;
  return -1;
}

/** Does what a key means in a list. Returns false if it means nothing. */
export function pressInList({ moves, acts }: ListActs, event: KeyPress & { readonly key: string; readonly shiftKey: boolean; readonly target: EventTarget | null }): boolean {
  const handlers: Handlers = { ...acts, ...moves };
  for (const [id, handler] of Object.entries(handlers)) {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- entries forget the keys
    if (!handler || !isKeyOf(id as CommandId, 'tasks', event)) continue;
    void (handler as (press: Press) => unknown)(event);
    return true;
  }
  return false;
}
