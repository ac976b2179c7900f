import type { ImageId } from '../../../../shared/task.ts';
import { describe } from '../../../stores/pictures/descriptions.ts';
import { reportLeft } from '../../../stores/pictures/thumbnail-looks.ts';
import { watchPresence } from '../../../stores/pictures/presence.ts';

/** Milliseconds without another picture until main is asked about those on screen. */
const rest = 200;

interface OnScreen {
  /** These pictures have come into sight. */
  came(ids: readonly ImageId[]): void;
  close(): void;
}

/**
 * Asks main about the pictures on screen, but not while the person scrolls. Tells main also meanwhile which have left, so that it makes no
 * thumbnails for them.
 * @param atRest called when the sheet rests. Returns whether it is done, or else is called again
 */
export function createOnScreen(idsNow: () => readonly ImageId[], atRest: () => boolean): OnScreen {
  let seen = new Set<ImageId>();
  const watched = new Map<ImageId, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;

  const look = (): void => {
    const now = new Set(idsNow());
    const left = [...seen].filter((id) => !now.has(id));
    seen = now;
    if (left.length > 0) reportLeft(left);
    const isMoving = performance.now() - last < rest / 2;
    if (!isMoving) {
      describe([...now]);
      for (const [id, end] of watched) if (!now.has(id)) end();
      for (const id of now) if (!watched.has(id)) watch(id);
    }
    timer = isMoving || !atRest() ? setTimeout(look, rest) : undefined;
  };
  const watch = (id: ImageId): void => {
    const end = watchPresence(id);
    watched.set(id, () => {
      watched.delete(id);
      end();
    });
  };
  return {
    came(ids) {
      for (const id of ids) seen.add(id);
      last = performance.now();
      timer ??= setTimeout(look, rest);
    },
    close() {
      clearTimeout(timer);
      for (const end of watched.values()) end();
      if (seen.size > 0) reportLeft([...seen]);
    },
  };
}
