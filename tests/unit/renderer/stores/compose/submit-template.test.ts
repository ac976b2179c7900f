import { beforeEach, describe, expect, test } from 'vitest';
import { noOptions, type Account } from '../../../../../shared/account.ts';
import { ok } from '../../../../../shared/result.ts';
import type { WildcardFolder } from '../../../../../shared/templates/wildcard-files.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';

let main: FakeMain;
const account: Account = { id: snapshot.selectedAccountId, kind: 'service', name: 'Studio', baseUrl: 'https://a.example', key: { status: 'present', keeping: 'session', lastFour: '1234' }, removed: false, consoles: { key: null, billing: null }, options: noOptions, sendingStopped: false };

beforeEach(() => {
  main = new FakeMain();
  main.install();
  main.snapshot = ok({ ...snapshot, accounts: [account], settings: { ...snapshot.settings, confirmedAccounts: [account.id], askAbove: 100, plainBraces: false } });
});

async function load() {
  const { connect } = await import('../../../../../renderer/stores/sync.ts');
  const compose = await import('../../../../../renderer/stores/compose/compose-store.ts');
  const templates = await import('../../../../../renderer/stores/compose/template-store.ts');
  await connect();
  const sending = await import('../../../../../renderer/stores/compose/send-compose.ts');
  return { ...compose, ...templates, ...sending, setPrompt: (prompt: string) => compose.typePrompt(prompt, 'insertText') };
}

interface SentBatch {
  readonly name: string;
  readonly recipe: unknown;
  readonly tasks: readonly { readonly request: { readonly prompt: string } }[];
}

const batches = (): readonly SentBatch[] => main.inputsOf('tasksSubmitBatch') as SentBatch[];
const promptsOf = (batch: SentBatch | undefined): readonly string[] => batch?.tasks.map(({ request }) => request.prompt) ?? [];

const folderWith = (revision: string, values: readonly string[]): WildcardFolder => ({
  folder: '/w',
  revision,
  trouble: null,
  files: [],
  lists: [{ name: 'colours', values: values.map((text) => ({ text, weight: 1 })) }],
});

test('a prompt with a character that was lost before is not sent', async () => {
  const { setPrompt, submitCompose } = await load();
  for (const lost of ['caf\uFFFD', 'a fox \ud83e', 'a {red|blue} caf\uFFFD']) {
    setPrompt(lost);
    await submitCompose();
  }
  expect([...batches(), ...main.inputsOf('tasksSubmit')]).toEqual([]);
});

describe('a template', () => {
  test('is sent as one batch with its recipe, each prompt as often as the person asked', async () => {
    const { setPrompt, setCount, submitCompose } = await load();
    setPrompt(' a {red|blue}\nfox ');
    setCount(2);
    await submitCompose();
    expect(batches()).toHaveLength(1);
    expect(promptsOf(batches()[0])).toEqual(['a red\nfox', 'a blue\nfox', 'a red\nfox', 'a blue\nfox']);
    expect(batches()[0]).toMatchObject({ name: 'a {red|blue} fox', recipe: { from: 'template', template: 'a {red|blue}\nfox', mode: 'all', wildcards: [], count: 2 } });
    expect(main.inputsOf('tasksSubmit')).toEqual([]);
  });

  test('that makes one prompt is sent as a task', async () => {
    const { setPrompt, submitCompose } = await load();
    setPrompt('a ${x=red}${x} fox');
    await submitCompose();
    expect(batches()).toEqual([]);
    expect(main.inputsOf('tasksSubmit')).toMatchObject([{ request: { prompt: 'a red fox' } }]);
  });

  test('is sent once, however often the key is pressed while its prompts are made', async () => {
    const { setPrompt, submitCompose } = await load();
    setPrompt('a {red|blue} fox');
    await Promise.all([submitCompose(), submitCompose(), submitCompose()]);
    expect(batches()).toHaveLength(1);
  });

  test('with something wrong, or an empty or too many prompts, sends nothing and says why', async () => {
    const { setPrompt, submitCompose, useCompose } = await load();
    for (const [prompt, fault] of [
      ['a {red|blue', { words: 'templates.fault.unclosed-brace' }],
      ['{|a}', 'empty'],
      ['{0|1|2|3|4|5|6|7|8|9}'.repeat(9), 'too-many'],
    ] as const) {
      setPrompt(prompt);
      await submitCompose();
      expect(useCompose.getState()).toMatchObject({ prompt, fault });
    }
    expect(batches()).toEqual([]);
    expect(main.inputsOf('tasksSubmit')).toEqual([]);
    setPrompt('a {red|blue}');
    expect(useCompose.getState().fault).toBeNull();
  });

  test('takes the values of its wildcards as they are when they are asked for, not as a reading that had begun before found them', async () => {
    const { readWildcards, useTemplates } = await load();
    main.wildcards = folderWith('1', ['red']);
    const began = readWildcards();
    main.wildcards = folderWith('2', ['blue']);
    await Promise.all([began, readWildcards(), readWildcards()]);
    expect(useTemplates.getState().folder?.revision).toBe('2');
    expect(main.inputsOf('wildcardsFolder')).toHaveLength(2);
  });

  test('takes the values of its wildcards as they are now, unless their number is another than the button names', async () => {
    const { setPrompt, submitCompose, useCompose, readWildcards } = await load();
    main.wildcards = folderWith('1', ['red', 'blue']);
    await readWildcards();
    setPrompt('a __colours__ fox');
    main.wildcards = folderWith('2', ['red', 'green']);
    await submitCompose();
    expect(promptsOf(batches()[0])).toEqual(['a green fox', 'a red fox']);
    expect(batches()[0]).toMatchObject({ recipe: { wildcards: ['colours'] } });

    setPrompt('one __colours__ fox');
    main.wildcards = folderWith('3', ['red', 'green', 'blue']);
    await submitCompose();
    expect(useCompose.getState().fault).toBe('changed');
    expect(batches()).toHaveLength(1);
    main.wildcards = null;
    await submitCompose();
    expect(promptsOf(batches()[1])).toHaveLength(3);
  });

  test('at random sends the prompts that are shown, and then others, unless the seed is kept', async () => {
    const { setPrompt, submitCompose, useTemplates, firstPrompts, freshTemplate } = await load();
    useTemplates.setState({ mode: 'random', number: 4, seed: 7 });
    setPrompt('{a|b|c|d|e|f|g|h} {1|2|3|4}');
    const template = await freshTemplate('{a|b|c|d|e|f|g|h} {1|2|3|4}');
    const shown = template && firstPrompts(template, useTemplates.getState(), 5);
    await submitCompose();
    expect(promptsOf(batches()[0])).toEqual(shown);
    expect(batches()[0]).toMatchObject({ recipe: { mode: 'random', seed: 7 } });
    expect(useTemplates.getState().seed).not.toBe(7);
    useTemplates.setState({ seed: 7, seedKept: true });
    setPrompt('kept {a|b|c|d|e|f|g|h} {1|2|3|4}');
    await submitCompose();
    expect(useTemplates.getState().seed).toBe(7);
  });

  test('is sent as it is when braces mean nothing', async () => {
    main.snapshot = ok({ ...snapshot, accounts: [account], settings: { ...snapshot.settings, confirmedAccounts: [account.id], plainBraces: true } });
    const { setPrompt, submitCompose } = await load();
    setPrompt('a {red|blue} fox');
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toMatchObject([{ request: { prompt: 'a {red|blue} fox' } }]);
  });
});
