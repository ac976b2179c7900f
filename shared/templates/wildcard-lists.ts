/**
 * The named lists that `__name__` stands for. As in the implementation of sd-dynamic-prompts:
 *
 * - `*` stands for any characters, also `/`; `?` for one; `[ab]` for one of several. So `**` means the same as `*`.
 * - A name that matches nothing is also searched for in all folders (`__cat__` finds `animals/cat`).
 * - The values of all lists that match are joined, each value once, and sorted.
 */
import { isTemplate } from './is-template.ts';
import { readTemplate, type ReadTemplate } from './read-template.ts';
import type { Option } from './template-node.ts';

export interface WildcardList {
  /** Without an ending, with `/` between folders and keys. */
  readonly name: string;
  readonly values: readonly WildcardValue[];
}

export interface WildcardValue {
  readonly text: string;
  /** How often it is chosen at random, relative to the others; 1 unless the file says otherwise. */
  readonly weight: number;
}

export interface Wildcards {
  readonly names: readonly string[];
  /** The joined values of all lists that match. Null: none does. */
  find(pattern: string): readonly Option[] | null;
  /** Variables that stand in the names of wildcards within values. */
  readonly pathVariables: ReadonlySet<string>;
}

/** Answers are kept, so make one object for each state of the files. */
export function createWildcards(lists: readonly WildcardList[]): Wildcards {
  const found = new Map<string, readonly Option[] | null>();
  const reads = new Map<string, ReadTemplate>();
  let pathVariables: Set<string> | null = null;
  return {
    names: lists.map(({ name }) => name),
    find(pattern) {
      const name = cleanName(pattern);
      const known = found.get(name);
      if (known !== undefined) return known;
      const exact = matching(name);
      const lookup = exact.length > 0 || name.startsWith('**') ? exact : matching(`**/${name}`);
      const options = lookup.length === 0 ? null : optionsOf(lookup);
      found.set(name, options);
      return options;
    },
    get pathVariables() {
      pathVariables ??= new Set(
        lists.flatMap(({ values }) => values.flatMap(({ text }) => (text.includes('__') && text.includes('${') ? [...read(text).pathVariables] : []))),
      );
      return pathVariables;
    },
  };

  function matching(pattern: string): readonly WildcardList[] {
    return lists.filter(({ name }) => matchesGlob(name, pattern));
  }

  function optionsOf(matched: readonly WildcardList[]): readonly Option[] {
    const weights = new Map<string, number>();
    for (const { values } of matched) {
      for (const { text, weight } of values) if (!weights.has(text)) weights.set(text, weight);
    }
    // By code unit: the same order on every machine.
    return [...weights.keys()].sort().map((text) => {
      const weight = weights.get(text) ?? 1;
      if (!isTemplate(text) && !text.includes('#')) return { node: { kind: 'text', text }, weight, source: text };
      const parsed = read(text);
      return { node: parsed.node, weight, source: text, faults: parsed.faults };
    });
  }

  function read(text: string): ReadTemplate {
    const known = reads.get(text) ?? readTemplate(text);
    reads.set(text, known);
    return known;
  }
}

function cleanName(pattern: string): string {
  return pattern.trim().replace(/[\\/]+/g, '/').replace(/^\/|\/$/g, '');
}

/** Takes at most as many steps as the product of the lengths. */
function matchesGlob(name: string, pattern: string): boolean {
  let [n, p, starAt, resumeAt] = [0, 0, -1, 0];
  while (n < name.length) {
    const set = pattern[p] === '[' ? /^\[(!?)([^\]]+)\]/.exec(pattern.slice(p, p + 64)) : null;
    if (pattern[p] === '*') {
      starAt = p;
      resumeAt = n;
      p += 1;
    } else if (set && isInSet(name[n] ?? '', set[2] ?? '') !== (set[1] === '!')) {
      p += set[0].length;
      n += 1;
    } else if (!set && (pattern[p] === '?' || pattern[p] === name[n])) {
      p += 1;
      n += 1;
    } else if (starAt !== -1) {
      p = starAt + 1;
      resumeAt += 1;
      n = resumeAt;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}

function isInSet(char: string, set: string): boolean {
  for (let at = 0; at < set.length; at += 1) {
    const from = set[at] ?? '';
    const to = set[at + 1] === '-' ? set[at + 2] : undefined;
    if (to !== undefined) at += 2;
    if (to === undefined ? char === from : char >= from && char <= to) return true;
  }
  return false;
}
