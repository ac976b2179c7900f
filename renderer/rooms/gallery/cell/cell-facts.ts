import { marksOf, packedMarks, type Marks } from '../../../../shared/library/marks.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { saySigns, signData, signsOf } from '../../../parts/marks/mark-signs.tsx';
import { descriptionOf } from '../../../stores/pictures/descriptions.ts';
import { presenceOf, type Presence } from '../../../stores/pictures/presence.ts';
import type { Formats } from '../../../../shared/words/format.ts';
import { imageIn, showLabel, showPresence, showSigns, showStack, type Cell } from './cell.ts';

/** What all cells have in common. */
export interface CellContext {
  readonly say: Words;
  readonly format: Formats;
  /** Whether pictures in the trash are marked, because others are shown with them. */
  readonly trashShown: boolean;
  /** The key of today. */
  readonly today: number;
  /** React renders one of each, and cells show copies. Contains every possible sign. */
  readonly originals: { readonly signs: Element | null; readonly badge: Element | null; readonly stack: Element | null };
}

/** Shows what the stores know of a cell's picture: its marks, whether its file is missing, and its name. */
export function showFacts(cell: Cell, { say, trashShown, originals }: CellContext): void {
  const id = imageIn(cell);
  const known = marksOf(cell.entry.kind === 'image' ? cell.entry.marks : 0);
  const marks = { ...known, trashed: known.trashed && trashShown };
  const presence = id === null ? 'here' : presenceOf(id);
  showSigns(cell, packedMarks(marks), marks.flag === 'reject', () => signsFor(originals.signs, marks));
  showPresence(cell, presence, () => {
    const badge = copyOf(originals.badge);
    badge?.append(say(presence === 'changed' ? 'gallery.file-changed' : 'gallery.file-missing'));
    return badge;
  });
  const count = cell.entry.kind === 'image' ? (cell.entry.stack?.count ?? 0) : 0;
  showStack(cell, () => {
    const badge = copyOf(originals.stack);
    badge?.append(String(count));
    return badge;
  });
  const title = titleOf(say, id === null ? null : descriptionOf(id));
  const isLong = title.length > longest;
  const label = labelOf(say, isLong ? `${title.slice(0, longest - 1)}…` : title, marks, presence);
  showLabel(cell, count === 0 ? label : say('arrange.stack-label', { prompt: label, count }), isLong ? title : null);
}

/** The length of the longest prompt that a label contains completely. The description has the whole of a longer one. */
const longest = 200;

/** @param info null until main has described the picture */
function titleOf(say: Words, info: ReturnType<typeof descriptionOf>): string {
  return info ? info.task.request.prompt || info.task.imported?.title || say('gallery.adopted') : say('gallery.picture');
}

function labelOf(say: Words, title: string, marks: Marks, presence: Presence): string {
  const signs = saySigns(say, marks);
  const label = signs === '' ? title : say('gallery.marked-label', { prompt: title, marks: signs });
  return presence === 'here' ? label : say(presence === 'changed' ? 'gallery.changed-label' : 'gallery.missing-label', { prompt: label });
}

/** The signs for each combination of marks that was shown so far. To copy all signs and remove most of them takes some ten times as long. */
const shownSigns = new WeakMap<Element, Map<number, HTMLElement>>();

function signsFor(original: Element | null, marks: Marks): HTMLElement | null {
  const packed = packedMarks(marks);
  if (!original || packed === 0) return null;
  const known = shownSigns.get(original) ?? new Map<number, HTMLElement>();
  shownSigns.set(original, known);
  const signs = known.get(packed) ?? someSigns(original, marks);
  if (signs) known.set(packed, signs);
  return copyOf(signs);
}

/** A copy with only the signs that a picture has. */
function someSigns(original: Element, marks: Marks): HTMLElement | null {
  const copy = copyOf(original);
  if (!copy) return null;
  const { decided, rated } = signsOf(marks);
  const wanted: string[] = [...decided, ...rated];
  for (const sign of copy.querySelectorAll<HTMLElement>('[data-sign]')) {
    const at = wanted.indexOf(sign.dataset['sign'] ?? '');
    if (at < 0) sign.remove();
    else wanted.splice(at, 1);
  }
  for (const empty of copy.querySelectorAll(':scope > :empty')) empty.remove();
  for (const [name, value] of Object.entries(signData(marks))) if (value !== undefined) copy.setAttribute(name, value);
  return copy;
}

function copyOf(original: Element | null): HTMLElement | null {
  const copy = original?.cloneNode(true);
  return copy instanceof HTMLElement ? copy : null;
}
