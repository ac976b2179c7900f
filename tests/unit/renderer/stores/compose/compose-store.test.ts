import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../../../../shared/account.ts';
import type { Settings } from '../../../../../shared/settings.ts';
import { FakeMain } from '../../fake-main.ts';
import { sampleTask } from '../../sample-tasks.ts';
import { load, other, paid, settleIn } from './compose-rig.ts';

let main: FakeMain;
const settle = (change?: Partial<Settings>, accounts?: readonly Account[]): void => settleIn(main, change, accounts);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  main = new FakeMain();
  main.install();
  settle();
  return () => vi.useRealTimers();
});

describe('another account', () => {
  test('starts with the usual number and with its own last choices', async () => {
    const used = { model: 'theirs', size: 'auto', quality: 'high' };
    settle({ usualCount: 2, composeByAccount: { [other.id]: used } });
    const { setCount, setValues, useCompose, composeChoices } = await load();
    setCount(60);
    setValues('size', { chips: [], text: '512x512' });
    main.send(6, { kind: 'accounts', accounts: [paid, other], selectedAccountId: other.id, environmentKey: null });
    expect(useCompose.getState().count).toBe('usual');
    expect(composeChoices()).toEqual(used);
    main.send(7, { kind: 'accounts', accounts: [paid, other], selectedAccountId: paid.id, environmentKey: null });
    expect(composeChoices()).toMatchObject({ model: 'm', size: '512x512' });
  });

  test('gets no reference pictures or fields of the one before by undo, only the text', async () => {
    const used = { model: 'theirs', size: 'auto', quality: 'high' };
    settle({ composeByAccount: { [other.id]: used } });
    const { setPrompt, fillCompose, setChoices, undoPrompt, redoPrompt, useCompose, composeChoices } = await load();
    const ours = { model: 'm', size: '', quality: '', fields: { secret: 1 }, references: [{ kind: 'address', url: 'https://a.example/fox.png' }] } as const;
    setPrompt('a fox');
    setChoices(ours);
    fillCompose({ prompt: 'again', model: 'o', size: '', quality: '' }, { retryOf: null });
    main.send(6, { kind: 'accounts', accounts: [paid, other], selectedAccountId: other.id, environmentKey: null });
    undoPrompt();
    expect(useCompose.getState().prompt).toBe('a fox');
    expect(composeChoices()).toEqual(used);
    redoPrompt();
    expect(composeChoices()).toEqual(used);
  });
});

describe('earlier prompts', () => {
  test('come back newest first, this window’s before those of the history, each once', async () => {
    const { setPrompt, submitCompose, recallPrompt, isRecalled, useCompose } = await load();
    main.prompts = ['b', 'a', 'b', ''];
    setPrompt('c');
    await submitCompose();
    const seen: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      await recallPrompt(1);
      seen.push(useCompose.getState().prompt);
    }
    // The field still contains the prompt that was sent.
    expect(seen).toEqual(['b', 'a', 'a', 'a']);
    expect(isRecalled()).toBe(true);
    await recallPrompt(-1);
    expect(useCompose.getState().prompt).toBe('b');
    setPrompt('b, changed');
    expect(isRecalled()).toBe(false);
  });

  test('after the newest, the field is empty again', async () => {
    const { recallPrompt, useCompose } = await load();
    main.prompts = ['a'];
    await recallPrompt(1);
    await recallPrompt(-1);
    expect(useCompose.getState().prompt).toBe('');
  });

  test('a copied prompt keeps the draft that it replaces: one ↑ or one undo restores it', async () => {
    const { fillCompose, setPrompt, recallPrompt, undoPrompt, redoPrompt, composeChoices, useCompose } = await load();
    const { id, request } = sampleTask({ status: 'withdrawn' });
    const before = composeChoices();
    setPrompt('a fox');
    fillCompose({ ...request, size: '2:3' }, { retryOf: id });
    await recallPrompt(1);
    expect(useCompose.getState().prompt).toBe('a fox');
    await recallPrompt(-1);
    expect(useCompose.getState().prompt).toBe(request.prompt);
    undoPrompt();
    undoPrompt();
    expect(useCompose.getState()).toMatchObject({ prompt: request.prompt, retryOf: id });
    undoPrompt();
    expect(useCompose.getState()).toMatchObject({ prompt: 'a fox', retryOf: null });
    expect(composeChoices()).toEqual(before);
    redoPrompt();
    expect(useCompose.getState()).toMatchObject({ prompt: request.prompt, retryOf: id });
    expect(composeChoices().size).toBe('2:3');
  });
});

describe('what replaces the draft', () => {
  const reference = { kind: 'address', url: 'https://a.example/fox.png' } as const;
  const ours = { model: 'm', size: '512x512', quality: 'high', fields: { seed: 7 }, references: [reference] };
  const again = { prompt: 'again', model: 'o', size: '2:3', quality: '' };

  async function withDraft() {
    const loaded = await load();
    const toast = await import('../../../../../renderer/ui/toast.tsx');
    const said = vi.spyOn(toast, 'notify');
    loaded.setPrompt('a fox');
    loaded.setChoices(ours);
    loaded.setCount(3);
    const now = () => ({ prompt: loaded.useCompose.getState().prompt, count: loaded.useCompose.getState().count, retryOf: loaded.useCompose.getState().retryOf, choices: loaded.composeChoices() });
    return { ...loaded, ...(await import('../../../../../renderer/stores/undo.ts')), said, now };
  }
  type Rig = Awaited<ReturnType<typeof withDraft>>;

  test.each<readonly [string, (rig: Rig) => Promise<void> | void]>([
    ['a picture’s request (U)', ({ fillCompose }) => fillCompose(again, { retryOf: null })],
    ['a task that is edited', ({ fillCompose }) => fillCompose(again, { retryOf: 'task' })],
    ['an example', ({ fillCompose }) => fillCompose({ prompt: 'again' }, { retryOf: null })],
    ['a saved prompt, or one of a file or of the history', async () => (await import('../../../../../renderer/stores/prompts/use-prompt.ts')).takePrompt({ prompt: 'again', choices: { model: 'o', size: '', quality: '' } })],
    ['saved settings', async () => (await import('../../../../../renderer/stores/prompts/use-prompt.ts')).takePrompt({ prompt: '', choices: { model: 'o', size: '', quality: '', count: 8 } })],
  ])('%s: one undo brings back text, model, size, quality, fields, references and count', async (_, replace) => {
    const rig = await withDraft();
    const before = rig.now();
    await replace(rig);
    const after = rig.now();
    expect(after).not.toEqual(before);
    expect(rig.actsSoFar()).toHaveLength(1);
    await rig.undoLatest();
    expect(rig.now()).toEqual(before);
    await rig.redoLatest();
    expect(rig.now()).toEqual(after);
    // The field's own undo.
    rig.undoPrompt();
    expect(rig.now()).toEqual(before);
    await rig.undoLatest();
    expect(rig.now(), 'already undone').toEqual(before);
  });

  test('of the settings alone leaves the text', async () => {
    const rig = await withDraft();
    const { takePrompt } = await import('../../../../../renderer/stores/prompts/use-prompt.ts');
    takePrompt({ prompt: '', choices: { model: 'o', size: '', quality: '', count: 8 } });
    expect(rig.now()).toMatchObject({ prompt: 'a fox', count: 8, choices: { model: 'o' } });
    // Without a number, the one that was chosen stays.
    takePrompt({ prompt: '', choices: { model: 'p', size: '', quality: '' } });
    expect(rig.now()).toMatchObject({ prompt: 'a fox', count: 8, choices: { model: 'p' } });
  });

  test('loses nothing that was typed before the undo', async () => {
    const rig = await withDraft();
    rig.fillCompose(again, { retryOf: null });
    rig.setPrompt('again, in the snow');
    rig.setCount(5);
    await rig.undoLatest();
    expect(rig.now()).toMatchObject({ prompt: 'a fox', count: 3, choices: ours });
    await rig.redoLatest();
    expect(rig.now()).toMatchObject({ prompt: 'again, in the snow', count: 5, choices: { model: 'o' } });
  });

  test('is no act if nothing was replaced', async () => {
    const { fillCompose, setPrompt } = await load();
    const { actsSoFar } = await import('../../../../../renderer/stores/undo.ts');
    fillCompose({ prompt: 'an example' }, { retryOf: null });
    expect(actsSoFar()).toEqual([]);
    setPrompt('a fox');
    fillCompose({ prompt: 'a fox' }, { retryOf: null });
    expect(actsSoFar()).toEqual([]);
  });

  test('is not undone in another account, whose choices these are not', async () => {
    const rig = await withDraft();
    rig.fillCompose(again, { retryOf: null });
    main.send(6, { kind: 'accounts', accounts: [paid, other], selectedAccountId: other.id, environmentKey: null });
    const before = rig.now();
    await rig.undoLatest();
    expect(rig.now()).toEqual(before);
  });
});
