import { writePromptFile } from '../../../shared/prompts/prompt-file.ts';
import type { GenerationRequest } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { copyText } from '../../ui/clipboard.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { composeChoices, useCompose } from '../compose/compose-store.ts';

/** Prompts with their settings, as small JSON files (shared/prompts/prompt-file.ts). open-dropped-file.ts opens them. */

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
