import { marksOf, packedMarks, type Marks } from '../../../../shared/library/view.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { descriptionOf } from '../../../stores/pictures/descriptions.ts';
import { presenceOf } from '../../../stores/pictures/presence.ts';
import { imageIn, showLabel, showPresence, showSigns, type Cell } from './cell.ts';
import { cellLabel } from './cell-label.ts';

/** What all cells have in common. */
export interface CellContext {
  readonly say: Words;
  /** Whether pictures in the trash are marked, because others are shown with them. */
  readonly trashShown: boolean;
  /** React renders one of each, and cells show copies. The signs are a heart, five stars and the trash. */
  readonly originals: { readonly signs: Element | null; readonly badge: Element | null };
}

/** Shows what the stores know of a cell's picture: its marks, whether its file is missing, and its name. */
export function showFacts(cell: Cell, { say, trashShown, originals }: CellContext): void {
  const id = imageIn(cell);
  const known = marksOf(cell.entry.kind === 'image' ? cell.entry.marks : 0);
  const marks = { ...known, trashed: known.trashed && trashShown };
  const presence = id === null ? 'here' : presenceOf(id);
  showSigns(cell, packedMarks(marks), () => signsOf(originals.signs, marks));
  showPresence(cell, presence, () => {
    const badge = copyOf(originals.badge);
    badge?.append(say(presence === 'changed' ? 'gallery.file-changed' : 'gallery.file-missing'));
    return badge;
  });
  const { label, description } = cellLabel(say, { info: id === null ? null : descriptionOf(id), marks, presence });
  showLabel(cell, label, description);
}

/** Copies are made of these: by the original, for each combination of marks. */
const knownSigns = new WeakMap<Element, Map<number, HTMLElement>>();

function signsOf(original: Element | null, marks: Marks): HTMLElement | null {
  const packed = packedMarks(marks);
  if (packed === 0 || !original) return null;
  const known = knownSigns.get(original) ?? new Map<number, HTMLElement>();
  knownSigns.set(original, known);
  const signs = known.get(packed) ?? pickedSigns(original, marks);
  if (signs) known.set(packed, signs);
  return copyOf(signs);
}

function pickedSigns(original: Element, { favourite, rating, trashed }: Marks): HTMLElement | null {
  const signs = copyOf(original);
  if (!signs) return null;
  const [heart, ...stars] = signs.children;
  const trash = stars.pop();
  const left = [...(favourite ? [] : [heart]), ...stars.slice(rating), ...(trashed ? [] : [trash])];
  for (const icon of left) icon?.remove();
  if (!favourite) delete signs.dataset['favourite'];
  if (rating > 0) signs.dataset['rating'] = String(rating);
  else delete signs.dataset['rating'];
  if (!trashed) delete signs.dataset['trashed'];
  return signs;
}

function copyOf(original: Element | null): HTMLElement | null {
  const copy = original?.cloneNode(true);
  return copy instanceof HTMLElement ? copy : null;
}
