import { isShown } from '../../../../shared/task.ts';
import type { ImageInfo } from '../../../../shared/ipc/api.ts';
import type { Size } from '../../../parts/stage/zoom.ts';

/** CSS pixels that a key moves enlarged pictures. */
export const panStep = 80;

/** The size while a picture's description loads, and for files that cannot be shown. */
const unknownSize: Size = { width: 1024, height: 1024 };

/** The size of a picture in its own pixels. */
export function sizeOf(info: ImageInfo | null): Size {
  const file = info?.image.state.status === 'kept' && isShown(info.image.state.file.type) ? info.image.state.file : null;
  return file ?? unknownSize;
}
