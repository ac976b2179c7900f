import { longestPrompt } from '../../../shared/request/request-checks.ts';
import type { SavedChoices } from '../../../shared/prompts/saved-prompt.ts';
import { caretIn, completePrompt, fillCompose, fillSettings, useCompose } from '../compose/compose-store.ts';
import { tellLeftOut } from '../compose/compose-references.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { closePrompts } from './prompts-dialog-store.ts';

/** Replaces the content of the compose bar: its text, its settings, or both. One undo brings it back. */
export function takePrompt({ prompt, choices }: { readonly prompt: string; readonly choices: SavedChoices | null }): void {
  closePrompts();
  if (prompt === '' && choices) fillSettings(choices);
  else fillCompose({ prompt }, { retryOf: null, choices });
  if (choices) tellLeftOut({ references: choices.references ?? [] });
}

/** Inserts a text at the caret of the prompt field, in place of the selected text. One undo removes it. */
export function insertAtCaret(text: string): void {
  const { prompt } = useCompose.getState();
  const { start, end } = caretIn();
  closePrompts();
  insertText(prompt.slice(0, start) + text + prompt.slice(end), start + text.length);
}

/** Puts a text with an insertion into the field, unless it is too long. */
export function insertText(prompt: string, caretAt: number): void {
  if (prompt.length > longestPrompt) notify(currentWords()('prompts.too-long', { most: longestPrompt }));
  else completePrompt(prompt, caretAt);
}
