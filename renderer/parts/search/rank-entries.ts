import { fold } from '../../../shared/search/text/fold.ts';
import { beginningIn } from '../../../shared/search/text/match-name.ts';

/** In their order, if nothing else decides. */
export const entryGroups = ['command', 'setting', 'place', 'tag', 'prompt', 'task'] as const;
export type EntryGroup = (typeof entryGroups)[number];

/** What can be found by its words. */
export interface Findable {
  readonly key: string;
  readonly group: EntryGroup;
  readonly text: string;
  /** More words that lead to it. */
  readonly also?: string;
  /** What people may call it, which counts least. */
  readonly synonyms?: string;
}

export interface FoundGroup<Entry> {
  readonly group: EntryGroup | 'recent';
  readonly items: readonly Entry[];
}

/** More would have to be scrolled through, which takes longer than another letter. */
export const mostOfGroup = 6;

const folded = new WeakMap<Findable, Required<Pick<Findable, 'text' | 'also' | 'synonyms'>>>();

/** Folded once, because each letter that is typed searches all of them. */
function foldedOf(entry: Findable) {
  const known = folded.get(entry) ?? { text: fold(entry.text), also: fold(entry.also ?? ''), synonyms: fold(entry.synonyms ?? '') };
  folded.set(entry, known);
  return known;
}

/** 0 is the best. Infinity: a word is missing. */
function rankOf(entry: Findable, wanted: string, words: readonly string[]): number {
  const { text, also, synonyms } = foldedOf(entry);
  if (text.startsWith(wanted)) return 0;
  const ranks = words.map((word) => {
    if (beginningIn(text, word) >= 0) return 1;
    // Also within a word: not every language has spaces between words.
    if (text.includes(word)) return 2;
    if (beginningIn(also, word) >= 0) return 3;
    return beginningIn(synonyms, word) >= 0 ? 4 : Infinity;
  });
  return Math.max(...ranks);
}

interface Ranked<Entry> {
  readonly entry: Entry;
  readonly rank: number;
}

const wordsIn = (search: string): readonly string[] => fold(search).split(/\s+/u).filter((word) => word !== '');

/** The entries in which every word of a search is found, the best first, and of those that fit alike, those that were used recently. */
export function ranked<Entry extends Findable>(entries: readonly Entry[], search: string, recent: readonly string[]): readonly Ranked<Entry>[] {
  const words = wordsIn(search);
  const wanted = fold(search).trim();
  const recency = new Map(recent.map((key, at) => [key, at]));
  const order = ({ entry, rank }: Ranked<Entry>): number => rank * 1000 + (recency.get(entry.key) ?? 999);
  const fitting = entries.map((entry) => ({ entry, rank: rankOf(entry, wanted, words) })).filter(({ rank }) => rank < Infinity);
  return fitting.toSorted((a, b) => order(a) - order(b));
}

/**
 * The entries in which every word of a search is found, by group. The group with the best one comes first, and in each group the best, of which those that were used
 * recently. Without a search: what was used recently, and all commands.
 */
export function found<Entry extends Findable>(entries: readonly Entry[], search: string, recent: readonly string[]): readonly FoundGroup<Entry>[] {
  if (wordsIn(search).length === 0) {
    const used = recent.flatMap((key) => entries.find((entry) => entry.key === key) ?? []).slice(0, mostOfGroup);
    const commands = entries.filter((entry) => entry.group === 'command' && !used.includes(entry));
    return [{ group: 'recent' as const, items: used }, { group: 'command' as const, items: commands }].filter(({ items }) => items.length > 0);
  }
  const all = ranked(entries, search, recent);
  const groups = entryGroups.map((group) => all.filter(({ entry }) => entry.group === group).slice(0, mostOfGroup));
  return groups
    .filter((group) => group.length > 0)
    .toSorted(([a], [b]) => (a?.rank ?? 0) - (b?.rank ?? 0))
    .flatMap((group) => (group[0] ? [{ group: group[0].entry.group, items: group.map(({ entry }) => entry) }] : []));
}
