import { useEffect, useRef } from 'react';
import { leaveForm, usePromptsDialog } from '../../stores/prompts/prompts-dialog-store.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useWords } from '../../words/words.ts';
import { PromptForm } from './prompt-form.tsx';
import { PromptLists } from './prompt-lists.tsx';

/** The prompt library: saved prompts, the prompts of the history, and the form of one prompt. */
export function PromptsDialog() {
  const say = useWords();
  const { draft } = usePromptsDialog();
  const first = useRef<HTMLInputElement>(null);
  const shown = draft?.prompt.id ?? null;
  // The lists and the form replace each other, and each focuses its own field. The dialog does so only when it opens.
  useEffect(() => first.current?.focus(), [shown]);
  const title = draft === null ? 'prompts.title' : !draft.isNew ? 'prompts.form.edit' : draft.prompt.prompt === '' ? 'prompts.form.new-settings' : 'prompts.form.new';
  return (
    <Dialog onClose={leaveForm} title={say(title)} fills={draft === null} initialFocus={first}>
      {draft === null ? <PromptLists ref={first} /> : <PromptForm key={draft.prompt.id} ref={first} draft={draft} />}
    </Dialog>
  );
}
