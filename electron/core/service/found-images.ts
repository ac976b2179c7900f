import { createHash } from 'node:crypto';
import { maxImages } from './answer-candidates.ts';
import type { AnsweredImage, FoundImage } from './outcomes.ts';

/** Most tasks remembered. Nobody has more in progress with a status word that Latent does not know. */
const mostTasks = 1_000;

/**
 * Gives positions in the task to pictures that were found in answers with an unknown status word. A picture keeps its position in every answer,
 * and no other picture gets it, so that an earlier preview never takes the place of the final picture. The positions follow those of pictures
 * in the known places.
 */
export function createFoundImages(): (task: string, images: readonly AnsweredImage[]) => readonly FoundImage[] {
  const known = new Map<string, string[]>();
  return (task, images) => {
    if (known.size >= mostTasks && !known.has(task)) known.clear();
    const names = known.get(task) ?? [];
    known.set(task, names);
    const inAnswer = new Map<string, number>();
    return images.flatMap((image) => {
      const bare = nameOf(image);
      const occurrence = (inAnswer.get(bare) ?? 0) + 1;
      inAnswer.set(bare, occurrence);
      const name = `${bare} ${occurrence}`;
      if (!names.includes(name) && names.length < maxImages) names.push(name);
      const place = names.indexOf(name);
      return place < 0 ? [] : [{ ...image, position: maxImages + place }];
    });
  };
}

/** Leaves out the query of an address, because it is mostly a signature that is different in every answer. */
function nameOf(image: AnsweredImage): string {
  return image.kind === 'url' ? image.url.replace(/[?#].*$/s, '') : createHash('sha256').update(image.base64).digest('hex');
}
