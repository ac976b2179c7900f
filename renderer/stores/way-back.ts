import type { ImageId } from '../../shared/task.ts';

/** Where the gallery was left, over a relaunch: a few dozen bytes in the page's own storage, at hand before main answers. */
export interface LeftAt {
  readonly search: string;
  /** The picture at the upper edge, null at the very top. */
  readonly anchor: Anchor | null;
}

export interface Anchor {
  readonly imageId: ImageId;
  /** Its position then: where it will be looked for first. */
  readonly position: number;
  /** When it was saved, in seconds since the epoch: where to look when it is gone. */
  readonly savedAt: number;
  /** Pixels from the upper edge of the sheet's window down to its cell. */
  readonly offset: number;
}

const name = 'latent.left-at';
const nowhere: LeftAt = { search: '', anchor: null };

export function leftAt(): LeftAt {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return nowhere;
    const { search, anchor } = stored as Record<string, unknown>;
    return { search: typeof search === 'string' ? search.slice(0, 1000) : '', anchor: isAnchor(anchor) ? anchor : null };
  } catch {
    return nowhere;
  }
}

const forgetting = new Set<() => void>();

/** The next view is shown from its beginning, and not from where the last one was left. */
export function forgetPlace(): void {
  rememberPlace({ ...leftAt(), anchor: null });
  for (const forget of forgetting) forget();
}

/** Calls back when the place is to be forgotten; returns what ends that. */
export function onForgetPlace(forget: () => void): () => void {
  forgetting.add(forget);
  return () => forgetting.delete(forget);
}

export function rememberPlace(place: LeftAt): void {
  try {
    localStorage.setItem(name, JSON.stringify(place));
  } catch {
    // Storage that is full or forbidden costs the way back, nothing else.
  }
}

function isAnchor(value: unknown): value is Anchor {
  if (typeof value !== 'object' || value === null) return false;
  const { imageId, position, savedAt, offset } = value as Record<string, unknown>;
  return [imageId, position, savedAt].every((number) => Number.isInteger(number)) && typeof offset === 'number';
}
