import { createHash } from 'node:crypto';
import { firstFoundIndex } from '../../../shared/task.ts';
import type { AnsweredImage, FoundImage } from './outcomes.ts';

/** Positions end here: a line of the library's journal holds no greater one. */
const positions = 100_000;

/**
 * Gives positions in the task to pictures that were found in an answer with an unknown status word. A position follows from the picture's name
 * alone, so that a picture has the same one in every answer, also after a restart, and an earlier preview never takes the place of the final
 * picture. The positions follow those of pictures in the known places. Two names of a task share one position about once in 100,000 tasks.
 */
export function withPositions(images: readonly AnsweredImage[]): readonly FoundImage[] {
  const seen = new Map<string, number>();
  return images.map((image) => {
    const name = nameOf(image);
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    const hash = createHash('sha256').update(`${name} ${occurrence}`).digest().readUInt32BE();
    return { ...image, position: firstFoundIndex + (hash % (positions - firstFoundIndex)) };
  });
}

/** Leaves out the query of an address, because it is mostly a signature that is different in every answer. */
function nameOf(image: AnsweredImage): string {
  return image.kind === 'url' ? image.url.replace(/[?#].*$/s, '') : createHash('sha256').update(image.base64).digest('hex');
}
