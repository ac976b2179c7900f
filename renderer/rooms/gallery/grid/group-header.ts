import type { GalleryState } from '../../../stores/gallery/gallery-store.ts';
import { groupAt, groupsOf } from '../../../stores/gallery/groups.ts';
import { tallest } from '../../../ui/scrolling/scroll-range.ts';
import { spanOfGroup } from '../layout/section-layout.ts';
import type { CellRange, GridLayout } from '../layout/grid-layout.ts';
import styles from './picture-grid.module.css';

/** The header of a group. It is sticky in an element as high as the group, so that it stays in sight as long as the group does, at no cost. */
export interface GroupHeader {
  /** A row of the grid, as high as all rows of the group. */
  readonly element: HTMLElement;
  readonly bar: HTMLElement;
  readonly name: HTMLElement;
  readonly label: HTMLElement;
  readonly count: HTMLElement;
  /** Number and key of the group. */
  group: number;
  key: number;
  /** What it shows now, and where it is, so that only differences are written. */
  drawn: string;
  place: string;
}

const headers = new WeakMap<Element, GroupHeader>();

/** The header that an event happened in. */
export function headerOf(target: EventTarget | null): GroupHeader | null {
  const inside = target instanceof Element ? target.closest('[role="rowheader"]') : null;
  return (inside && headers.get(inside)) ?? null;
}

export interface HeaderPool {
  /** Shows the headers of the groups that these rows are in, in elements that it reuses. */
  show(gallery: GalleryState, layout: GridLayout, rows: readonly CellRange[], shift: number): void;
  all(): readonly GroupHeader[];
}

export function createHeaderPool(parent: HTMLElement): HeaderPool {
  let shown: readonly GroupHeader[] = [];
  return {
    show({ view }, layout, rows, shift) {
      const groups = groupsOf(view);
      const numbers = groups ? [...new Set(rows.map(({ first }) => groupAt(groups, first)))] : [];
      const keyOf = (number: number): number => groups?.keys[number] ?? NaN;
      const keys = new Set(numbers.map(keyOf));
      const known = new Map(shown.map((header) => [header.key, header]));
      const idle = shown.filter(({ key }) => !keys.has(key));
      shown = numbers.map((number) => {
        const header = known.get(keyOf(number)) ?? idle.pop() ?? createHeader();
        header.group = number;
        header.key = keyOf(number);
        if (groups) place(header, layout, groups.starts, shift);
        if (!header.element.parentNode) parent.append(header.element);
        return header;
      });
      for (const { element } of idle) element.remove();
    },
    all: () => shown,
  };
}

function createHeader(): GroupHeader {
  const [element, bar, name, label, count] = [document.createElement('div'), document.createElement('div'), document.createElement('div'), document.createElement('span'), document.createElement('span')];
  element.role = 'row';
  name.role = 'rowheader';
  for (const [part, style] of [[element, 'group'], [bar, 'header'], [name, 'name'], [label, 'label'], [count, 'count']] as const) part.className = styles[style] ?? '';
  name.append(label, count);
  bar.append(name);
  element.append(bar);
  const made: GroupHeader = { element, bar, name, label, count, group: -1, key: NaN, drawn: '', place: '' };
  headers.set(name, made);
  return made;
}

/** Not with a transform, which would leave out of account where the header sticks. Within the height of an element that Chromium allows. */
function place(header: GroupHeader, layout: GridLayout, starts: ArrayLike<number>, shift: number): void {
  const { top, bottom, row } = spanOfGroup(layout, starts, header.group);
  const from = Math.max(top + shift, 0);
  const to = Math.min(bottom + shift, tallest);
  const drawn = `${row} ${from} ${to}`;
  if (header.place === drawn) return;
  header.place = drawn;
  // The headers above it are rows too.
  header.element.ariaRowIndex = String(row + 1 + header.group);
  header.element.style.top = `${from}px`;
  header.element.style.height = `${to - from}px`;
}

interface HeaderWords {
  readonly label: string;
  readonly count: string;
  readonly name: string;
  readonly hint: string;
}

export function showHeader(header: GroupHeader, { label, count, name, hint }: HeaderWords): void {
  const drawn = `${name}\n${count}\n${label}\n${hint}`;
  if (header.drawn === drawn) return;
  header.drawn = drawn;
  header.label.textContent = label;
  header.count.textContent = label === '' ? '' : count;
  header.name.ariaLabel = name;
  header.name.title = label === '' ? '' : hint;
}
