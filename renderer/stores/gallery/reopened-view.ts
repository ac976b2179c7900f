import type { PictureColumns, Range } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { blockSize } from './picture-blocks.ts';
import type { GalleryState } from './gallery-store.ts';
import { viewCounted, type PictureView } from './picture-view.ts';

type Holder = 'sheet' | 'selection' | 'undo';

const held = new Map<Holder, () => readonly ImageId[]>();

/** Registers pictures to locate when the same search is reopened, so that those in sight or selected stay so. */
export function holdOnTo(holder: Holder, pictures: () => readonly ImageId[]): void {
  held.set(holder, pictures);
}

/**
 * Prepares a reopened search, so that it can replace the view before it without any movement: loads its length, its months, the
 * positions of the registered pictures, and the pictures around those in sight. Leaves out what main does not answer.
 * @param inSight the positions in the old view that the sheet shows
 * @param behindBand the first picture after those that were added at the front
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

/** Whether a cell of the top row must stay in its place when another view is shown. `held.ts` sets it. */
export const topRow: { isHeld: (state: GalleryState) => boolean } = { isHeld: () => false };

async function placeOf(imageId: ImageId, { token, blocks }: PictureView): Promise<number | null> {
  const loaded = blocks.positionOf(imageId);
  if (loaded >= 0) return loaded;
  const answer = await bridge.libraryLocatePicture({ token, revision: 0, imageId });
  return answer.ok ? answer.value : null;
}

/** Moves a range of the old view by as much as the first picture that both views have. */
function movedWith([first, end]: Range, before: PictureView, located: ReadonlyMap<ImageId, number>): Range {
  for (const [imageId, position] of located) {
    const old = before.blocks.positionOf(imageId);
    if (position >= 0 && old >= 0) return [Math.max(first + position - old, 0), Math.max(end + position - old, 0)];
  }
  return [first, end];
}

/** Adds a block on both sides, because a row may begin in the block before and end in the one after. */
function wholeRows([first, end]: Range): Range {
  return [Math.max(first - blockSize, 0), end + blockSize];
}

async function columnsIn({ token, length, blocks }: PictureView, range: Range): Promise<readonly PictureColumns[]> {
  const answers = await Promise.all(blocks.missing(range, length).map((number) => bridge.libraryPictures({ token, revision: 0, range: [number * blockSize, (number + 1) * blockSize] })));
  return answers.flatMap((answer) => (answer.ok && answer.value ? [answer.value] : []));
}
