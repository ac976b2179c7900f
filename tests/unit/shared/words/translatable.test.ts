import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { labels } from '../../../../shared/library/marks.ts';
import { overBudgetWords } from '../../../../shared/money/question-words.ts';
import { en } from '../../../../shared/words/en/catalogue.en.ts';
import { wordsFor } from '../../../../shared/words/index.ts';

/** A part of the ICU syntax tree. */
interface Part {
  readonly type: number;
  readonly value: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>;
}

const literal = 0;
const number = 2;
const select = 5;
const plural = 6;
const pound = 7;

const treeOf = (message: string): readonly Part[] => new IntlMessageFormat(message, 'en').getAst() as unknown as readonly Part[];
const branchesOf = ({ options }: Part): readonly (readonly Part[])[] => Object.values(options ?? {}).map(({ value }) => value);
/** A sequence of parts, and those of all branches in it. `within`: the choices around it, outermost first. */
function* sequencesOf(parts: readonly Part[], within: readonly Part[] = []): Generator<{ readonly parts: readonly Part[]; readonly within: readonly Part[] }> {
  yield { parts, within };
  for (const part of parts) for (const branch of branchesOf(part)) yield* sequencesOf(branch, [...within, part]);
}

const isChoice = (part: Part | undefined): part is Part => part?.type === plural || part?.type === select;
const textOf = (part: Part | undefined): string => (part === undefined ? '' : part.type === literal ? part.value : '{}');

/** Every sequence of every message, with the key of the message. */
const all = Object.entries<string>(en).flatMap(([key, message]) => [...sequencesOf(treeOf(message))].map((sequence) => ({ key, ...sequence })));

/** The keys of messages with a sequence that has this fault. */
const keysWith = (fault: (parts: readonly Part[], within: readonly Part[]) => boolean): readonly string[] => [...new Set(all.filter(({ parts, within }) => fault(parts, within)).map(({ key }) => key))];

describe('a message of the window can be translated', () => {
  test('no message and no branch begins or ends with a space, because it would be glued to something', () => {
    const isGlued = (parts: readonly Part[], within: readonly Part[]): boolean => {
      const first = textOf(parts.at(0));
      const last = textOf(parts.at(-1));
      // A branch may be one more sentence after a whole one.
      const isSentence = within.length > 0 && /^ \p{Lu}/u.test(first) && last.endsWith('.');
      return !isSentence && (/^\s/.test(first) || /\s$/.test(last));
    };
    expect(keysWith(isGlued)).toEqual([
      // Between the values of a chip.
      'search.or',
    ]);
  });

  test('every choice stands for whole sentences, or for a value after a colon, after a dot between values, or in brackets', () => {
    const endsBefore = (parts: readonly Part[], at: number): boolean => {
      const before = textOf(parts[at - 1]);
      return at === 0 || isChoice(parts[at - 1]) || (before === ' ' && isChoice(parts[at - 2])) || /(?:[.?!…]”? |\n\n|[.?!]|: | · |\()$/.test(before);
    };
    const beginsAfter = (parts: readonly Part[], at: number): boolean => at === parts.length - 1 || isChoice(parts[at + 1]) || /^(?:\)| \p{Lu}| “|\n\n| $)/u.test(textOf(parts[at + 1]));
    const isFragment = (parts: readonly Part[]): boolean => parts.some((part, at) => isChoice(part) && !(endsBefore(parts, at) && beginsAfter(parts, at)));
    expect(keysWith(isFragment)).toEqual([
      // Counts that stand beside each other, each with a word of its own.
      'compare.decided',
      'cull.tally',
    ]);
  });

  test('a number before a word is a plural', () => {
    // Limits, which are never one.
    const limits = new Set(['most', 'min', 'max', 'above', 'days']);
    const isBare = (parts: readonly Part[], within: readonly Part[]): boolean =>
      parts.some(({ type, value }, at) => type === number && !limits.has(value) && !within.some((choice) => choice.type === plural && choice.value === value) && /^\+? (?!of |and |on |again|now|anyway)\p{Ll}/u.test(textOf(parts[at + 1])));
    expect(keysWith(isBare)).toEqual([
      // The word belongs to the plural around it: “1 of these 3 was sent already.”
      'compose.partly-sent',
    ]);
  });

  test('# stands directly in its plural: within a choice inside, it would be shown as it is', () => {
    expect(keysWith((parts, within) => parts.some(({ type }) => type === pound) && within.at(-1)?.type !== plural)).toEqual([]);
  });

  test('a word that another language inflects is chosen, and never inserted', () => {
    const isInserted = (parts: readonly Part[]): boolean =>
      parts.some(({ type, value }, at) => type === 1 && /^(?:act|action|kind|what|status|state|type|thing|doing)$/.test(value) && !textOf(parts[at - 1]).endsWith('HTTP '));
    expect(keysWith(isInserted).toSorted()).toEqual([
      // After a full stop: a button of its own.
      'compare.zoom',
      // The end of a file's name.
      'import.reason.other',
      'viewer.zoom-value',
    ]);
  });

  test('a message that ends with a colon stands above what it introduces', () => {
    expect(Object.entries<string>(en).filter(([, message]) => /:\}*$/.test(message)).map(([key]) => key)).toEqual(['prices.found-errors', 'settings.choose.explained', 'tasks.look-up.found']);
  });

  test('percent and sizes of files are written by Intl', () => {
    const isUnit = (parts: readonly Part[]): boolean => parts.some((part, at) => part.type === literal && /^ ?(?:%|[kKMG]?B\b)/.test(part.value) && [1, number, pound].includes(parts[at - 1]?.type ?? -1));
    expect(keysWith(isUnit)).toEqual([]);
  });
});

describe('what is chosen in a message', () => {
  const say = wordsFor('en');

  test('each colour of a label has words of its own', () => {
    expect(labels.map((label) => say('marks.sign.label', { label }))).toEqual(['red label', 'yellow label', 'green label', 'blue label', 'purple label']);
    expect(new Set(labels.map((label) => say('marks.did.labelled', { label, count: 2 }))).size).toBe(labels.length);
  });

  test('a rating is said in stars', () => {
    expect(say('marks.did.rated', { count: 1, rating: 1 })).toBe('1 picture rated 1 star');
    expect(say('marks.did.rated', { count: 2, rating: 5 })).toBe('2 pictures rated 5 stars');
  });

  test('a file whose name is a word of ours keeps its name', () => {
    expect(say('list.unread.no-rows', { name: 'none', named: 'yes' })).toBe('There are no prompts in “none”.');
    expect(say('list.unread.no-rows', { name: '', named: 'no' })).toBe('There are no prompts in it.');
  });

  test.each([
    [{ count: 1, fits: 0, until: 'day' }, 'The budget has no room for this task. It waits and is sent by itself when the daily budget renews.'],
    [{ count: 3, fits: 0, until: 'total' }, 'The budget has no room for these tasks. They wait until you raise the budget.'],
    [{ count: 3, fits: 1, until: 'month' }, 'The budget has room for 1 of 3. 2 wait and are sent by themselves when the monthly budget renews.'],
    [{ count: 3, fits: 2, until: 'total' }, 'The budget has room for 2 of 3. 1 waits until you raise the budget.'],
  ] as const)('what does not fit into a budget waits: %j', ({ count, fits, until }, words) => {
    expect(overBudgetWords(say, { fits, until }, count)).toBe(words);
  });

  test('a value of a wildcard file that is left out is named with its line', () => {
    expect(say('wildcards.why.empty', { line: 3, text: 'a', named: 'yes' })).toBe('Line 3: “a” is empty. If it begins with #, put it in quotation marks.');
    expect(say('wildcards.why.empty', { line: 3, text: '', named: 'no' })).toBe('Line 3: A value is empty. If it begins with #, put it in quotation marks.');
  });

  test('a percentage and a size are written by the locale', () => {
    expect(say('notice.thumbnails-being-made', { subject: 0.42 })).toContain(': 42% of');
    expect(wordsFor('de-DE')('notice.thumbnails-being-made', { subject: 0.42 })).toContain(': 42\u00A0% of');
    expect(say('references.fault.too-large', { most: 20 })).toContain('at most 20 MB in total');
  });
});
