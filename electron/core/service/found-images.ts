import { createHash } from 'node:crypto';
import { maxImages } from './answer-candidates.ts';
import type { AnsweredImage, FoundImage } from './outcomes.ts';

/** More tasks than anybody has under way with a status word that Latent does not know. */
const mostTasks = 1_000;

/**
 * Gives the pictures that were found beside an unknown status word their positions in the task. A picture keeps its position from answer to
 * answer, and no other gets it: a preview that was found earlier never takes the place of the final picture. Positions begin after those of
 * the known places.
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

/** What follows the question mark is mostly a signature, and new in every answer. */
function nameOf(image: AnsweredImage): string {
  return image.kind === 'url' ? image.url.replace(/[?#].*$/s, '') : createHash('sha256').update(image.base64).digest('hex');
}
