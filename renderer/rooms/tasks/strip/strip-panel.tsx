import { useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { create } from 'zustand';
import { isKeyOf } from '../../../commands/registry.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { selectedTasks } from '../../../stores/selection/strip-selection.ts';
import { leadTo, selectInList, useLiveLists, useOpened } from '../../../stores/tasks/live-lists.ts';
import type { SectionName } from '../../../stores/tasks/listed-rows.ts';
import { setStripOpen, showInspector, useView } from '../../../stores/windows/view-store.ts';
import { useWords } from '../../../words/words.ts';
import { stripRows } from '../list/build-rows.ts';
import type { BySection } from '../list/sections.ts';
import { useLiveList } from '../list/listed-tasks.ts';
import { TaskTable } from '../list/task-table.tsx';
import { SelectionBar } from '../task-selection-bar.tsx';
import styles from './strip-panel.module.css';

/** The section to go to in the list, and the number of such requests. */
export const useStripRequest = create<{ readonly section: SectionName | null; readonly times: number }>(() => ({ section: null, times: 0 }));

/** The latest request that was granted. Outlives the panel, which is unmounted while another page is shown. */
const granted = { times: 0 };

/** Opens the list and focuses it: at a section, or where the person was. */
export function showSection(section: SectionName | null): void {
  useStripRequest.setState(({ times }) => ({ section, times: times + 1 }));
  if (!useView.getState().stripOpen) setStripOpen(true);
}

interface StripPanelProps {
  readonly tasks: BySection;
  readonly onClose: () => void;
}

/** All tasks in progress, waiting or wrong, in groups. */
export function StripPanel({ tasks, onClose }: StripPanelProps) {
  const say = useWords();
  const opened = useOpened();
  const rows = useMemo(() => stripRows(tasks, opened), [tasks, opened]);
  const list = useLiveList('strip', rows, 0);
  const table = useRef<HTMLDivElement>(null);
  const together = useLiveLists(({ strip }) => strip.marked.size > 0);
  const request = useStripRequest();
  useLayoutEffect(() => {
    if (request.times === granted.times) return;
    granted.times = request.times;
    const heading = rows.findIndex(({ kind, key }) => kind === 'heading' && key === request.section);
    const first = rows[heading + 1];
    if (first && (heading >= 0 || list.from < 0)) leadTo('strip', heading >= 0 ? first.key : (rows.find(({ kind }) => kind !== 'heading')?.key ?? first.key));
    table.current?.focus();
  }, [request, rows, list.from]);
  useCommands('gallery', { 'show-task': showInspector });
  return (
    <div className={styles.panel} data-strip-panel>
      {rows.length > 0 ? (
        <TaskTable ref={table} list={list} label={say('strip.label')} place="gallery" onDetails={showInspector} onOpen={showInspector} onKey={(event) => act(event, onClose)} onLaidOut={(height) => fitHeight(table.current, height)} />
      ) : (
        <p className={styles.quiet}>{say('strip.quiet')}</p>
      )}
      {together && <SelectionBar name="strip" />}
    </div>
  );
}

/**
 * Makes the panel as high as its rows, up to a limit. It shrinks only while the person is in it, and grows only while the person is not in
 * the sheet below, so that nothing there moves.
 */
function fitHeight(list: HTMLElement | null, height: number): void {
  const panel = list?.parentElement;
  if (!list || !panel) return;
  const change = height - list.clientHeight;
  const mayChange = panel.matches(':hover, :focus-within') || (change > 0 && !document.querySelector('[role="grid"]:is(:hover, :focus-within)'));
  if (panel.style.height === '' || mayChange) panel.style.height = `${panel.offsetHeight + change}px`;
}

const pictureKeys = ['trash', 'favourite', 'rate', 'pick', 'reject', 'unflag', 'label', 'tag'] as const;

/** Handles a key while the focus is in the panel. Returns false if the key does nothing here. */
function act(event: KeyboardEvent, onClose: () => void): boolean {
  if (event.key === 'Escape') {
    if (useLiveLists.getState().strip.marked.size > 0) selectInList('strip', { kind: 'alone' });
    else onClose();
    return true;
  }
  // Without a selected task, these keys would change the picture that is selected in the sheet.
  return selectedTasks().length === 0 && pictureKeys.some((id) => isKeyOf(id, 'gallery', event));
}
