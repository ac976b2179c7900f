import { useEffect, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { KeyHints, StatusLine } from '../../commands/key-hints.tsx';
import type { Handlers } from '../../commands/registry.ts';
import { useCommands, useSubject } from '../../commands/use-commands.ts';
import { setPanelOpen, useHistory, type Choice } from '../../stores/tasks/history-store.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { openViewer, useUncovered } from '../../stores/windows/view-store.ts';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { listSubject, useTogether } from './list/selected.ts';
import type { TaskList } from './list/listed-tasks.ts';
import { firstPicture } from './list/task-row-actions.ts';
import { TaskTable } from './list/task-table.tsx';
import { TaskPanel } from './panel/task-panel.tsx';
import styles from './tasks-room.module.css';

interface SectionBodyProps {
  readonly list: TaskList;
  readonly table: RefObject<HTMLDivElement | null>;
  readonly label: string;
  /** What stands above the list. */
  readonly head: ReactNode;
  /** Shown instead of a list without rows. */
  readonly empty: ReactNode;
  readonly selectNone: () => void;
  /** What Escape does if nothing is selected together and no details are shown. Null: nothing. */
  readonly close: (() => void) | null;
  readonly commands?: Handlers;
}

/** A section of the page: its head, its list and the details of the selected task beside it. */
export function SectionBody({ list, table, label, head, empty, selectNone, close, commands }: SectionBodyProps) {
  const panel = useRef<HTMLElement>(null);
  const section = useRef<HTMLDivElement>(null);
  const panelOpen = useHistory((history) => history.panelOpen);
  const together = useTogether(list.name);
  const row = list.at < 0 ? null : list.rowAt(list.at);
  const current = together || row?.kind !== 'task' ? null : row.entry;
  const focus = (): void => table.current?.focus({ preventScroll: true });
  const back = (): void => {
    if (together) selectNone();
    else if (panelOpen && current) setPanelOpen(false);
    else return close?.();
    focus();
  };
  // With its last rows, the list goes away, and the bar of what was selected.
  const kept = useKeptFocus(section, () => (table.current ?? section.current)?.focus({ preventScroll: true }));
  const click = useClick();
  const showDetails = (): void => {
    click.forget();
    setPanelOpen(true);
    requestAnimationFrame(() => panel.current?.focus({ preventScroll: true }));
  };
  // Reads what is selected now, because a click may have selected it before this renders again.
  const open = (): void => {
    const { entries: [only] } = listSubject(list.name, 'tasks').subject;
    const picture = only ? firstPicture(only) : null;
    if (picture === null) return showDetails();
    click.forget();
    openViewer(picture);
  };
  useSubject('tasks', () => listSubject(list.name, 'tasks').subject);
  useCommands('tasks', { close: (together || (panelOpen && current !== null) || close !== null) && back, ...commands });
  useUncovered(focus);
  const onClick = (choice: Choice): void => (choice === 'one' && list.name !== 'waiting' ? click.happened() : click.forget());
  return (
    <div {...kept} ref={section} className={styles.section} role="group" aria-label={label} tabIndex={-1} data-task-section>
      <div className={styles.list}>
        {head}
        {list.count > 0 ? <TaskTable ref={table} list={list} label={label} place="tasks" onDetails={showDetails} onOpen={open} onClick={onClick} /> : empty}
      </div>
      <StatusLine>
        <KeyHints place="tasks" ids={list.name === 'history' ? keysOfHistory : keysOfTasks} subject={() => listSubject(list.name, 'tasks').subject} />
      </StatusLine>
      {panelOpen && current && <Details ref={panel} entry={current} onClose={back} />}
    </div>
  );
}

const keysOfTasks = ['show-task', 'edit', 'hold', 'rename', 'show-shortcuts'] as const;
const keysOfHistory = ['show-task', 'search', 'show-shortcuts'] as const;

/** The task as it is now, because the rows of thousands of tasks are updated less often. */
function Details({ entry, ...rest }: ComponentProps<typeof TaskPanel>) {
  const now = useTasks(({ tasks }) => tasks.get(entry.task.id));
  return <TaskPanel entry={now ?? entry} {...rest} />;
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
