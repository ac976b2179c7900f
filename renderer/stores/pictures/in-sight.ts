import { useEffect } from 'react';
import { create } from 'zustand';
import type { ImageId } from '../../../shared/task.ts';
import type { ThumbnailLook } from '../../../shared/thumbnail.ts';
import { bridge } from '../../bridge.ts';

/**
 * Tells main which pictures have a cell on screen. Main answers with what it knows of their thumbnails, in one read for
 * all of them, and makes no thumbnails for pictures that have left the screen.
 */
interface LookStore {
  readonly looks: ReadonlyMap<ImageId, ThumbnailLook>;
}

const keep = 4000;
/** Most ids in one call. */
const [mostInSight, mostLeft] = [2000, 5000];

const useLooks = create<LookStore>(() => ({ looks: new Map() }));
/** Cells on screen for each picture. */
const cells = new Map<ImageId, number>();
const unknown = new Set<ImageId>();
const left = new Set<ImageId>();
let telling = false;

/** Counts the picture as in sight while the component is mounted. Null until main has answered. */
export function useThumbnailLook(id: ImageId): ThumbnailLook | null {
  useEffect(() => {
    enter(id);
    return () => leave(id);
  }, [id]);
  return useLooks(({ looks }) => looks.get(id) ?? null);
}

/** Asks main again, because the known look is out of date. */
export async function lookAgain(id: ImageId): Promise<ThumbnailLook | null> {
  const answer = await bridge.thumbnailsInSight({ imageIds: [id], left: [] });
  const look = answer.ok ? (answer.value[0] ?? null) : null;
  if (look) remember([id], [look]);
  return look;
}

/** Makes the thumbnail of a broken picture again, and updates its cells. */
export async function tryAgain(id: ImageId): Promise<void> {
  const answer = await bridge.thumbnailsTryAgain({ imageId: id });
  if (answer.ok) await lookAgain(id);
}

function enter(id: ImageId): void {
  cells.set(id, (cells.get(id) ?? 0) + 1);
  left.delete(id);
  if (!useLooks.getState().looks.has(id)) unknown.add(id);
  tellSoon();
}

function leave(id: ImageId): void {
  const others = (cells.get(id) ?? 1) - 1;
  if (others > 0) {
    cells.set(id, others);
    return;
  }
  cells.delete(id);
  unknown.delete(id);
  left.add(id);
  tellSoon();
}

/** One call for all cells that come and go in a frame, and only one call at a time. */
function tellSoon(): void {
  if (telling) return;
  telling = true;
  setTimeout(() => void tell(), 0);
}

async function tell(): Promise<void> {
  const imageIds = [...unknown].slice(0, mostInSight);
  const gone = [...left].slice(-mostLeft);
  for (const id of imageIds) unknown.delete(id);
  left.clear();
  if (imageIds.length + gone.length > 0) {
    const answer = await bridge.thumbnailsInSight({ imageIds, left: gone });
    if (answer.ok) remember(imageIds, answer.value);
  }
  telling = false;
  if (unknown.size + left.size > 0) tellSoon();
}

function remember(ids: readonly ImageId[], looks: readonly ThumbnailLook[]): void {
  const next = new Map(useLooks.getState().looks);
  ids.forEach((id, at) => {
    const look = looks[at];
    if (look) next.set(id, look);
  });
  for (const id of next.keys()) {
    if (next.size <= keep) break;
    if (!cells.has(id)) next.delete(id);
  }
  useLooks.setState({ looks: next });
}
