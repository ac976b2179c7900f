import { mostInBatch } from '../input-limits.ts';
import type { Template } from './expand-template.ts';
import type { TemplateFault } from './template-node.ts';

/** How a template becomes prompts. */
export interface Expansion {
  readonly mode: 'all' | 'random';
  /** How many at random. Null: the field is empty. */
  readonly number: number | null;
  /** Decides what is chosen by chance. */
  readonly seed: number;
}

/** How many prompts a template makes. 0 if something is wrong. */
export function promptCount(template: Template, { mode, number }: Pick<Expansion, 'mode' | 'number'>): bigint {
  return mode === 'all' ? template.count : template.faults.length > 0 ? 0n : BigInt(Math.max(number ?? 0, 0));
}

/** Milliseconds of work between two frames. */
const slice = 12;

/** Why nothing was sent. `empty`: one of the prompts is. `changed`: a wildcard file has changed, and with it the number of prompts. */
export type ExpansionFault = TemplateFault | 'empty' | 'too-many' | 'changed';

/** All prompts of a template, made in slices, so that the window stays quick. */
export async function expandTemplate(template: Template, expansion: Expansion): Promise<{ readonly prompts: readonly string[]; readonly fault: ExpansionFault | null }> {
  const { mode, seed } = expansion;
  const count = promptCount(template, expansion);
  if (count > mostInBatch) return { prompts: [], fault: 'too-many' };
  const made = mode === 'all' ? template.all(seed) : template.random(seed);
  const prompts: string[] = [];
  let began = performance.now();
  while (prompts.length < count) {
    if (performance.now() - began > slice) {
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
    const next = made.next();
    if (next.done) return { prompts, fault: next.value };
    if (next.value === '') return { prompts, fault: 'empty' };
    prompts.push(next.value);
  }
  return { prompts, fault: template.faults[0] ?? null };
}
