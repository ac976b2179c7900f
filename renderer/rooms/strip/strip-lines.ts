import { useLayoutEffect, useRef, type FocusEvent } from 'react';
import { create } from 'zustand';
import type { TaskId } from '../../../shared/task.ts';
import { moveCursor, useStripSelection, type Line } from '../../stores/selection/strip-selection.ts';
import { setStripOpen, useView } from '../../stores/windows/view-store.ts';
import type { Section, SectionName } from './strip-sections.ts';

interface StripState {
  /** Groups that the person opened or closed. */
  readonly opened: ReadonlyMap<string, boolean>;
  /** The section to scroll to, and the number of such requests. */
  readonly wanted: { readonly section: SectionName | null; readonly times: number };
}

export const useStrip = create<StripState>(() => ({ opened: new Map(), wanted: { section: null, times: 0 } }));

/** The latest request that was granted. Outlives the panel, which is unmounted while another room is shown. */
const granted = { times: 0 };

export function setGroupOpen(key: string, open: boolean): void {
  useStrip.setState(({ opened }) => ({ opened: new Map(opened).set(key, open) }));
}

/** Opens the panel and focuses it: at a section, or where the focus was. */
export function showSection(section: SectionName | null): void {
  useStrip.setState(({ wanted }) => ({ wanted: { section, times: wanted.times + 1 } }));
  if (!useView.getState().stripOpen) setStripOpen(true);
}

/** Properties of every line. The panel handles its clicks and keys. */
export function useLineProps(key: string, taskIds: readonly TaskId[], tabbable: boolean) {
  const selected = useStripSelection((state) => taskIds.every((id) => state.selected.has(id)));
  return { role: 'row', 'data-line': key, tabIndex: tabbable ? 0 : -1, 'aria-selected': selected } as const;
}

/** The element of a line, if it is on screen. */
export function lineElement(key: string | null | undefined): HTMLElement | null {
  return key == null ? null : document.querySelector<HTMLElement>(`[data-line=${CSS.escape(key)}]`);
}

const steps: Readonly<Record<string, number>> = { Home: -Infinity, End: Infinity, PageUp: -8, PageDown: 8, ArrowLeft: -1, ArrowRight: 1 };

/**
 * The line that a key leads to: left and right in reading order, up and down to the nearest line of the next row, because cards of tasks in
 * progress share a row.
 */
export function lineBeside(from: HTMLElement, key: string): string | null {
  const all = [...document.querySelectorAll<HTMLElement>('[data-strip-panel] [data-line]')];
  const at = all.indexOf(from);
  const step = steps[key];
  const next = step === undefined ? inNextRow(from, key === 'ArrowDown' ? all.slice(at + 1) : all.slice(0, at).toReversed()) : all[Math.min(Math.max(at + step, 0), all.length - 1)];
  return next?.getAttribute('data-line') ?? null;
}

/** The nearest line of the first other row among the following lines. */
function inNextRow(from: HTMLElement, following: readonly HTMLElement[]): HTMLElement | undefined {
  const { top, left } = from.getBoundingClientRect();
  const boxes = following.map((line) => ({ line, box: line.getBoundingClientRect() })).filter(({ box }) => box.top !== top);
  const row = boxes.filter(({ box }) => box.top === boxes[0]?.box.top);
  return row.toSorted((a, b) => Math.abs(a.box.left - left) - Math.abs(b.box.left - left))[0]?.line;
}

/**
 * Keeps the focus in the list. When the focused line is removed or moves to another section, focuses the same task, or else the next one that is left, without
 * selecting it. Returns the line that Tab leads to, and the listeners of the list.
 */
export function useLineFocus(sections: readonly Section[], lines: readonly Line[]) {
  const cursor = useStripSelection((state) => state.cursor);
  const wanted = useStrip((state) => state.wanted);
  /** Whether a line, or something in it, has the focus. */
  const focused = useRef(false);
  const latest = useRef(lines);

  useLayoutEffect(() => {
    const before = latest.current.map(({ key }) => key);
    latest.current = lines;
    if (!focused.current || cursor === null || document.activeElement !== document.body) return;
    const at = before.indexOf(cursor);
    const left = new Set(lines.map(({ key }) => key));
    const next = [...before.slice(at), ...before.slice(0, at).toReversed()].find((key) => left.has(key));
    lineElement(next)?.focus({ preventScroll: true });
  }, [lines, cursor]);

  useLayoutEffect(() => {
    if (wanted.times === granted.times) return;
    granted.times = wanted.times;
    const first = sections.find(({ name }) => name === wanted.section)?.groups[0];
    const group = first && (first.entries.length === 1 ? first.entries[0].task.id : first.key);
    const element = lineElement(group ?? cursor) ?? lineElement(lines[0]?.key);
    element?.closest('[data-section]')?.scrollIntoView({ block: 'nearest' });
    element?.focus();
  }, [wanted, sections, lines, cursor]);

  return {
    tabStop: lines.some(({ key }) => key === cursor) ? cursor : (lines[0]?.key ?? null),
    listeners: {
      onFocus: ({ target }: FocusEvent): void => {
        const key = target.closest('[data-line]')?.getAttribute('data-line') ?? null;
        focused.current = key !== null;
        if (key !== null) moveCursor(key);
      },
      // React does not report it when the focused line is removed.
      onBlur: (): void => {
        focused.current = false;
      },
    },
  };
}
