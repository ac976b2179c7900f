import { extensionOf } from '../../../shared/lists/list-files.ts';
import { longestPromptFile, readPromptFile, writePromptFile, type SharedPrompt } from '../../../shared/prompts/prompt-file.ts';
import type { GenerationRequest } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { copyText } from '../../ui/clipboard.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { composeChoices, useCompose } from '../compose/compose-store.ts';
import { closeList, openList } from '../lists/list-dialog-store.ts';
import { takePrompt } from './use-prompt.ts';

/** Prompts with their settings, as small JSON files (shared/prompts/prompt-file.ts). */

/** The prompt in the field, with the first value of each field. */
export function draftRequest(): GenerationRequest {
  const { model, size, quality, fields } = composeChoices();
  return { prompt: useCompose.getState().prompt, model, size, quality, ...(fields && { fields }) };
}

export async function savePromptFile({ prompt, model, size, quality, fields }: GenerationRequest): Promise<void> {
  const answer = await notifyIfFailed(bridge.promptsSaveFile({ prompt, model, size, quality, ...(fields && { fields }) }));
  if (answer.ok && answer.value.saved) notify(currentWords()('prompts.share-saved'));
}

export function copyPromptFile(request: GenerationRequest): void {
  copyText(writePromptFile(request), 'prompts.share-copied');
}

/** The size of the longest file in bytes, if each character takes three. */
const largestFile = 3 * longestPromptFile;

/** Opens a file that was dropped: a prompt fills the compose bar, and anything else is a list. */
export async function openDroppedText(file: File): Promise<void> {
  const text = extensionOf(file.name) === 'json' && file.size <= largestFile ? await file.text().catch(() => null) : null;
  if (text === null || !openPromptText(text)) openList(file);
}

/** Fills the compose bar with a prompt file, and sends nothing. One undo brings back what was there. False: the text is not a prompt file. */
export function openPromptText(text: string): boolean {
  const read = readPromptFile(text);
  if (read === null) return false;
  if (read.ok) take(read.shared);
  else notify(currentWords()(`prompts.file-${read.why}`));
  return true;
}

/** Choices that are not in the file stay as they are. */
function take({ prompt, ...given }: SharedPrompt): void {
  const { model, size, quality } = composeChoices();
  closeList();
  takePrompt({ prompt, choices: Object.keys(given).length === 0 ? null : { model, size, quality, ...given } });
  notify(currentWords()('prompts.file-opened'));
}
