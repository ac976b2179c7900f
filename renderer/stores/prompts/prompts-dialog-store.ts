import { create } from 'zustand';
import { longestPrompt } from '../../../shared/request/request-checks.ts';
import type { SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import type { ImageId, Task } from '../../../shared/task.ts';
import { ask, propsOf, dismiss } from '../../ui/dialogs/ask.ts';
import { settingsNow, useCompose } from '../compose/compose-store.ts';
import { readSavedPrompts } from './saved-prompts.ts';
import { suggestedTitle } from './suggested-title.ts';

export type PromptsTab = 'saved' | 'history';

/** The prompt in the form, saved or new. */
export interface PromptDraft {
  readonly prompt: SavedPrompt;
  readonly isNew: boolean;
  /** Whether its choices are kept with it. */
  readonly withChoices: boolean;
  /** Whether the form was opened from the lists, and so closes into them. */
  readonly fromLists: boolean;
}

interface PromptsDialog {
  readonly tab: PromptsTab;
  readonly search: string;
  /** The folder whose prompts are shown. Null: all. Empty: those in no folder. */
  readonly folder: string | null;
  /** Index of the chosen prompt in the list. */
  readonly chosen: number;
  /** Null: the lists are shown. */
  readonly draft: PromptDraft | null;
}

export const usePromptsDialog = create<PromptsDialog>(() => ({ tab: 'saved', search: '', folder: null, chosen: 0, draft: null }));

export function openPrompts(): void {
  usePromptsDialog.setState({ search: '', folder: null, chosen: 0, draft: null });
  show();
}

function show(): void {
  if (!propsOf('prompts')) void ask('prompts');
  void readSavedPrompts();
}

/** Shows another list, from its first prompt on. */
export function showList(changed: Partial<Pick<PromptsDialog, 'tab' | 'search' | 'folder'>>): void {
  usePromptsDialog.setState({ ...changed, chosen: 0 });
}

export function choosePrompt(chosen: number): void {
  usePromptsDialog.setState({ chosen });
}

/** Closes the form into the lists that it was opened from, or else the dialog. */
export function leaveForm(): void {
  const { draft } = usePromptsDialog.getState();
  if (draft?.fromLists) usePromptsDialog.setState({ draft: null });
  else closePrompts();
}

export function closePrompts(): void {
  dismiss('prompts');
}

export function editPrompt(prompt: SavedPrompt): void {
  usePromptsDialog.setState({ draft: { prompt, isNew: false, withChoices: prompt.choices !== null, fromLists: true } });
}

type NewPrompt = Pick<SavedPrompt, 'prompt' | 'choices' | 'imageId'>;

/** Opens the form for a new saved prompt. */
export function offerToSave(from: NewPrompt, { fromLists = false, withChoices = false } = {}): void {
  const prompt: SavedPrompt = { ...from, id: newId(), folder: '', title: suggestedTitle(from.prompt), snippet: null, savedAt: Date.now() };
  usePromptsDialog.setState({ draft: { prompt, isNew: true, withChoices, fromLists } });
  show();
}

/** The prompt in the compose bar. */
export function offerToSaveDraft(): void {
  const prompt = useCompose.getState().prompt.trim();
  if (prompt !== '' && prompt.length <= longestPrompt) offerToSave({ prompt, choices: settingsNow(), imageId: null });
}

/** The settings in the compose bar, without its text. */
export function offerToSaveSettings(): void {
  offerToSave({ prompt: '', choices: settingsNow(), imageId: null }, { withChoices: true });
}

/** The prompt of a task. Another program's choices do not apply here, so they are left out. */
export function offerToSaveTask({ request, imported }: Task, imageId: ImageId | null): void {
  const { prompt, ...choices } = request;
  if (prompt.trim() !== '') offerToSave({ prompt: prompt.trim(), choices: imported === null ? choices : null, imageId });
}

/** A random number, because undo brings a removed prompt back under its id. */
function newId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0xf_ffff) * 2 ** 32 + low + 1;
}
