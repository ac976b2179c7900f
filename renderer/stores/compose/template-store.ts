import { create } from 'zustand';
import { openTemplate, type Template } from '../../../shared/templates/expand-template.ts';
import type { Expansion } from '../../../shared/templates/expansion.ts';
import { isTemplate } from '../../../shared/templates/is-template.ts';
import type { WildcardFolder } from '../../../shared/templates/wildcard-files.ts';
import { createWildcards, type Wildcards } from '../../../shared/templates/wildcard-lists.ts';
import { bridge } from '../../bridge.ts';
import { appFacts } from '../app-store.ts';

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

/** The template in a prompt as it is to be sent, with the wildcard files as they are now. */
export async function freshTemplate(text: string): Promise<Template | null> {
  if (text.includes('__')) await readWildcards();
  return templateOf(text, useTemplates.getState().wildcards, appFacts().settings.plainBraces);
}
