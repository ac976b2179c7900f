import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { moveCursor, useStripSelection, type Line } from '../../stores/selection/strip-selection.ts';
import type { Section } from './sections.ts';
import { useStrip } from './strip-state.ts';

/** The element of a line, if it is on screen. */
export function lineElement(key: string | null): HTMLElement | null {
  return key === null ? null : document.querySelector<HTMLElement>(`[data-line=${CSS.escape(key)}]`);
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
 * Keeps the focus in the list. When the focused line is removed or moves to another section, focuses the same task or its neighbour without
 * selecting it. Returns the line that Tab leads to.
 */
export function useLineFocus(list: RefObject<HTMLElement | null>, sections: readonly Section[], lines: readonly Line[]): string | null {
  const cursor = useStripSelection((state) => state.cursor);
  const wanted = useStrip((state) => state.wanted);
  const focused = useRef<{ readonly key: string; readonly index: number } | null>(null);
  const served = useRef(0);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onFocusIn = ({ target }: FocusEvent): void => {
      const key = (target as HTMLElement).closest('[data-line]')?.getAttribute('data-line') ?? null;
      focused.current = key === null ? null : { key, index: lines.findIndex((line) => line.key === key) };
      if (key !== null) moveCursor(key);
    };
    const onFocusOut = ({ target }: FocusEvent): void => {
      if ((target as HTMLElement).isConnected) focused.current = null;
    };
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [list, lines]);

  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    const { key, index } = focused.current;
    const next = lines.some((line) => line.key === key) ? key : lines[Math.min(index, lines.length - 1)]?.key;
    if (next !== undefined) lineElement(next)?.focus({ preventScroll: true });
  }, [lines]);

  useLayoutEffect(() => {
    if (wanted.times === served.current) return;
    served.current = wanted.times;
    const first = sections.find(({ name }) => name === wanted.section)?.groups[0];
    const group = first && (first.entries.length === 1 ? first.entries[0].task.id : first.key);
    const element = lineElement(group ?? cursor ?? null) ?? lineElement(lines[0]?.key ?? null);
    element?.closest('[data-section]')?.scrollIntoView({ block: 'nearest' });
    element?.focus();
  }, [wanted, sections, lines, cursor]);

  return lines.some(({ key }) => key === cursor) ? cursor : (lines[0]?.key ?? null);
}
