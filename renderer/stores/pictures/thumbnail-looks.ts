import { create } from 'zustand';
import type { ImageId } from '../../../shared/task.ts';
import type { ThumbnailLook } from '../../../shared/windows/thumbnail-look.ts';
import { bridge } from '../../bridge.ts';

/** Why thumbnails are missing, as far as main was asked. */
interface LookStore {
  readonly looks: ReadonlyMap<ImageId, ThumbnailLook>;
}

const keep = 4000;
/** Most ids in one call. */
const mostLeft = 5000;

export const useLooks = create<LookStore>(() => ({ looks: new Map() }));

export const lookOf = (id: ImageId): ThumbnailLook | null => useLooks.getState().looks.get(id) ?? null;

/** Asks main about a picture whose thumbnail was not loaded. */
export async function lookAgain(id: ImageId): Promise<ThumbnailLook | null> {
  const answer = await bridge.thumbnailsInSight({ imageIds: [id], left: [] });
  const look = answer.ok ? (answer.value[0] ?? null) : null;
  if (look) remember(id, look);
  return look;
}

/** Makes the thumbnail of a broken picture again, and updates its cells. */
export async function tryAgain(id: ImageId): Promise<void> {
  const answer = await bridge.thumbnailsTryAgain({ imageId: id });
  if (answer.ok) await lookAgain(id);
}

/** Tells main that these pictures have left the screen, so that it makes no thumbnails for them. */
export function reportLeft(ids: readonly ImageId[]): void {
  void bridge.thumbnailsInSight({ imageIds: [], left: ids.slice(-mostLeft) });
}

function remember(id: ImageId, look: ThumbnailLook): void {
  const next = new Map(useLooks.getState().looks).set(id, look);
  for (const other of next.keys()) {
    if (next.size <= keep) break;
    next.delete(other);
  }
  useLooks.setState({ looks: next });
}
