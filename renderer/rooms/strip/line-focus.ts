import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { moveCursor, useStripSelection, type Line } from '../../stores/selection/strip-selection.ts';
import type { Section } from './sections.ts';
import { useStrip } from './strip-state.ts';

/** The element of a line, if it is on screen. */
export function lineElement(key: string | null): HTMLElement | null {
  return key === null ? null : document.querySelector<HTMLElement>(`[data-line=${CSS.escape(key)}]`);
}

/**
 * The line that a key leads to: left and right in reading order, up and down to the nearest of the next row, for tasks in progress stand
 * beside each other.
 */
export function lineBeside(from: HTMLElement, key: string): string | null {
  const all = [...document.querySelectorAll<HTMLElement>('[data-strip-panel] [data-line]')];
  const at = all.indexOf(from);
  const name = (index: number): string | null => all[Math.min(Math.max(index, 0), all.length - 1)]?.getAttribute('data-line') ?? null;
  switch (key) {
    case 'Home':
      return name(0);
    case 'End':
      return name(all.length - 1);
    case 'PageUp':
      return name(at - 8);
    case 'PageDown':
      return name(at + 8);
    case 'ArrowLeft':
      return name(at - 1);
    case 'ArrowRight':
      return name(at + 1);
    default:
      return inNextRow(all, at, key === 'ArrowDown' ? 1 : -1)?.getAttribute('data-line') ?? null;
  }
}

function inNextRow(all: readonly HTMLElement[], at: number, step: 1 | -1): HTMLElement | undefined {
  const from = all[at]?.getBoundingClientRect();
  if (!from) return undefined;
  let best: HTMLElement | undefined;
  let distance = Infinity;
  let row: number | null = null;
  for (let index = at + step; index >= 0 && index < all.length; index += step) {
    const box = all[index]?.getBoundingClientRect();
    if (!box || box.top === from.top) continue;
    row ??= box.top;
    if (box.top !== row) break;
    const away = Math.abs(box.left - from.left);
    if (away >= distance) continue;
    best = all[index];
    distance = away;
  }
  return best;
}

/**
 * Keeps the keyboard in the list: when the line that has it goes away or moves to another section, the same task or its neighbour has it
 * next, without being selected. Answers the one line that Tab leads to.
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
