import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { addCompared, comparable, left, openCompare, useCompare } from '../../stores/compare-store.ts';
import { cellCount, entryAt, locate, picturesOf, useGallery } from '../../stores/gallery/gallery-store.ts';
import { countOf } from '../../stores/selection/position-ranges.ts';
import { lead, selectedIndices } from '../../stores/selection/selection-store.ts';
import { withKeysHeld } from '../../ui/shortcuts/key-listener.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';

/** Compares the selected pictures, or a single one with the next. Shows a message if there are too many. */
export async function compareSelected(): Promise<void> {
  const selected = selectedIndices();
  if (countOf(selected) > comparable.most) return notify(currentWords()('compare.too-many', { most: comparable.most }));
  const positions = selected.flatMap(([first, end]) => Array.from({ length: end - first }, (_, at) => first + at));
  if (positions.length < comparable.least) {
    const leading = lead();
    return leading?.kind === 'image' ? compareWithNext(leading.imageId) : undefined;
  }
  return withKeysHeld(async () => {
    const ids = await Promise.all(positions.map(idAt));
    open(ids.filter((id) => id !== null));
  });
}

/** Compares a picture with its neighbour. @param beside the neighbour. Null: the next picture of the sheet, or for the last one the previous */
export async function compareWithNext(id: ImageId, beside: ImageId | null = null): Promise<void> {
  const other = beside ?? (await besideInSheet(id, []));
  open(other === null ? [id] : [id, other]);
}

/** Adds the picture that follows the last compared picture on the sheet. */
export async function addNextCompared(): Promise<void> {
  const state = useCompare.getState();
  const last = state.ids.at(-1);
  if (last === undefined) return;
  const say = currentWords();
  if (left(state).length >= comparable.most) return notify(say('compare.full', { most: comparable.most }));
  const next = await besideInSheet(last, state.ids);
  if (next === null) notify(say('compare.no-more'));
  else if (left(useCompare.getState()).length < comparable.most) addCompared(next);
}

function open(ids: readonly ImageId[]): void {
  if (ids.length < comparable.least) return notify(currentWords()('compare.too-few'));
  openCompare(ids);
}

/** The nearest picture that follows `id` on the sheet and is not in `others`, or the nearest before it if none follows. */
async function besideInSheet(id: ImageId, others: readonly ImageId[]): Promise<ImageId | null> {
  const from = await locate(id);
  if (from === null || from < 0) return null;
  for (const step of [1, -1] as const) {
    for (let at = from + step; at >= 0 && at < cellCount(useGallery.getState()); at += step) {
      const found = await idAt(at);
      if (found === null) break;
      if (found !== id && !others.includes(found)) return found;
    }
  }
  return null;
}

/** The picture at a position of the sheet, even if it is not loaded. Null beyond the ends, or if another view was opened meanwhile. */
async function idAt(position: number): Promise<ImageId | null> {
  const gallery = useGallery.getState();
  const entry = entryAt(gallery, position);
  if (entry === null || entry.kind === 'image') return entry?.imageId ?? null;
  const { token, revision } = gallery.view;
  const answer = await bridge.libraryPictures({ token, revision, range: [position, position + 1] });
  return answer.ok && answer.value ? (picturesOf(answer.value)[0]?.imageId ?? null) : null;
}
