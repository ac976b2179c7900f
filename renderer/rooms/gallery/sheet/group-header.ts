import styles from './contact-sheet.module.css';

/** The header of a group, above the first row of the group. It is a child of the row and is reused with it. */
export interface GroupHeader {
  readonly element: HTMLElement;
  readonly label: HTMLElement;
  readonly count: HTMLElement;
  /** Number of the group. */
  group: number;
  /** What it shows now, so that only differences are written. */
  drawn: string;
}

const headers = new WeakMap<Element, GroupHeader>();

/** The header that an event happened in. */
export function headerOf(target: EventTarget | null): GroupHeader | null {
  const inside = target instanceof Element ? target.closest('[role="rowheader"]') : null;
  return (inside && headers.get(inside)) ?? null;
}

export function createHeader(): GroupHeader {
  const element = document.createElement('div');
  element.role = 'rowheader';
  element.className = styles['header'] ?? '';
  const [label, count] = [document.createElement('span'), document.createElement('span')];
  label.className = styles['label'] ?? '';
  count.className = styles['count'] ?? '';
  element.append(label, count);
  const made: GroupHeader = { element, label, count, group: -1, drawn: '' };
  headers.set(element, made);
  return made;
}

interface HeaderWords {
  readonly label: string;
  readonly count: string;
  readonly name: string;
  readonly hint: string;
}

export function showHeader(header: GroupHeader, { label, count, name, hint }: HeaderWords): void {
  const drawn = `${name}\n${count}\n${label}`;
  if (header.drawn === drawn) return;
  header.drawn = drawn;
  header.label.textContent = label;
  header.count.textContent = label === '' ? '' : count;
  header.element.ariaLabel = name;
  header.element.title = label === '' ? '' : `${label}\n${hint}`;
}
