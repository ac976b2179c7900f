import type { PastPrompt, SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import { useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { editPrompt, offerToSave } from '../../stores/prompts/prompts-dialog-store.ts';

/** A row of the lists. */
export type Entry = { readonly kind: 'saved'; readonly prompt: SavedPrompt } | { readonly kind: 'past'; readonly prompt: PastPrompt };

export const keyOf = (entry: Entry): string => (entry.kind === 'saved' ? String(entry.prompt.id) : entry.prompt.prompt);

/** Opens the form for a saved prompt, or for a new one. */
export function openForm({ kind, prompt }: Entry): void {
  if (kind === 'saved') return editPrompt(prompt);
  const saved = savedAs(prompt.prompt);
  if (saved) editPrompt(saved);
  else offerToSave({ prompt: prompt.prompt, choices: prompt.choices, imageId: prompt.imageId }, { fromLists: true });
}

/** The saved prompt with this text. */
function savedAs(text: string): SavedPrompt | undefined {
  return useSavedPrompts.getState().prompts?.find(({ prompt }) => prompt === text);
}
