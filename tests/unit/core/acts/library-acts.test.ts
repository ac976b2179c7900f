import { expect, it } from 'vitest';
import { createLibraryActs, type LibraryActsDeps } from '../../../../electron/core/acts/library-acts.ts';
import type { SavedPromptStore } from '../../../../electron/core/library/stores/prompt-store.ts';
import { createUndoLog } from '../../../../electron/core/undo/undo-log.ts';
import { inputSchemas } from '../../../../shared/ipc/schemas.ts';
import type { SavedPrompt } from '../../../../shared/prompts/saved-prompt.ts';

const prompts = Array.from({ length: 250 }, (_, at): SavedPrompt => ({ id: at + 1, folder: '', title: `${at}`, prompt: 'a fox', choices: null, snippet: null, imageId: null, savedAt: 0 }));

it.each<readonly [string, Partial<SavedPrompt>, boolean]>([
  ['a text alone', { snippet: 'fox' }, true],
  ['settings alone', { prompt: ' ', choices: { model: 'm', size: '', quality: '', count: 100 } }, true],
  ['neither', { prompt: ' ' }, false],
  ['settings that a snippet word could not insert', { prompt: '', choices: { model: 'm', size: '', quality: '' }, snippet: 'fox' }, false],
  ['more tasks than a submission may have', { choices: { model: 'm', size: '', quality: '', count: 101 } }, false],
])('a saved prompt is %s', (_, some, isOne) => {
  expect(inputSchemas['prompts:put'].safeParse({ prompts: [{ ...prompts[0], ...some }] }).success).toBe(isOne);
});

it('writes many prompts in several commits, so that none of them holds up an accepted id, and stops at one that is refused', async () => {
  const written: number[][] = [];
  let outcome: Awaited<ReturnType<SavedPromptStore['putPrompts']>> = 'saved';
  const acts = createLibraryActs({
    repository: { putPrompts: (some: readonly SavedPrompt[]) => Promise.resolve(written.push(some.map(({ id }) => id)) > 0 && outcome) },
    views: { savedPrompts: () => Promise.resolve(prompts) },
    undoLog: createUndoLog(),
  } as unknown as LibraryActsDeps);
  expect(await acts.putPrompts(prompts)).toBeNull();
  expect(written.flat()).toEqual(prompts.map(({ id }) => id));
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThanOrEqual(100);
  written.length = 0;
  outcome = 'snippet-taken';
  await expect(acts.putPrompts(prompts)).rejects.toMatchObject({ appError: { code: 'snippet-taken' } });
  expect(written).toHaveLength(1);
});
