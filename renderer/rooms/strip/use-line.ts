import type { PointerEvent } from 'react';
import type { TaskId } from '../../../shared/task.ts';
import { chooseLine, useStripSelection, type Line } from '../../stores/selection/strip-selection.ts';
import { showInspector } from '../../stores/view-store.ts';
import { isMac } from '../../ui/shortcuts/use-shortcut.ts';
import { lineElement } from './line-focus.ts';
import { isGroupKey } from './sections.ts';
import { setGroupOpen } from './strip-state.ts';

export interface LineContext {
  readonly lines: readonly Line[];
  readonly tabStop: string | null;
}

/** Properties of every line: a click selects it, and a double click opens it. */
export function useLineProps(key: string, taskIds: readonly TaskId[], { lines, tabStop }: LineContext) {
  const selected = useStripSelection((state) => taskIds.every((id) => state.selected.has(id)));
  return {
    role: 'row',
    'data-line': key,
    tabIndex: tabStop === key ? 0 : -1,
    'aria-selected': selected,
    onPointerDown: (event: PointerEvent) => choose(event, lines, key, selected),
    onDoubleClick: () => openLine(lines, key),
  } as const;
}

function choose(event: PointerEvent, lines: readonly Line[], key: string, selected: boolean): void {
  if (event.button === 2 && selected) return;
  const mod = isMac() ? event.metaKey : event.ctrlKey;
  chooseLine(lines, key, event.shiftKey ? 'range' : mod && event.button === 0 ? 'toggle' : 'one');
}

/** Shows the details of a task in the inspector, or opens or closes a group. */
export function openLine(lines: readonly Line[], key: string): void {
  chooseLine(lines, key, 'one');
  if (isGroupKey(key)) setGroupOpen(key, lineElement(key)?.getAttribute('aria-expanded') !== 'true');
  else showInspector();
}
