import type { PictureColumns, Range } from '../../shared/library/view.ts';
import type { ImageId } from '../../shared/task.ts';
import { bridge } from '../bridge.ts';
import { blockSize } from './picture-blocks.ts';
import type { GalleryState } from './gallery-store.ts';
import type { PictureView } from './picture-view.ts';
import { viewCounted } from './picture-view.ts';

type Holder = 'sheet' | 'selection' | 'undo';

const held = new Map<Holder, () => readonly ImageId[]>();

/** Names the pictures whose places are to be known when the same search is shown anew: what is in sight and selected stays so. */
export function holdOnTo(holder: Holder, pictures: () => readonly ImageId[]): void {
  held.set(holder, pictures);
}

/**
 * The same search, opened anew: with all that puts it in the place of the one before without a movement. That is its length, its
 * months, where the pictures stand that are held on to, and the pictures around them. What main does not tell is left out.
 * @param inSight positions that the sheet shows of the view before
 * @param behindBand the first picture behind those that have come to the front
 */
export async function readyToReplace(before: PictureView, opened: PictureView, inSight: Range | undefined, behindBand: ImageId | undefined): Promise<PictureView> {
  const { token } = opened;
  const ready = await bridge.libraryReady({ token });
  if (!ready.ok || ready.value === null) return opened;
  const ids = [...new Set([...[...held.values()].flatMap((pictures) => pictures()), ...(behindBand === undefined ? [] : [behindBand])])];
  const places = await Promise.all(ids.map(async (imageId) => [imageId, await placeOf(imageId, opened)] as const));
  const located = new Map(places.flatMap(([imageId, position]) => (position === null ? [] : [[imageId, position] as const])));
  const view = { ...viewCounted(opened, ready.value), located };
  if (inSight) for (const columns of await columnsIn(view, wholeRows(movedWith(inSight, before, located)))) view.blocks.put(columns);
  return view;
}

/** Whether a cell of the top row is to stay where it is when another view is shown; the sheet knows. */
export const topRow: { isHeld: (state: GalleryState) => boolean } = { isHeld: () => false };

async function placeOf(imageId: ImageId, { token, blocks }: PictureView): Promise<number | null> {
  const here = blocks.positionOf(imageId);
  if (here >= 0) return here;
  const answer = await bridge.libraryLocatePicture({ token, imageId });
  return answer.ok ? answer.value : null;
}

/** Positions of the view before, by as much further on as the first picture that both have. */
function movedWith([first, end]: Range, before: PictureView, located: ReadonlyMap<ImageId, number>): Range {
  for (const [imageId, position] of located) {
    const old = before.blocks.positionOf(imageId);
    if (position >= 0 && old >= 0) return [Math.max(first + position - old, 0), Math.max(end + position - old, 0)];
  }
  return [first, end];
}

/** Rows may be laid out from any position of a block on. */
function wholeRows([first, end]: Range): Range {
  return [Math.max(first - blockSize, 0), end + blockSize];
}

async function columnsIn({ token, length, blocks }: PictureView, range: Range): Promise<readonly PictureColumns[]> {
  const answers = await Promise.all(blocks.missing(range, length).map((number) => bridge.libraryPictures({ token, range: [number * blockSize, (number + 1) * blockSize] })));
  return answers.flatMap((answer) => (answer.ok && answer.value ? [answer.value] : []));
}
