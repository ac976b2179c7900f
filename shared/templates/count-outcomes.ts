import { createChoice, distinctOptions, type Choice } from './choice.ts';
import type { ReadTemplate } from './read-template.ts';
import type { Scope } from './scope.ts';
import { mostFaults, type Option, type Place, type Sampler, type SequenceNode, type TemplateFault, type TemplateNode, type VariantsNode, type WildcardNode } from './template-node.ts';
import type { Wildcards } from './wildcard-lists.ts';
import { Stop, type Work } from './work-limit.ts';

/** Larger counts are all treated as this one. About 10 to the power of 6020. */
export const largestCount = 1n << 20_000n;
/** The most different names that one `__…__` with variants or variables may stand for. */
const mostNames = 1_000;

/** `every`: all values, even where `~` or `@` chooses one. Used for the names of wildcards. */
export type Mode = Sampler | 'every';

/** Counts what parts of a template stand for, and finds what is wrong in them. */
export interface Counter {
  /** What is wrong so far. */
  readonly faults: TemplateFault[];
  /** Names and patterns of the wildcards that were looked up. */
  readonly used: ReadonlySet<string>;
  /** The number of outcomes. Reports what is wrong on the way. */
  countOf(node: TemplateNode, scope: Scope, mode: Mode): bigint;
  /** The outcomes of a sequence from its assignment number `from` on. */
  countFrom(node: SequenceNode, from: number, scope: Scope, mode: Mode): bigint;
  /** Whether the number of prompts depends on the value of a variable, because it is in the name of a wildcard. */
  branches(name: string): boolean;
  /** All different texts of a node, for the names of wildcards. */
  textsOf(node: TemplateNode, scope: Scope): readonly string[];
  /** The choice that a node stands for: one, or one for each name that its wildcard may have, or for the one given. */
  choicesOf(node: VariantsNode | WildcardNode, scope: Scope, mode: Mode, name?: string): readonly ScopedChoice[];
  /** Ends the counting: from now on, only the lists of all combinations need numbers. */
  settle(): void;
}

/** A choice, and what is set where its options are worked out. */
export interface ScopedChoice {
  readonly choice: Choice;
  readonly scope: Scope;
}

interface CountedChoice {
  readonly choice: Choice;
  /** What is wrong in the options. */
  readonly faults: readonly TemplateFault[];
}

type Range = Pick<VariantsNode, 'least' | 'most' | 'separator'>;

/** `textOf` makes the text of a node at an index. */
export function createCounter(read: ReadTemplate, wildcards: Wildcards, work: Work, textOf: (node: TemplateNode, scope: Scope, mode: Mode, index: bigint) => string): Counter {
  const faults: TemplateFault[] = [...read.faults];
  const used = new Set<string>();
  const counts = new Map<TemplateNode, Map<string, bigint>>();
  const choices = new Map<readonly Option[], Map<string, CountedChoice>>();
  const openLists = new Set<string>();
  const openVariables = new Set<string>();
  /** Where faults go: into the list of the template, or of the wildcard whose values are counted. */
  let sink = faults;
  let counting = true;
  return {
    faults,
    used,
    countOf,
    countFrom,
    branches,
    textsOf,
    choicesOf,
    settle() {
      counting = false;
    },
  };

  function report(words: TemplateFault['words'], { at, length }: Place, values: TemplateFault['values'], within: string | null = null): void {
    const known = sink.some((fault) => fault.at === at && fault.words === words && fault.within === within && fault.values['name'] === values['name']);
    if (!known && sink.length < mostFaults) sink.push({ words, values, at, length, within });
  }

  function countOf(node: TemplateNode, scope: Scope, mode: Mode): bigint {
    if (node.kind === 'text') return 1n;
    const key = `${mode} ${scope.key}`;
    const known = counts.get(node)?.get(key);
    if (known !== undefined) return known;
    const found = work.deeper(() => freshCount(node, scope, mode));
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

  function branches(name: string): boolean {
    return read.pathVariables.has(name) || wildcards.pathVariables.has(name);
  }

  function textsOf(node: TemplateNode, scope: Scope): readonly string[] {
    if (node.kind === 'text') return [node.text];
    const total = countOf(node, scope, 'every');
    if (total > mostNames) throw new Stop('templates.fault.too-complex');
    const texts = new Set<string>();
    for (let index = 0n; index < total; index += 1n) texts.add(textOf(node, scope, 'every', index));
    return [...texts];
  }

  /** Braces around nothing but a wildcard choose from its values. */
  function choicesOf(node: VariantsNode | WildcardNode, scope: Scope, mode: Mode, name?: string): readonly ScopedChoice[] {
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
    // While prompts are made, only the lists of all combinations need numbers, and no new fault can appear.
    const plain = (!counting && !isListed(mode)) || distinct.options.every(({ node }) => node.kind === 'text');
    const found = createChoice(distinct, plain ? null : distinct.options.map(({ node }) => countOf(node, scope, mode)), range);
    const made = { choice: found, faults: sink.slice(before) };
    choices.set(options, (choices.get(options) ?? new Map<string, CountedChoice>()).set(key, made));
    return made;
  }

  function countIn(choice: Choice): bigint {
    if (choice.several) work.step(choice.several.steps);
    return choice.count;
  }
}

/** Whether every outcome has its place in a list. */
export const isListed = (mode: Mode): boolean => mode === 'all' || mode === 'every';

export function modeOf({ sampler }: VariantsNode | WildcardNode, inherited: Mode): Mode {
  return sampler === null || sampler === 'all' || inherited === 'every' ? inherited : sampler;
}

/** The wildcard from whose values a node chooses. Null: from its own options. */
export function wildcardIn(node: VariantsNode | WildcardNode): WildcardNode | null {
  if (node.kind === 'wildcard') return node;
  const [only, more] = node.options;
  return more === undefined && only?.node.kind === 'wildcard' ? only.node : null;
}
