import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { nothing, type Ranges } from '../../../stores/selection/position-ranges.ts';
import { select, selectedIndices, selectTogether, useSelection } from '../../../stores/selection/selection-store.ts';
import { selectNoTasks } from '../../../stores/selection/strip-selection.ts';
import { fromStart, toRight } from '../../../ui/direction.ts';
import { isMac } from '../../../ui/shortcuts/key-listener.ts';
import type { GridLayout } from '../layout/grid-layout.ts';
import { cellsTouched, rectangleBetween, together, type SelectionMode } from './rubber-band.ts';
import type { ListScroll } from '../../../ui/scrolling/use-list-scroll.ts';

/** Pixels that the pointer moves before a press becomes a drag. */
const threshold = 4;
/** Pixels at the upper and lower edge in which the sheet scrolls by itself. */
const edge = 24;
/** Milliseconds in which it scrolls by as much as the pointer is beyond the edge's beginning. */
const pace = 30;

/**
 * Draws a rectangle with the mouse from the empty space between cells, and selects the pictures that it touches: with Shift more, with
 * Control (Command) those that were not and not those that were. A click there selects nothing.
 */
export function useRubberBand(scroller: RefObject<HTMLElement | null>, band: RefObject<HTMLElement | null>, layout: GridLayout, scroll: Pick<ListScroll, 'top'>): void {
  const latest = useRef({ layout, top: scroll.top });
  useLayoutEffect(() => {
    latest.current = { layout, top: scroll.top };
  });
  useEffect(() => {
    const sheet = scroller.current;
    if (!sheet) return;
    let end: (() => void) | null = null;
    const press = (event: PointerEvent): void => {
      const bounds = sheet.getBoundingClientRect();
      const inCell = event.target instanceof Element && event.target.closest('[role="gridcell"], [role="rowheader"]') !== null;
      if (event.button !== 0 || event.pointerType !== 'mouse' || inCell || fromStart(event.clientX, bounds) >= sheet.clientWidth) return;
      end?.();
      end = drag(event, sheet, band, () => latest.current);
    };
    sheet.addEventListener('pointerdown', press);
    return () => {
      end?.();
      sheet.removeEventListener('pointerdown', press);
    };
  }, [scroller, band]);
}

function drag(pressed: PointerEvent, sheet: HTMLElement, band: RefObject<HTMLElement | null>, now: () => { readonly layout: GridLayout; readonly top: () => number }): () => void {
  const way: SelectionMode = pressed.shiftKey ? 'add' : (isMac() ? pressed.metaKey : pressed.ctrlKey) ? 'toggle' : 'replace';
  const { selection, index, pivot, marked } = useSelection.getState();
  const before = { selection, index, pivot, marked };
  const base: Ranges = way === 'replace' ? nothing : selectedIndices();
  const pointIn = ({ clientX, clientY }: PointerEvent): { x: number; y: number } => {
    const bounds = sheet.getBoundingClientRect();
    return { x: fromStart(clientX, bounds), y: Math.min(Math.max(clientY, bounds.top), bounds.bottom) - bounds.top + now().top() };
  };
  const origin = pointIn(pressed);
  let pointer = pressed;
  let frame = 0;
  let drawn = false;

  const draw = (): void => {
    const { layout, top } = now();
    const rectangle = rectangleBetween(origin, pointIn(pointer));
    drawn ||= rectangle.end - rectangle.start >= threshold || rectangle.bottom - rectangle.top >= threshold;
    if (!drawn) return;
    const touched = cellsTouched(layout, rectangle);
    selectTogether(together(base, touched, way), touched.at(-1)?.[1] ?? null);
    if (!band.current) return;
    band.current.hidden = false;
    Object.assign(band.current.style, {
      transform: `translate(${toRight(rectangle.start)}px, ${rectangle.top - top()}px)`,
      width: `${rectangle.end - rectangle.start}px`,
      height: `${rectangle.bottom - rectangle.top}px`,
    });
  };
  let time = performance.now();
  const step = (): void => {
    const since = performance.now() - time;
    time += since;
    frame = requestAnimationFrame(step);
    const { top, bottom } = sheet.getBoundingClientRect();
    const by = Math.min(pointer.clientY - top - edge, 0) + Math.max(pointer.clientY - bottom + edge, 0);
    if (drawn && by !== 0) sheet.scrollTop += Math.sign(by) * Math.ceil((Math.abs(by) * since) / pace);
    if (drawn) draw();
  };
  const move = (event: PointerEvent): void => {
    pointer = event;
    draw();
  };
  const release = (): void => {
    finish();
    if (drawn || way !== 'replace') return;
    select(null);
    selectNoTasks();
  };
  const finish = (): void => {
    cancelAnimationFrame(frame);
    if (band.current) band.current.hidden = true;
    events.abort();
  };
  const giveUp = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !drawn) return;
    event.preventDefault();
    event.stopPropagation();
    finish();
    useSelection.setState(before);
  };
  sheet.setPointerCapture(pressed.pointerId);
  const events = new AbortController();
  const { signal } = events;
  sheet.addEventListener('pointermove', move, { signal });
  sheet.addEventListener('pointerup', release, { signal });
  sheet.addEventListener('pointercancel', finish, { signal });
  document.addEventListener('keydown', giveUp, { capture: true, signal });
  frame = requestAnimationFrame(step);
  return finish;
}
