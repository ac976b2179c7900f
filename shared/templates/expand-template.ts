/**
 * Works out the prompts of a template. All combinations are one list in a fixed order, as in the implementation of sd-dynamic-prompts: what stands last
 * in the text runs fastest. Their number is exact and found without listing them. Where this differs from the implementation:
 *
 * - A variable that is set at once ('=!') takes each of its values in turn, as in the documentation. In the implementation it has only its first.
 * - A wildcard whose name contains variants stands for every name they make. In the implementation, for the first.
 * - Equal options of one choice count once, and so do equal values of a wildcard, whatever their weight. Other combinations that happen to make the
 *   same prompt are all in the list ('{a|b}{|b}' makes "ab" once and "b", "bb"; '{|a}{|a}' makes "a" twice), as in the implementation.
 *   The implementation also leaves out equal texts within one choice ('{a|{a|b}}'), which takes listing them; here they stay.
 * - '{2$$__a__|__a__}' is every pair, as in the documentation. In the implementation, all combinations of it are none.
 * - A weight of 0 switches a choice off. The implementation does so only at random.
 * - `@` goes on to its next value each time it is used, in the whole list. `~` and `@` have no part in the number of combinations.
 * - The result has no spaces or line breaks at its ends.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { longestPrompt } from '../request-checks.ts';
import { createChoice, distinctOptions, firstAbove, type Choice } from './choice.ts';
import { createPicks } from './picks.ts';
import { readTemplate } from './read-template.ts';
import { createScopes, type Scope } from './scope.ts';
import { mostFaults, type Option, type Place, type Sampler, type SequenceNode, type TemplateFault, type TemplateNode, type VariantsNode, type WildcardNode } from './template-node.ts';
import type { Wildcards } from './wildcard-lists.ts';

export interface Template {
  /** Empty: it has prompts. */
  readonly faults: readonly TemplateFault[];
  /** The number of all combinations; 0 if there are faults. Exact below `largestCount`, which stands for anything above. */
  readonly count: bigint;
  /** The names and patterns of the wildcards in use. */
  readonly wildcards: readonly string[];
  /**
   * All combinations, one after the other; `seed` decides what `~` chooses. Returns the fault that ended the list early, or null.
   * A prompt may be empty. The same on every machine and for ever.
   */
  all(seed: number): Generator<string, TemplateFault | null>;
  /** Prompts at random, by the weights. Equal ones may occur. The first ones do not depend on how many are taken. */
  random(seed: number): Generator<string, TemplateFault>;
}

/** Counts from here on are not told apart. About 10 to the power of 6020. */
export const largestCount = 1n << 20_000n;
/** Steps for counting, and for one prompt. A step takes up to a few microseconds, and both happen while the person types. */
const mostSteps = { count: 250_000, prompt: 250_000 } as const;
/** Most different names that one `__…__` with variants or variables may stand for. */
const mostNames = 1_000;
const deepestUse = 400;

/** `every`: all values, whatever `~` and `@` say. For the names of wildcards. */
type Mode = Sampler | 'every';

/** Ends the work on a template. Never leaves this file. */
class Stop extends Error {
  readonly words: TemplateFault['words'];
  readonly values: TemplateFault['values'];

  constructor(words: TemplateFault['words'], values: TemplateFault['values'] = {}) {
    super(words);
    this.words = words;
    this.values = values;
  }
}

/** Opens a template. `variables` are set for the whole text, such as the columns of a list. Never throws. */
export function openTemplate(text: string, wildcards: Wildcards, variables: Readonly<Record<string, string>> = {}): Template {
  const read = readTemplate(text);
  const faults: TemplateFault[] = [...read.faults];
  let outermost = createScopes();
  for (const [name, value] of Object.entries(variables)) outermost = outermost.with(name, { kind: 'text', text: value });
  const used = new Set<string>();
  const counts = new Map<TemplateNode, Map<string, bigint>>();
  const choices = new Map<readonly Option[], Map<string, CountedChoice>>();
  const openLists = new Set<string>();
  const openVariables = new Set<string>();
  /** Where faults go: into the list of the template, or of the wildcard whose values are counted. */
  let sink = faults;
  let steps: number = mostSteps.count;
  let depth = 0;
  let draws = xoroshiro128plus(0);
  let turns = new Map<object, number>();

  let counting = true;
  const count = attempt(() => countOf(read.node, outermost, 'all'));
  counting = false;
  faults.sort((a, b) => a.at - b.at);
  return {
    faults,
    count: faults.length === 0 ? count : 0n,
    wildcards: [...used],
    *all(seed) {
      begin(seed);
      for (let index = 0n; faults.length === 0 && index < count; index += 1n) {
        const prompt = promptOf('all', index);
        if (typeof prompt !== 'string') return prompt;
        yield prompt;
      }
      return faults[0] ?? null;
    },
    *random(seed) {
      begin(seed);
      for (;;) {
        const prompt = faults[0] ?? promptOf('random', 0n);
        if (typeof prompt !== 'string') return prompt;
        yield prompt;
      }
    },
  };

  function begin(seed: number): void {
    draws = xoroshiro128plus(seed);
    turns = new Map();
  }

  function promptOf(mode: Mode, index: bigint): string | TemplateFault {
    steps = mostSteps.prompt;
    depth = 0;
    try {
      return textOf(read.node, outermost, mode, index).trim();
    } catch (error) {
      return faultOf(error);
    }
  }

  function attempt(work: () => bigint): bigint {
    try {
      return work();
    } catch (error) {
      faults.push(faultOf(error));
      return 0n;
    }
  }

  function faultOf(error: unknown): TemplateFault {
    if (!(error instanceof Stop)) throw error;
    return { words: error.words, values: error.values, at: 0, length: text.length, within: null };
  }

  function step(number = 1): void {
    steps -= number;
    if (steps < 0) throw new Stop('templates.fault.too-complex');
  }

  function deeper<Result>(work: () => Result): Result {
    step();
    depth += 1;
    if (depth > deepestUse) throw new Stop('templates.fault.too-complex');
    const result = work();
    depth -= 1;
    return result;
  }

  function report(words: TemplateFault['words'], { at, length }: Place, values: TemplateFault['values'], within: string | null = null): void {
    const known = sink.some((fault) => fault.at === at && fault.words === words && fault.within === within && fault.values['name'] === values['name']);
    if (!known && sink.length < mostFaults) sink.push({ words, values, at, length, within });
  }

  /** The number of outcomes. Reports what is wrong on the way. */
  function countOf(node: TemplateNode, scope: Scope, mode: Mode): bigint {
    if (node.kind === 'text') return 1n;
    const key = `${mode} ${scope.key}`;
    const known = counts.get(node)?.get(key);
    if (known !== undefined) return known;
    const found = deeper(() => freshCount(node, scope, mode));
    const capped = found > largestCount ? largestCount : found;
    counts.set(node, (counts.get(node) ?? new Map<string, bigint>()).set(key, capped));
    return capped;
  }

  function freshCount(node: Exclude<TemplateNode, { kind: 'text' }>, scope: Scope, mode: Mode): bigint {
    switch (node.kind) {
      case 'sequence':
        return countFrom(node, 0, scope, mode);
      case 'variants':
      case 'wildcard': {
        const own = modeOf(node, mode);
        const sum = choicesOf(node, scope, own).reduce((total, { choice }) => total + countIn(choice), 0n);
        return isListed(own) ? sum : 1n;
      }
      case 'variable': {
        const value = scope.get(node.name) ?? node.fallback;
        if (openVariables.has(node.name)) report('templates.fault.variable-in-itself', node, { name: node.name });
        else if (!value) report('templates.fault.not-set', node, { name: node.name, setting: `\${${node.name}=…}`, fallback: `\${${node.name}:…}` });
        else {
          openVariables.add(node.name);
          const found = countOf(value, scope, mode);
          openVariables.delete(node.name);
          return found;
        }
        return 1n;
      }
      case 'wrap':
        return countOf(node.wrapper, scope, mode) * countOf(node.inner, scope, mode);
    }
  }

  /** The outcomes of a sequence from its assignment number `from` on. */
  function countFrom(node: SequenceNode, from: number, scope: Scope, mode: Mode): bigint {
    const assignment = node.assignments[from];
    if (!assignment) {
      let product = 1n;
      for (const part of node.parts) {
        product *= countOf(part, scope, mode);
        if (product > largestCount) product = largestCount;
      }
      return product;
    }
    const { name, value, immediate, overwrite } = assignment;
    if (!overwrite && scope.get(name)) return countFrom(node, from + 1, scope, mode);
    if (!immediate) return countFrom(node, from + 1, scope.with(name, value), mode);
    const values = branches(name) ? textsOf(value, scope) : null;
    if (values) return values.reduce((sum, chosen) => sum + countFrom(node, from + 1, scope.with(name, { kind: 'text', text: chosen }), mode), 0n);
    return countOf(value, scope, mode) * countFrom(node, from + 1, scope.withChosen(name, ''), mode);
  }

  /** Whether the number of prompts depends on the value of a variable, because it is in the name of a wildcard. */
  function branches(name: string): boolean {
    return read.pathVariables.has(name) || wildcards.pathVariables.has(name);
  }

  /** All different texts of a node, for the names of wildcards. */
  function textsOf(node: TemplateNode, scope: Scope): readonly string[] {
    if (node.kind === 'text') return [node.text];
    const total = countOf(node, scope, 'every');
    if (total > mostNames) throw new Stop('templates.fault.too-complex');
    const texts = new Set<string>();
    for (let index = 0n; index < total; index += 1n) texts.add(textOf(node, scope, 'every', index));
    return [...texts];
  }

  function modeOf({ sampler }: VariantsNode | WildcardNode, inherited: Mode): Mode {
    return sampler === null || sampler === 'all' || inherited === 'every' ? inherited : sampler;
  }

  /** The choice that a node stands for: one, or one for each name that its wildcard may have. Braces around nothing but a wildcard choose from its values. */
  function choicesOf(node: VariantsNode | WildcardNode, scope: Scope, mode: Mode, name?: string): readonly { readonly choice: Choice; readonly scope: Scope }[] {
    const wildcard = wildcardIn(node);
    const range = node.kind === 'variants' ? node : { least: 1, most: 1, separator: '' };
    if (!wildcard) {
      return node.kind === 'variants' ? [{ choice: choiceOf(node.options, range, scope, mode).choice, scope }] : [];
    }
    let inner = scope;
    for (const { name: given, value } of wildcard.parameters) inner = inner.with(given, value);
    return (name === undefined ? textsOf(wildcard.path, scope) : [name]).flatMap((list) => {
      const choice = listed(wildcard, list, range, inner, modeOf(wildcard, mode));
      return choice ? [{ choice, scope: inner }] : [];
    });
  }

  function listed(wildcard: WildcardNode, name: string, range: Range, scope: Scope, mode: Mode): Choice | null {
    const options = wildcards.find(name);
    used.add(name);
    if (!options) report('templates.fault.unknown-wildcard', wildcard, { name });
    else if (options.length === 0) report('templates.fault.empty-wildcard', wildcard, { name });
    else if (openLists.has(name)) report('templates.fault.wildcard-in-itself', wildcard, { name });
    else {
      const outer = sink;
      sink = [];
      openLists.add(name);
      const found = choiceOf(options, range, scope, mode);
      openLists.delete(name);
      sink = outer;
      if (found.choice.distinct.options.length === 0) report('templates.fault.no-weight', wildcard, {});
      // A fault in a value is shown at the wildcard that leads to it.
      for (const { words, values, within } of found.faults) report(words, wildcard, values, within ?? name);
      return found.choice;
    }
    return null;
  }

  function choiceOf(options: readonly Option[], range: Range, scope: Scope, mode: Mode): CountedChoice {
    const key = `${mode} ${range.least} ${range.most} ${scope.key} ${range.separator}`;
    const known = choices.get(options)?.get(key);
    if (known) return known;
    const distinct = distinctOptions(options);
    const before = sink.length;
    for (const option of distinct.options) sink.push(...(option.faults ?? []));
    // While prompts are made, only lists need the numbers. Nothing new can be wrong then.
    const plain = (!counting && !isListed(mode)) || distinct.options.every(({ node }) => node.kind === 'text');
    const found = createChoice(distinct, plain ? null : distinct.options.map(({ node }) => countOf(node, scope, mode)), range);
    const made = { choice: found, faults: sink.slice(before) };
    choices.set(options, (choices.get(options) ?? new Map<string, CountedChoice>()).set(key, made));
    return made;
  }

  function countIn(choice: Choice): bigint {
    if (choice.several) step(choice.several.steps);
    return choice.count;
  }

  /** The outcome at an index. At random and in a cycle, the next one. */
  function textOf(node: TemplateNode, scope: Scope, mode: Mode, index: bigint): string {
    if (node.kind === 'text') return limited(node.text);
    return deeper(() => {
      switch (node.kind) {
        case 'sequence':
          return sequenceText(node, 0, scope, mode, index);
        case 'variants':
        case 'wildcard':
          return chosenText(node, scope, modeOf(node, mode), index);
        case 'variable': {
          const value = scope.get(node.name) ?? node.fallback;
          return value ? textOf(value, scope, mode, index) : '';
        }
        case 'wrap': {
          const inner = isListed(mode) ? countOf(node.inner, scope, mode) : 1n;
          const around = textOf(node.wrapper, scope, mode, index / inner);
          const [before, after] = splitAtMark(around);
          return limited(before + textOf(node.inner, scope, mode, index % inner) + after);
        }
      }
    });
  }

  function sequenceText(node: SequenceNode, from: number, scope: Scope, mode: Mode, index: bigint): string {
    const assignment = node.assignments[from];
    if (!assignment) return partsText(node.parts, scope, mode, index);
    const { name, value, immediate, overwrite } = assignment;
    if (!overwrite && scope.get(name)) return sequenceText(node, from + 1, scope, mode, index);
    if (!immediate) return sequenceText(node, from + 1, scope.with(name, value), mode, index);
    if (!isListed(mode)) {
      const chosen = textOf(value, scope, mode, 0n);
      return sequenceText(node, from + 1, branches(name) ? scope.with(name, { kind: 'text', text: chosen }) : scope.withChosen(name, chosen), mode, 0n);
    }
    if (branches(name)) {
      let rest = index;
      for (const chosen of textsOf(value, scope)) {
        const inner = scope.with(name, { kind: 'text', text: chosen });
        const size = countFrom(node, from + 1, inner, mode);
        if (rest < size) return sequenceText(node, from + 1, inner, mode, rest);
        rest -= size;
      }
      return '';
    }
    const size = countFrom(node, from + 1, scope.withChosen(name, ''), mode);
    return sequenceText(node, from + 1, scope.withChosen(name, textOf(value, scope, mode, index / size)), mode, index % size);
  }

  function partsText(parts: readonly TemplateNode[], scope: Scope, mode: Mode, index: bigint): string {
    const indexes: bigint[] = [];
    let rest = index;
    for (let at = parts.length - 1; at >= 0 && rest > 0n; at -= 1) {
      const part = parts[at];
      const size = part ? countOf(part, scope, mode) : 1n;
      indexes[at] = rest % size;
      rest /= size;
    }
    let joined = '';
    for (const [at, part] of parts.entries()) joined = limited(joined + textOf(part, scope, mode, indexes[at] ?? 0n));
    return joined;
  }

  function chosenText(node: VariantsNode | WildcardNode, scope: Scope, mode: Mode, index: bigint): string {
    const wildcard = wildcardIn(node);
    const own = wildcard && node !== wildcard ? modeOf(wildcard, mode) : mode;
    if (!isListed(own)) {
      const [found] = choicesOf(node, scope, mode, wildcard ? textOf(wildcard.path, scope, own, 0n) : undefined);
      if (!found) return '';
      return own === 'random' ? randomText(found.choice, found.scope) : cycleText(node, found.choice, found.scope);
    }
    let rest = index;
    for (const { choice, scope: inner } of choicesOf(node, scope, mode)) {
      if (rest >= choice.count) {
        rest -= choice.count;
        continue;
      }
      if (!choice.several) {
        const { option, outcome } = choice.one(rest);
        return optionText(choice, option, inner, own, outcome);
      }
      step(choice.several.steps);
      return joinedText(choice, choice.several.at(rest).map(({ kind, outcome }) => optionText(choice, kind, inner, own, outcome)));
    }
    return '';
  }

  function optionText({ distinct }: Choice, at: number, scope: Scope, mode: Mode, outcome: bigint): string {
    const option = distinct.options[at];
    return option ? textOf(option.node, scope, mode, outcome) : '';
  }

  function randomText(choice: Choice, scope: Scope): string {
    const { weights, copies } = choice.distinct;
    const number = choice.least === choice.most ? choice.least : uniformInt(draws, choice.least, choice.most);
    const taken = new Map<number, number>();
    const texts: string[] = [];
    while (texts.length < number) {
      step();
      // Draws again while it meets what is used up, and after many misses looks only at what is left.
      let at = firstAbove(weights, uniformFloat64(draws) * (weights.at(-1) ?? 0));
      for (let misses = 0; isUsedUp(at) && misses < 50; misses += 1) at = firstAbove(weights, uniformFloat64(draws) * (weights.at(-1) ?? 0));
      if (isUsedUp(at)) at = leftover();
      taken.set(at, (taken.get(at) ?? 0) + 1);
      texts.push(optionText(choice, at, scope, 'random', 0n));
    }
    return joinedText(choice, texts);

    function isUsedUp(at: number): boolean {
      return (taken.get(at) ?? 0) >= (copies[at] ?? 0);
    }
    function leftover(): number {
      step(copies.length);
      const left = copies.flatMap((_copies, at) => (isUsedUp(at) ? [] : [{ at, weight: (weights[at] ?? 0) - (weights[at - 1] ?? 0) }]));
      let point = uniformFloat64(draws) * left.reduce((sum, { weight }) => sum + weight, 0);
      for (const { at, weight } of left) {
        point -= weight;
        if (point < 0) return at;
      }
      return left.at(-1)?.at ?? 0;
    }
  }

  function cycleText(node: object, choice: Choice, scope: Scope): string {
    const turn = turns.get(node) ?? 0;
    turns.set(node, turn + 1);
    const { options, copies } = choice.distinct;
    if (!choice.several) return optionText(choice, turn % options.length, scope, 'cycle', 0n);
    const orders = createPicks(copies.map((number) => ({ outcomes: 1n, copies: number })), choice.least, choice.most);
    step(orders.steps);
    return joinedText(choice, orders.at(BigInt(turn) % orders.count).map(({ kind }) => optionText(choice, kind, scope, 'cycle', 0n)));
  }

  function joinedText({ separator }: Choice, texts: readonly string[]): string {
    if (texts.length === 1) return texts[0] ?? '';
    // As in the implementation, an empty first or last value leaves no separator behind.
    let joined = texts.join(separator);
    if (separator !== '' && joined.startsWith(separator)) joined = joined.slice(separator.length);
    if (separator !== '' && joined.endsWith(separator)) joined = joined.slice(0, joined.length - separator.length);
    return limited(joined);
  }

  function limited(made: string): string {
    if (made.length > longestPrompt && made.trim().length > longestPrompt) throw new Stop('templates.fault.too-long', { most: longestPrompt });
    return made;
  }
}

interface CountedChoice {
  readonly choice: Choice;
  /** What is wrong in the options. */
  readonly faults: readonly TemplateFault[];
}

type Range = Pick<VariantsNode, 'least' | 'most' | 'separator'>;

const isListed = (mode: Mode): boolean => mode === 'all' || mode === 'every';

/** The wildcard from whose values a node chooses. Null: from its own options. */
function wildcardIn(node: VariantsNode | WildcardNode): WildcardNode | null {
  if (node.kind === 'wildcard') return node;
  const [only, more] = node.options;
  return more === undefined && only?.node.kind === 'wildcard' ? only.node : null;
}

/** The text before and after the mark that stands for the inner text. Without a mark, all is before it. */
function splitAtMark(text: string): readonly [string, string] {
  const mark = /[\u1801\u2026\u22EE\u22EF\u22F0\u22F1\uFE19]+|\.{3,}/.exec(text);
  return mark ? [text.slice(0, mark.index), text.slice(mark.index + mark[0].length)] : [text, ''];
}
