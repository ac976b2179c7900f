import { comparePackages, differencesText } from '../releases/compare-builds.ts';
import { Sentence } from '../say.ts';

/** Compares two builds of one commit: `npm run --silent compare -- FIRST SECOND`, two folders. Fails if the app itself differs, or may differ unseen. */
export default function compare([first, second]: readonly string[]): number {
  if (first === undefined || second === undefined) throw new Sentence('usage: npm run compare -- FIRST SECOND');
  const differences = comparePackages(first, second);
  console.log(differencesText(first, differences));
  return differences.some(({ isInApp, isUncompared }) => isInApp || isUncompared) ? 1 : 0;
}
