import type { PastPrompt, SavedChoices, SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import type { Words } from '../../../shared/words/index.ts';
import { choiceTexts, combinations } from '../../../shared/request/compose-matrix.ts';
import { useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { editPrompt, offerToSave } from '../../stores/prompts/prompts-dialog-store.ts';

/** A row of the lists. */
export type Entry = { readonly kind: 'saved'; readonly prompt: SavedPrompt } | { readonly kind: 'past'; readonly prompt: PastPrompt };

export const keyOf = (entry: Entry): string => (entry.kind === 'saved' ? String(entry.prompt.id) : entry.prompt.prompt);

/** Not if it is settings alone. */
export const hasText = (entry: Entry | null): boolean => entry !== null && entry.prompt.prompt !== '';

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

/** Model, size, quality, the numbers of more fields and reference pictures, and of the tasks if they make several, as far as they are set. */
export function settingsWords(say: Words, { count = 1, ...choices }: SavedChoices): string {
  const tasks = combinations(choices) * count;
  const more = Object.keys(choices.fields ?? {}).length;
  const pictures = choices.references?.length ?? 0;
  const texts = [
    ...choiceTexts(say, choices, ', '),
    more > 0 ? say('prompts.form.fields', { count: more }) : '',
    pictures > 0 ? say('prompts.form.references', { count: pictures }) : '',
    tasks > 1 ? say('prompts.form.tasks', { count: tasks }) : '',
  ];
  return texts.filter((text) => text !== '').join(' · ') || say('tasks.fact.not-set');
}
