import { kindOf, partsOf, type Part } from './message-parts.ts';

export type Messages = Readonly<Record<string, string>>;

export interface Fault {
  readonly key: string;
  readonly fault: string;
}

export interface Translated {
  /** BCP 47, for the plural categories. */
  readonly tag: string;
  readonly english: Messages;
  readonly translated: Messages;
  /** Messages that are the same in both languages. */
  readonly same: readonly string[];
}

/** What is wrong with a translation, as far as a program can see it. */
export function translationFaults({ tag, english, translated, same }: Translated): readonly Fault[] {
  const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  const faults: Fault[] = [];
  for (const key of Object.keys(translated)) if (english[key] === undefined) faults.push({ key, fault: 'English has no such message' });
  for (const [key, message] of Object.entries(english)) {
    const own = translated[key];
    const found = own === undefined ? ['is missing'] : messageFaults(message, own, categories);
    faults.push(...found.map((fault) => ({ key, fault })));
    if (own === message && hasWords(message) && !same.includes(key)) faults.push({ key, fault: 'is English, and the list of messages that are the same in both languages does not have it' });
  }
  for (const key of same) if (translated[key] !== english[key]) faults.push({ key, fault: 'is not English, but the list of messages that are the same in both languages has it' });
  return faults;
}

function messageFaults(english: string, own: string, categories: readonly string[]): readonly string[] {
  let parts: readonly Part[];
  try {
    parts = partsOf(own);
  } catch (error) {
    return [`is no ICU message: ${error instanceof Error ? error.message : String(error)}`];
  }
  const ofEnglish = partsOf(english);
  return [
    ...(own.trim() === '' ? ['is empty'] : []),
    ...(edges(own) === edges(english) ? [] : ['begins or ends with other spaces than English']),
    ...(own.includes("'") ? ['has a straight apostrophe, which ICU reads as a quote'] : []),
    ...different('argument', argumentsOf(ofEnglish), argumentsOf(parts)),
    ...different('line break', lineBreaks(ofEnglish), lineBreaks(parts)),
    ...different('word for the program', literalsIn(ofEnglish), literalsIn(parts)),
    ...pluralFaults(parts, categories),
  ];
}

const edges = (message: string): string => `${/^\s*/.exec(message)?.[0]}|${/\s*$/.exec(message)?.[0]}`;

/** A message of values and signs alone is the same in every language. */
const hasWords = (message: string): boolean => partsOf(message).some((part) => kindOf(part) === 'text' && /\p{L}/u.test(part.value));

/** Each argument with what it is, and with the values that a choice or a plural names. A plural's categories are those of the language (`pluralFaults`). */
function argumentsOf(parts: readonly Part[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const part of parts) {
    const kind = kindOf(part);
    if (kind === 'text' || kind === '#') continue;
    const values = Object.keys(part.options ?? {}).filter((option) => kind === 'select' || option.startsWith('='));
    // A plural with and one without a value of its own may both name an argument.
    if (kind === 'plural') found.add(`${part.value} (plural)`);
    if (kind !== 'plural' || values.length > 0) found.add(`${part.value} (${[kind, ...values.toSorted()].join(' ')})`);
  }
  return found;
}

const lineBreaks = (parts: readonly Part[]): ReadonlySet<string> => {
  const count = parts.reduce((sum, part) => sum + (kindOf(part) === 'text' ? part.value.split('\n').length - 1 : 0), 0);
  return new Set(count === 0 ? [] : [`${count} of them`]);
};

/** What a program reads, and no language changes: words before a colon in a search, names of files and of variables, switches. */
const literals = /\b[a-z]+:(?=[a-z0-9])|\b[A-Z]+_[A-Z_]+\b|\b[\w-]+\.(?:db|json|txt|csv|deb|html|md)\b|(?<!\S)--[a-z][a-z-]+/g;

const literalsIn = (parts: readonly Part[]): ReadonlySet<string> => new Set(parts.flatMap((part) => (kindOf(part) === 'text' ? [...part.value.matchAll(literals)].map(([found]) => found) : [])));

function different(what: string, english: ReadonlySet<string>, own: ReadonlySet<string>): readonly string[] {
  const lacks = [...english].filter((each) => !own.has(each));
  const adds = [...own].filter((each) => !english.has(each));
  return [...lacks.map((each) => `lacks the ${what} ${each}`), ...adds.map((each) => `has the ${what} ${each}, which English lacks`)];
}

/** `many` may be left out: in French, Italian and Spanish it is for full millions, and `other` is said instead. */
function pluralFaults(parts: readonly Part[], categories: readonly string[]): readonly string[] {
  return parts
    .filter((part) => kindOf(part) === 'plural')
    .flatMap(({ value, options = {} }) => {
      const own = Object.keys(options).filter((option) => !option.startsWith('='));
      return [
        ...categories.filter((category) => category !== 'many' && !own.includes(category)).map((category) => `lacks the form “${category}” of the plural of ${value}`),
        ...own.filter((option) => !categories.includes(option)).map((option) => `has the form “${option}” of the plural of ${value}, which its language lacks`),
      ];
    });
}
