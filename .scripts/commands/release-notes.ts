import { root } from '../child.ts';
import { releaseNotes } from '../releases/prepare.ts';
import { Sentence } from '../say.ts';

/** Prints what a tag changes, if that tag may be released: `npm run --silent release:notes -- v1.2.3`. */
export default function notes([tag]: readonly string[]): number {
  if (tag === undefined) throw new Sentence('usage: npm run release:notes -- TAG');
  console.log(releaseNotes(root, tag, process.env));
  return 0;
}
