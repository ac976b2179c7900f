import { beforeEach, expect, test, vi } from 'vitest';
import { practiceAccountId } from '../../../../../shared/account.ts';
import type { GenerationRequest } from '../../../../../shared/task.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';

const request: GenerationRequest = { prompt: 'a red fox at dawn', model: 'flux', size: '512x512', quality: 'low', fields: { steps: 20 } };

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.install();
  vi.stubGlobal('document', { documentElement: {}, addEventListener: () => undefined });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

async function load() {
  const { useAppStore } = await import('../../../../../renderer/stores/app-store.ts');
  useAppStore.setState({ facts: { ...snapshot, selectedAccountId: practiceAccountId } });
  const vary = await import('../../../../../renderer/stores/compose/fill-variation.ts');
  const { composeChoices, setCount, undoPrompt, useCompose } = await import('../../../../../renderer/stores/compose/compose-store.ts');
  const { useTemplates } = await import('../../../../../renderer/stores/compose/template-store.ts');
  return { ...vary, composeChoices, setCount, undoPrompt, useCompose, useTemplates };
}

test('words of the prompt become a template in the form, of which every prompt is made once; nothing is sent', async () => {
  const { fillVariation, useCompose, useTemplates, composeChoices, setCount } = await load();
  useTemplates.setState({ mode: 'random' });
  setCount(4);
  fillVariation(request, { part: 'prompt', name: 'dawn', values: ['dawn', 'dusk'] });
  expect(useCompose.getState()).toMatchObject({ prompt: 'a red fox at {dawn|dusk}', count: 1, retryOf: null });
  expect(useTemplates.getState().mode).toBe('all');
  expect(composeChoices()).toEqual({ model: 'flux', size: '512x512', quality: 'low', fields: { steps: 20 } });
  expect(main.inputsOf('tasksSubmit')).toEqual([]);
  expect(main.inputsOf('tasksSubmitBatch')).toEqual([]);
});

test('several models are several values of the form, and one undo brings back what was there', async () => {
  const { fillVariation, composeChoices, undoPrompt, useCompose } = await load();
  useCompose.setState({ prompt: 'an owl' });
  const before = composeChoices();
  fillVariation(request, { part: 'model', name: '', values: ['flux', 'sdxl'] });
  expect(useCompose.getState().prompt).toBe(request.prompt);
  expect(composeChoices().also?.model).toEqual(['flux', 'sdxl']);
  undoPrompt();
  expect([useCompose.getState().prompt, composeChoices()]).toEqual(['an owl', before]);
});

test('another field becomes a list, which is sent with the reference pictures of the request', async () => {
  const { fillVariation, composeChoices } = await load();
  const { propsOf } = await import('../../../../../renderer/ui/dialogs/ask.ts');
  const references = [{ kind: 'address', url: 'https://example.com/a.png' }] as const;
  fillVariation({ ...request, references }, { part: 'field', name: 'seed', values: ['1', '2'] });
  expect(composeChoices().references).toEqual(references);
  const { source } = propsOf('list') ?? {};
  const lines = typeof source === 'string' ? source.split('\n') : [];
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([1, 2].map((seed) => ({ prompt: request.prompt, model: 'flux', size: '512x512', quality: 'low', steps: 20, seed })));
});

test.each([
  // The other braces would be a choice, too; `#` begins a comment; the value has a sign of its own.
  ['a {red|blue} fox at dawn', ['dawn', 'dusk'], 'signs'],
  ['a fox at dawn # 7', ['dawn', 'dusk'], 'signs'],
  ['a fox at dawn', ['dawn', 'du|sk'], 'signs'],
  ['a fox at dawn', ['dawn', 'dusk'], 2],
])('%j with %j: %s', async (prompt, values, wanted) => {
  const { varied } = await load();
  const made = varied({ ...request, prompt }, { part: 'prompt', name: 'dawn', values }, false);
  expect(typeof made === 'string' ? made : made.length).toBe(wanted);
});

test('a prompt that the form would read as a template is not sent with several models unseen, unless braces mean nothing', async () => {
  const { varied } = await load();
  const variation = { part: 'model', name: '', values: ['flux', 'sdxl'] } as const;
  expect(varied({ ...request, prompt: 'a {red|blue} fox' }, variation, false)).toBe('signs');
  expect(varied({ ...request, prompt: 'a {red|blue} fox' }, variation, true)).toHaveLength(2);
  expect(varied(request, { part: 'prompt', name: 'dawn', values: ['dawn', 'dusk'] }, true)).toBe('braces');
});

test('of a picture of another program, only the prompt applies', async () => {
  const { requestToVary } = await load();
  // oxlint-disable-next-line typescript/consistent-type-assertions -- of what was imported, only this is read
  const imported = { form: 'a1111' } as never;
  expect(requestToVary({ request, imported })).toEqual({ ...snapshot.settings.compose, prompt: request.prompt });
  expect(requestToVary({ request, imported: null })).toEqual(request);
});
