import { create } from 'zustand';
import type { Result } from '../../../shared/result.ts';
import type { SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import { bridge } from '../../bridge.ts';
import { notifyError } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { isSame } from '../is-same.ts';
import { didAct, type Outcome } from '../undo.ts';

/** All saved prompts, by folder and title. Null until they were read. */
export const useSavedPrompts = create<{ readonly prompts: readonly SavedPrompt[] | null }>(() => ({ prompts: null }));

/** Shows no error, because it is also called at key presses. */
export async function readSavedPrompts(): Promise<void> {
  const answer = await bridge.promptsList();
  if (answer.ok) useSavedPrompts.setState({ prompts: answer.value });
}

/** The folders in use, in the order of their names. */
export function foldersOf(prompts: readonly SavedPrompt[]): readonly string[] {
  return [...new Set(prompts.map(({ folder }) => folder))].filter((folder) => folder !== '');
}

/** Saves a new prompt or changes a saved one. It can be undone. Returns the error, if there is one. */
export async function savePrompt(prompt: SavedPrompt): Promise<Outcome> {
  const say = currentWords();
  const isNew = known(prompt.id) === undefined;
  const { title } = prompt;
  return change([prompt], isNew ? { words: say('prompts.saved', { title }), name: say('prompts.saving', { title }) } : { words: say('prompts.changed', { title }), name: say('prompts.changing', { title }) });
}

/** Moves prompts into a folder; an empty name takes them out of theirs. */
export async function moveToFolder(prompts: readonly SavedPrompt[], folder: string): Promise<void> {
  const say = currentWords();
  const moved = prompts.filter((prompt) => prompt.folder !== folder).map((prompt) => ({ ...prompt, folder }));
  const [first] = moved;
  if (!first) return;
  const values = { count: moved.length, title: first.title, folder: folder === '' ? 'none' : 'some', name: folder };
  reportError(await change(moved, { words: say('prompts.moved', values), name: say('prompts.moving', values) }));
}

/** Renames a folder by moving its prompts. If a folder with the new name exists, they move into it. */
export async function renameFolder(from: string, to: string): Promise<Outcome> {
  const say = currentWords();
  const renamed = (useSavedPrompts.getState().prompts ?? []).filter(({ folder }) => folder === from).map((prompt) => ({ ...prompt, folder: to }));
  if (renamed.length === 0 || from === to) return 'done';
  return change(renamed, { words: say('prompts.folder-renamed', { name: to }), name: say('prompts.folder-renaming', { name: from }) });
}

export async function removePrompt(prompt: SavedPrompt): Promise<void> {
  const say = currentWords();
  const { title } = prompt;
  const remove = (): Promise<Outcome> => removeIds([prompt.id]);
  const outcome = await remove();
  if (outcome === 'done') didAct({ words: say('prompts.deleted', { title }), name: say('prompts.deleting', { title }), undo: () => put([prompt]), redo: remove });
  else reportError(outcome);
}

/** Writes prompts, new or changed. Undo restores the earlier ones and removes the new ones. */
async function change(after: readonly SavedPrompt[], act: { readonly words: string; readonly name: string }): Promise<Outcome> {
  const before = after.flatMap(({ id }) => known(id) ?? []);
  let saved: readonly SavedPrompt[] = [];
  const redo = async (): Promise<Outcome> => {
    const outcome = await put(after);
    saved = after.flatMap(({ id }) => known(id) ?? []);
    return outcome;
  };
  const outcome = await redo();
  const undo = async (): Promise<Outcome> => {
    // Prompts that were changed again or deleted since are left alone.
    const asLeft = saved.filter((prompt) => isSame(known(prompt.id), prompt));
    if (asLeft.length === 0) return after.some(({ id }) => known(id)) ? 'changed' : 'nothing';
    const former = before.filter(({ id }) => asLeft.some((prompt) => prompt.id === id));
    return former.length > 0 ? put(former) : removeIds(asLeft.map(({ id }) => id));
  };
  if (outcome === 'done') didAct({ ...act, undo, redo });
  return outcome;
}

const known = (id: number): SavedPrompt | undefined => useSavedPrompts.getState().prompts?.find((prompt) => prompt.id === id);

const put = async (prompts: readonly SavedPrompt[]): Promise<Outcome> => applied(await bridge.promptsPut({ prompts: [...prompts] }));

const removeIds = async (ids: readonly number[]): Promise<Outcome> => applied(await bridge.promptsRemove({ ids: [...ids] }));

function applied(answer: Result<readonly SavedPrompt[]>): Outcome {
  if (!answer.ok) return answer.error;
  useSavedPrompts.setState({ prompts: answer.value });
  return 'done';
}

function reportError(outcome: Outcome): void {
  if (typeof outcome === 'object') notifyError(outcome);
}
