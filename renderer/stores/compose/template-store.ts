import { create } from 'zustand';
import { mostInBatch } from '../../../shared/input-limits.ts';
import { openTemplate, type Template } from '../../../shared/templates/expand-template.ts';
import { isTemplate } from '../../../shared/templates/is-template.ts';
import type { TemplateFault } from '../../../shared/templates/template-node.ts';
import type { WildcardFolder } from '../../../shared/templates/wildcard-files.ts';
import { createWildcards, type Wildcards } from '../../../shared/templates/wildcard-lists.ts';
import { bridge } from '../../bridge.ts';
import { appFacts } from '../app-store.ts';

/** How a template becomes prompts. */
export interface Expansion {
  readonly mode: 'all' | 'random';
  /** How many at random. Null: the field is empty. */
  readonly number: number | null;
  /** Decides what is chosen by chance. */
  readonly seed: number;
}

interface TemplateStore extends Expansion {
  /** Whether the seed stays after sending. Otherwise the next prompts are others. */
  readonly seedKept: boolean;
  /** The wildcard files as they were last read. Null: not yet. */
  readonly folder: WildcardFolder | null;
  readonly wildcards: Wildcards;
}

const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

export const useTemplates = create<TemplateStore>(() => ({ mode: 'all', number: 10, seed: newSeed(), seedKept: false, folder: null, wildcards: createWildcards([]) }));

export function rollSeed(): void {
  useTemplates.setState({ seed: newSeed() });
}

/** After a template was sent. */
export function nextSeed(): void {
  if (!useTemplates.getState().seedKept) rollSeed();
}

let reading: Promise<void> | null = null;
let readingNext: Promise<void> | null = null;

/**
 * Reads the wildcard files again if one has changed. A call while they are read has them read once more after that, because what it asks for may have
 * changed since; such calls share one answer.
 */
export function readWildcards(): Promise<void> {
  if (reading === null) return (reading = readFolder().finally(() => (reading = null)));
  const again = (): Promise<void> => {
    readingNext = null;
    return readWildcards();
  };
  readingNext ??= reading.then(again, again);
  return readingNext;
}

async function readFolder(): Promise<void> {
  const answer = await bridge.wildcardsFolder({ known: useTemplates.getState().folder?.revision ?? null });
  if (answer.ok && answer.value) useTemplates.setState({ folder: answer.value, wildcards: createWildcards(answer.value.lists) });
}

let latest: { readonly text: string; readonly wildcards: Wildcards; readonly template: Template } | null = null;

/** The template that a prompt is. Null: it is sent as it is. The latest one is kept, because reading a long one takes time. */
export function templateOf(text: string, wildcards: Wildcards, plainBraces: boolean): Template | null {
  if (plainBraces || !isTemplate(text)) return null;
  if (latest?.text !== text || latest.wildcards !== wildcards) latest = { text, wildcards, template: openTemplate(text, wildcards) };
  return latest.template;
}

/** How many prompts a template makes. 0 if something is wrong. */
export function promptCount(template: Template, { mode, number }: Pick<Expansion, 'mode' | 'number'>): bigint {
  return mode === 'all' ? template.count : template.faults.length > 0 ? 0n : BigInt(Math.max(number ?? 0, 0));
}

/** The first prompts. */
export function firstPrompts(template: Template, { mode, number, seed }: Expansion, most: number): readonly string[] {
  const prompts: string[] = [];
  const made = mode === 'all' ? template.all(seed) : template.random(seed);
  const wanted = mode === 'all' ? most : Math.min(most, number ?? 0);
  while (prompts.length < wanted) {
    const next = made.next();
    if (next.done) break;
    prompts.push(next.value);
  }
  return prompts;
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

/** The template in a prompt as it is to be sent, with the wildcard files as they are now. */
export async function freshTemplate(text: string): Promise<Template | null> {
  if (text.includes('__')) await readWildcards();
  return templateOf(text, useTemplates.getState().wildcards, appFacts().settings.plainBraces);
}
