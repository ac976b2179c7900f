import type { Random } from './random.ts';
import { artists, chinese, finishes, japanese, lenses, lights, places, qualities, styles, subjects, syllables } from './vocabulary.ts';

/** Names that were made up, in all: rare words are what makes an index large. */
const inventedNames = 30_000;

const asianShare = 0.03;

/** Writes prompts as people do: a subject, mostly a place, then ever rarer refinements. */
export function createPromptWriter(random: Random): () => string {
  const names = Array.from({ length: inventedNames }, () => {
    const name = Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join('');
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  });

  const english = (): string => {
    const adjectives = random.chance(0.6) ? `${random.pickByRank(qualities)} ` : '';
    const second = random.chance(0.2) ? `${random.pickByRank(qualities)} ` : '';
    const subject = `${adjectives}${second}${random.pickByRank(subjects)}`;
    const article = random.chance(0.7) ? (/^[aeiou]/i.test(subject) ? 'an ' : 'a ') : '';
    const parts = [`${article}${subject}${random.chance(0.65) ? ` ${random.pickByRank(places)}` : ''}`];
    if (random.chance(0.15)) parts.push(`with ${random.pickByRank(qualities)} ${random.pickByRank(subjects)} and ${random.pickByRank(subjects)}`);
    if (random.chance(0.12)) parts.push(`${random.pick(['called', 'of the house of', 'in the land of', 'by'])} ${random.pickByRank(names)}`);
    if (random.chance(0.75)) parts.push(random.pickByRank(styles));
    if (random.chance(0.2)) parts.push(random.pickByRank(artists));
    if (random.chance(0.5)) parts.push(random.pickByRank(lights));
    if (random.chance(0.35)) parts.push(random.pickByRank(lenses));
    for (let more = 0.6; random.chance(more); more *= 0.6) parts.push(random.pickByRank(finishes));
    return parts.join(', ');
  };
  const asian = (): string => {
    if (random.chance(0.5)) return `${random.pickByRank(chinese.subjects)}${random.pickByRank(chinese.places)}，${random.pickByRank(chinese.styles)}，${random.pickByRank(chinese.styles)}`;
    return `${random.pickByRank(japanese.places)}${random.pickByRank(japanese.subjects)}、${random.pickByRank(japanese.styles)}、${random.pickByRank(japanese.styles)}`;
  };

  let last = '';
  return () => {
    // Asked again, or asked again with something added, as everybody does who is not content yet.
    const again = last === '' ? 1 : random.next();
    if (again < 0.15) return last;
    if (again < 0.25 && last.length < 300) last = `${last}, ${random.pickByRank(finishes)}`;
    else last = random.chance(asianShare) ? asian() : english();
    return last;
  };
}
