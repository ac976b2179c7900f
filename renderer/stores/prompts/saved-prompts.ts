import { create } from 'zustand';
import type { Outputs } from '../../../shared/ipc/api.ts';
import type { Result } from '../../../shared/result.ts';
import type { SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import { bridge } from '../../bridge.ts';
import { notifyError } from '../../ui/toast.tsx';
import { currentFormats, currentWords } from '../../words/words.ts';
import { didAct, followedBy, type ActWords, type Outcome } from '../undo.ts';

/** All saved prompts, by folder and title. Null until they were read. */
export const useSavedPrompts = create<{ readonly prompts: readonly SavedPrompt[] | null }>(() => ({ prompts: null }));

/** Shows no error, because it is also called at key presses. */
export async function readSavedPrompts(): Promise<void> {
  const answer = await bridge.promptsList();
  if (answer.ok) useSavedPrompts.setState({ prompts: inOrder(answer.value) });
}

/** Main has them in the order of their letters' codes. */
function inOrder(prompts: readonly SavedPrompt[]): readonly SavedPrompt[] {
  const { compare } = currentFormats();
  return prompts.toSorted((a, b) => compare(a.folder, b.folder) || compare(a.title, b.title));
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

export async function removePrompt({ id, title }: SavedPrompt): Promise<void> {
  const say = currentWords();
  reportError(done(await bridge.promptsRemove({ ids: [id] }), { words: say('prompts.deleted', { title }), name: say('prompts.deleting', { title }) }));
}

/** Writes prompts, new or changed. */
const change = async (prompts: readonly SavedPrompt[], act: ActWords): Promise<Outcome> => done(await bridge.promptsPut({ prompts: [...prompts] }), act);

const known = (id: number): SavedPrompt | undefined => useSavedPrompts.getState().prompts?.find((prompt) => prompt.id === id);

function done(answer: Result<Outputs['prompts:put']>, act: ActWords): Outcome {
  if (!answer.ok) return answer.error;
  const { prompts, token } = answer.value;
  useSavedPrompts.setState({ prompts });
  didAct({ ...act, token, around: (run) => followedBy(run(), readSavedPrompts) });
  return 'done';
}

function reportError(outcome: Outcome): void {
  if (typeof outcome === 'object') notifyError(outcome);
}
