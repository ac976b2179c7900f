import { isMarkWord, markFilters } from '../../../shared/library/marks.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import type { ImageId } from '../../../shared/task.ts';
import { useSelection } from '../selection/selection-store.ts';
import { useView } from '../windows/view-store.ts';
import { useGallery } from './gallery-store.ts';

/** Pictures that were marked during a search, and may no longer match it. */
let marked: { readonly token: number; readonly ids: ReadonlySet<ImageId> } = { token: 0, ids: new Set() };

/** Any date will do, because only the kinds of the parts count. */
const anyDay = { year: 2000, month: 1, day: 1 };

/** Whether marks, other than moves into or out of the trash, may change the matches. Words do not count, although they may be tags. */
function looksAtMarks(search: string): boolean {
  return parseSearch(search, anyDay).clauses.some(({ anyOf }) =>
    anyOf.some((part) => part.kind === 'filter' && (markFilters.includes(part.key) || (part.key === 'is' && part.values.some((word) => word !== 'trashed' && isMarkWord(word))))),
  );
}

/** Notes which pictures were marked. Null: too many to name. Returns whether the view may change. */
export function noteMarked(imageIds: readonly ImageId[] | null): boolean {
  const { token, search, arrangement } = useGallery.getState().view;
  // Marks also decide which picture is on top of a stack.
  if (arrangement.by !== 'rating' && arrangement.stack === null && !looksAtMarks(search)) return false;
  marked = { token, ids: new Set([...(marked.token === token ? marked.ids : []), ...(imageIds ?? current())]) };
  return true;
}

/** Whether a picture that keys act on was just marked. It stays until the person moves to another picture, so that no key acts on its neighbour. */
export function isCurrentJustMarked(): boolean {
  if (marked.token !== useGallery.getState().view.token) return false;
  if (current().some((id) => marked.ids.has(id))) return true;
  marked = { token: 0, ids: new Set() };
  return false;
}

/** The pictures that keys act on. */
function current(): readonly ImageId[] {
  const { selection } = useSelection.getState();
  const { viewer } = useView.getState();
  return [...(selection?.kind === 'image' ? [selection.imageId] : []), ...(viewer === null ? [] : [viewer])];
}
