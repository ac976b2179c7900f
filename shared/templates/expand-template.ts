/**
 * Works out the prompts of a template. All combinations are one list in a fixed order, as in the implementation of sd-dynamic-prompts: the last choice
 * in the text changes fastest. Their number is exact and found without listing them. Where this differs from the implementation:
 *
 * - A variable that is set at once ('=!') takes each of its values in turn, as in the documentation. In the implementation it has only its first.
 * - A wildcard whose name contains variants stands for every name they make. In the implementation, it stands for the first.
 * - Equal options of one choice count once, and so do equal values of a wildcard, whatever their weight. Other combinations that happen to make the
 *   same prompt are all in the list ('{a|b}{|b}' makes "ab" once and "b", "bb"; '{|a}{|a}' makes "a" twice), as in the implementation.
 *   The implementation also leaves out equal texts within one choice ('{a|{a|b}}'), which takes listing them; here they stay.
 * - '{2$$__a__|__a__}' is every pair, as in the documentation. In the implementation, all combinations of it are none.
 * - Parameters of a wildcard that stands alone in braces hold ('{2$$__a(b=c)__}'). The implementation loses them.
 * - A weight of 0 switches a choice off. The implementation does so only at random.
 * - `@` takes its next value each time it is used in the list. `~` and `@` do not multiply the number of combinations.
 * - The result has no spaces or line breaks at its ends.
 */
import { createCounter, largestCount, type Counter, type Mode } from './count-outcomes.ts';
import { createDraws } from './draws.ts';
import { createWriter } from './make-text.ts';
import { readTemplate } from './read-template.ts';
import { createScopes } from './scope.ts';
import type { TemplateFault } from './template-node.ts';
import type { Wildcards } from './wildcard-lists.ts';
import { createWork, Stop } from './work-limit.ts';

export { largestCount };

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

/** Opens a template. `variables` are set for the whole text, such as the columns of a list. Never throws. */
export function openTemplate(text: string, wildcards: Wildcards, variables: Readonly<Record<string, string>> = {}): Template {
  const read = readTemplate(text);
  const work = createWork();
  /** The draws of the list that is being made. */
  let draws = createDraws(0, work);
  const counter: Counter = createCounter(read, wildcards, work, (...at) => textOf(...at));
  const textOf = createWriter(counter, work, () => draws);
  const { faults } = counter;
  let scope = createScopes();
  for (const [name, value] of Object.entries(variables)) scope = scope.with(name, { kind: 'text', text: value });

  let count = 0n;
  try {
    count = counter.countOf(read.node, scope, 'all');
  } catch (error) {
    faults.push(faultOf(error));
  }
  counter.settle();
  faults.sort((a, b) => a.at - b.at);
  return {
    faults,
    count: faults.length === 0 ? count : 0n,
    wildcards: [...counter.used],
    *all(seed) {
      const own = createDraws(seed, work);
      for (let index = 0n; faults.length === 0 && index < count; index += 1n) {
        draws = own;
        const prompt = promptOf('all', index);
        if (typeof prompt !== 'string') return prompt;
        yield prompt;
      }
      return faults[0] ?? null;
    },
    *random(seed) {
      const own = createDraws(seed, work);
      for (;;) {
        draws = own;
        const prompt = faults[0] ?? promptOf('random', 0n);
        if (typeof prompt !== 'string') return prompt;
        yield prompt;
      }
    },
  };

  function promptOf(mode: Mode, index: bigint): string | TemplateFault {
    work.begin();
    try {
      return textOf(read.node, scope, mode, index).trim();
    } catch (error) {
      return faultOf(error);
    }
  }

  function faultOf(error: unknown): TemplateFault {
    if (!(error instanceof Stop)) throw error;
    return { words: error.words, values: error.values, at: 0, length: text.length, within: null };
  }
}
