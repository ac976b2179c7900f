import { fold } from '../../../shared/search/text/fold.ts';
import type { PastPrompt, SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import { create } from 'zustand';
import { bridge } from '../../bridge.ts';
import { currentFormats } from '../../words/words.ts';
import { notifyError } from '../../ui/toast.tsx';
import { choiceFields, sentValues } from '../../../shared/request/compose-matrix.ts';

/** The saved prompts in whose title, text, folder or snippet word every word of a search is found. Of settings alone, also model, size and quality. `folder` null: of all folders. */
export function foundIn(prompts: readonly SavedPrompt[], search: string, folder: string | null): readonly SavedPrompt[] {
  const words = fold(search).split(/\s+/u).filter((word) => word !== '');
  return prompts.filter((prompt) => {
    if (folder !== null && prompt.folder !== folder) return false;
    if (words.length === 0) return true;
    return words.every((word) => foldedTexts(prompt).includes(word));
  });
}

/** Folded once for each version of a prompt, because each letter that is typed searches all of them. */
const folded = new WeakMap<SavedPrompt, string>();

function foldedTexts(saved: SavedPrompt): string {
  const known = folded.get(saved);
  if (known !== undefined) return known;
  const { title, prompt, folder, snippet, choices } = saved;
  const settings = prompt === '' && choices ? choiceFields.flatMap((field) => sentValues(choices, field)) : [];
  const texts = fold([title, prompt, ...settings, folder, snippet === null ? '' : `/${snippet}`].join('\n'));
  folded.set(saved, texts);
  return texts;
}

const mostSnippets = 50;

/** The saved prompts whose snippet word, or a later part of it, begins with a text; those that begin with it first. */
export function snippetsFor(prompts: readonly SavedPrompt[], typed: string): readonly SavedPrompt[] {
  const withWord = prompts.filter(({ snippet }) => snippet !== null).sort((a, b) => currentFormats().compare(a.snippet ?? '', b.snippet ?? ''));
  const begins = (prompt: SavedPrompt): boolean => prompt.snippet?.startsWith(typed) ?? false;
  const contains = ({ snippet }: SavedPrompt): boolean => typed !== '' && (snippet?.split(/(?<=[-_])/).some((part, at) => at > 0 && part.startsWith(typed)) ?? false);
  return [...withWord.filter(begins), ...withWord.filter((prompt) => !begins(prompt) && contains(prompt))].slice(0, mostSnippets);
}

interface HistorySearch {
  readonly search: string;
  readonly prompts: readonly PastPrompt[];
  /** Where the next page begins. Null: there is none. */
  readonly next: number | null;
  /** A page is being read. */
  readonly reading: boolean;
}

export const usePastPrompts = create<HistorySearch>(() => ({ search: '', prompts: [], next: null, reading: false }));

/** Reads the first prompts of the history that match. What was found before stays until then. */
export async function searchHistory(search: string): Promise<void> {
  usePastPrompts.setState({ search, reading: true });
  await readPage(search, 0);
}

/** Reads the prompts after those that are shown. */
export async function readOlder(): Promise<void> {
  const { search, next, reading } = usePastPrompts.getState();
  if (next === null || reading) return;
  usePastPrompts.setState({ reading: true });
  await readPage(search, next);
}

async function readPage(search: string, from: number): Promise<void> {
  const answer = await bridge.promptsHistory({ search, from });
  if (usePastPrompts.getState().search !== search) return;
  if (!answer.ok) {
    usePastPrompts.setState({ reading: false });
    return notifyError(answer.error);
  }
  if (answer.value === null) return;
  const { prompts, next } = answer.value;
  usePastPrompts.setState((before) => {
    const shown = from === 0 ? [] : before.prompts;
    const known = new Set(shown.map(({ prompt }) => prompt));
    return { prompts: [...shown, ...prompts.filter(({ prompt }) => !known.has(prompt))], next, reading: false };
  });
}
