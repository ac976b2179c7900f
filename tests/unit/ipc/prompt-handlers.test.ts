import { expect, it } from 'vitest';
import type { SavedPromptStore } from '../../../electron/core/library/stores/prompt-store.ts';
import type { HandlerServices } from '../../../electron/ipc/handler-services.ts';
import { promptHandlers } from '../../../electron/ipc/prompt-handlers.ts';
import type { SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';

const prompts = Array.from({ length: 250 }, (_, at): SavedPrompt => ({ id: at + 1, folder: '', title: `${at}`, prompt: 'a fox', choices: null, snippet: null, imageId: null, savedAt: 0 }));

it('writes many prompts in several commits, so that none of them holds up an accepted id, and stops at one that is refused', async () => {
  const written: number[][] = [];
  let outcome: Awaited<ReturnType<SavedPromptStore['putPrompts']>> = 'saved';
  const services = {
    repository: { putPrompts: (some: readonly SavedPrompt[]) => Promise.resolve(written.push(some.map(({ id }) => id)) > 0 && outcome) },
    views: { savedPrompts: () => Promise.resolve(prompts) },
  } as unknown as HandlerServices;
  const put = promptHandlers(services)['prompts:put'];
  expect(await put({ prompts })).toBe(prompts);
  expect(written.flat()).toEqual(prompts.map(({ id }) => id));
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThanOrEqual(100);
  written.length = 0;
  outcome = 'snippet-taken';
  await expect(put({ prompts })).rejects.toMatchObject({ appError: { code: 'snippet-taken' } });
  expect(written).toHaveLength(1);
});
