import { chipsOf, type ChipPart, type SearchChip } from '../../../shared/search/field/chips.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { labels } from '../../../shared/library/marks.ts';
import { searchFlags, sizeShapes, type NumberRange } from '../../../shared/search/query.ts';
import { writeRange } from '../../../shared/search/number-ranges.ts';
import { statusWords } from '../../../shared/search/statuses.ts';
import type { Words } from '../../../shared/words/index.ts';
import { useApp } from '../../stores/app-store.ts';
import { useSubjects, useSubjectsOf, type Subject } from '../../stores/library/subjects.ts';
import { today } from '../../stores/now.ts';
import { useWords } from '../../words/words.ts';

/** What the ids in searches are called. */
export interface NamesOfIds {
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly batches: readonly { readonly id: string; readonly name: string }[];
}

export function useNamesOfIds(): NamesOfIds {
  const subjects = useSubjects();
  const batches = useApp((facts) => facts.batches);
  return { subjects, batches };
}

/** Says these searches for people: they are kept with the ids of pictures and batches, because names can change and need not be unique. */
export function useSearchesInWords(searches: readonly string[]): readonly string[] {
  const say = useWords();
  const names = useNamesOfIds();
  useSubjectsOf(searches);
  return searches.map((search) => searchInWords(say, names, search));
}

/** The search with words in place of the filters that have ids. */
export function searchInWords(say: Words, names: NamesOfIds, search: string): string {
  const withIds = chipsOf(parseSearch(search, today())).filter((chip) => chip.parts.some((part) => part.kind === 'picture' || isBatchId(chip, part) || batchOf(names, chip, part) !== undefined));
  // From the end, so that the earlier spans stay valid.
  return withIds.toReversed().reduce((text, chip) => text.slice(0, chip.span.start) + chipWords(say, names, chip) + text.slice(chip.span.end), search);
}

/** What menus offer of these filters, with words of their own. */
export const periods = ['on:today', 'on:yesterday', 'after:7d', 'after:1m', 'after:1y'] as const;
export const costs = ['0', '>0', 'none'] as const;

/** `Rating: ≥ 4`. */
export function chipWords(say: Words, names: NamesOfIds, chip: SearchChip): string {
  const which = chip.negated ? 'search.chip-not' : 'search.chip';
  const value = chip.values.join(',');
  const period = periods.find((each) => each === `${chip.key}:${value}`);
  if (period !== undefined) return say(which, { key: say('search.filter.date'), values: say(`search.filter.${period}`) });
  const cost = costs.find((each) => chip.key === 'cost' && each === value);
  if (cost !== undefined) return say(which, { key: say('search.filter.cost'), values: say(`search.filter.cost.${cost}`) });
  const values = chip.parts.map((part) => batchOf(names, chip, part)?.name || (isBatchId(chip, part) ? say('search.one-batch') : chip.key === 'is' ? flagWords(say, names, part) : wordsOf(say, names, part))).join(say('search.or'));
  return say(which, { key: say(`search.key.${chip.key}`), values });
}

/** The batch whose id the filter has. */
function batchOf({ batches }: NamesOfIds, { key }: SearchChip, part: ChipPart): NamesOfIds['batches'][number] | undefined {
  return key === 'batch' && part.kind === 'text' ? batches.find(({ id }) => id === part.text) : undefined;
}

/** The window knows the latest batches, and those with tasks that wait. */
const isBatchId = ({ key }: SearchChip, part: ChipPart): boolean => key === 'batch' && part.kind === 'text' && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(part.text);

function wordsOf(say: Words, { subjects }: NamesOfIds, part: ChipPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'word':
      return isSearchWord(part.word) ? say(`search.word.${part.word}`) : part.word;
    case 'picture':
      return subjects.get(part.name)?.name || say('search.one-picture');
    case 'range':
      return rangeWords(part.range);
    case 'sides':
      return `${rangeWords(part.width)} × ${rangeWords(part.height)}`;
  }
}

/** What a picture or task is, after "Is:" and "Is: not". */
function flagWords(say: Words, names: NamesOfIds, part: ChipPart): string {
  return part.kind === 'word' && isPhrased(part.word) ? say(`search.is.${part.word}`) : wordsOf(say, names, part);
}

/** Flags whose own words do not follow "Is:". */
const phrased = ['problem', 'no-picture', 'unknown'] as const;
const isPhrased = (word: string): word is (typeof phrased)[number] => phrased.some((each) => each === word);

function rangeWords(range: NumberRange): string {
  return writeRange(range).replace('>=', '≥ ').replace('<=', '≤ ').replace('..', '–') || '…';
}

/** Values of filters for which the catalogue has words. */
type SearchWord = (typeof searchFlags)[number] | (typeof sizeShapes)[number] | (typeof statusWords)[number] | (typeof labels)[number] | 'none' | 'trash' | 'anywhere';

const known: ReadonlySet<string> = new Set([...searchFlags, ...sizeShapes, ...statusWords, ...labels, 'none', 'trash', 'anywhere']);

function isSearchWord(word: string): word is SearchWord {
  return known.has(word);
}
