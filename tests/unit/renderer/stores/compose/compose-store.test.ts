import { beforeEach, describe, expect, test, vi } from 'vitest';
import { errorWords } from '../../../../../renderer/words/words.ts';
import { noOptions, type Account } from '../../../../../shared/account.ts';
import { ok } from '../../../../../shared/result.ts';
import type { Settings } from '../../../../../shared/settings.ts';
import type { PictureReference } from '../../../../../shared/task.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';
import { sampleTask } from '../../sample-tasks.ts';

let main: FakeMain;
const paid: Account = { id: snapshot.selectedAccountId, kind: 'service', name: 'Studio', baseUrl: 'https://a.example', key: { status: 'present', keeping: 'session', lastFour: '1234' }, removed: false, consoles: { key: null, billing: null }, options: noOptions, sendingStopped: false };
const other: Account = { ...paid, id: '22222222-2222-4222-8222-222222222222', name: 'Other' };

/** Settings of a person who has used both accounts before. */
function settle(change: Partial<Settings> = {}, accounts: readonly Account[] = [paid, other]): void {
  main.snapshot = ok({ ...snapshot, accounts, settings: { ...snapshot.settings, confirmedAccounts: [paid.id, other.id], ...change } });
}

async function load() {
  const { connect } = await import('../../../../../renderer/stores/sync.ts');
  const compose = await import('../../../../../renderer/stores/compose/compose-store.ts');
  await connect();
  return {
    ...compose,
    setPrompt: (prompt: string) => compose.typePrompt(prompt, 'insertText'),
    ...(await import('../../../../../renderer/stores/tasks-store.ts')),
    ...(await import('../../../../../renderer/stores/compose/submit.ts')),
    ...(await import('../../../../../renderer/stores/compose/send-compose.ts')),
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  main = new FakeMain();
  main.install();
  settle();
  return () => vi.useRealTimers();
});

describe('submitting', () => {
  test('shows the tasks before main has answered, and the prompt stays, selected', async () => {
    const { setPrompt, setCount, submitCompose, useCompose, useTasks, caretIn } = await load();
    setPrompt('  a fox  ');
    setCount(3);
    const sent = submitCompose();
    expect(useCompose.getState()).toMatchObject({ prompt: '  a fox  ', count: 'usual' });
    expect(caretIn()).toEqual({ start: 0, end: 9 });
    expect(useTasks.getState().tasks.size).toBe(3);
    await sent;
    const [input] = main.inputsOf('tasksSubmitBatch') as [{ tasks: { taskId: string }[] }];
    const request = { prompt: 'a fox', model: 'm', size: '1024x1024', quality: 'low' };
    expect(input).toMatchObject({ name: 'a fox', recipe: { from: 'prompt', count: 3 }, tasks: [{ request, retryOf: null }, { request, retryOf: null }, { request, retryOf: null }] });
    expect(new Set(input.tasks.map(({ taskId }) => taskId)).size).toBe(3);
    expect([...useTasks.getState().tasks.keys()].sort()).toEqual(input.tasks.map(({ taskId }) => taskId).sort());
    expect(main.inputsOf('tasksSubmit')).toHaveLength(0);
  });

  test('of one task is no batch', async () => {
    const { setPrompt, setCount, submitCompose } = await load();
    setPrompt('a fox');
    setCount(1);
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toMatchObject([{ taskIds: [expect.any(String)] }]);
    expect(main.inputsOf('tasksSubmitBatch')).toHaveLength(0);
  });

  test('sends nothing while a reference picture is copied, which would be left out', async () => {
    const fox: PictureReference = { kind: 'file', sha256: 'a'.repeat(64), type: 'png', bytes: 3, name: 'fox.png' };
    settle({}, [{ ...paid, options: { ...noOptions, references: { name: 'image', form: 'data-url', several: true } } }]);
    const { setPrompt, submitCompose } = await load();
    const { chooseReferences } = await import('../../../../../renderer/stores/compose/compose-references.ts');
    setPrompt('a fox');
    const copy = Promise.withResolvers<readonly PictureReference[]>();
    main.copied = copy.promise;
    const chosen = chooseReferences();
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toEqual([]);
    copy.resolve([fox]);
    await chosen;
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toMatchObject([{ request: { prompt: 'a fox', references: [fox] } }]);
  });

  test('clears the field if the person wants that, and undo restores the prompt', async () => {
    settle({ keepPrompt: false });
    const { setPrompt, submitCompose, useCompose, undoPrompt } = await load();
    setPrompt('a fox');
    await submitCompose();
    expect(useCompose.getState().prompt).toBe('');
    undoPrompt();
    expect(useCompose.getState().prompt).toBe('a fox');
  });

  test('a hundred clicks send once, and so does a key that is held; a later press sends again', async () => {
    const { setPrompt, submitCompose } = await load();
    setPrompt('a fox');
    await Promise.all(Array.from({ length: 100 }, () => submitCompose()));
    for (let held = 0; held < 100; held += 1) {
      vi.advanceTimersByTime(30);
      await submitCompose();
    }
    expect(main.inputsOf('tasksSubmit')).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toHaveLength(2);
  });

  test('several models and sizes are one batch of all combinations, one of each first', async () => {
    settle({ askAbove: 100 });
    const { setPrompt, setValues, setCount, submitCompose, useTasks } = await load();
    setPrompt('a fox');
    setValues('model', { chips: ['m'], text: 'n' });
    setValues('size', { chips: ['1x1', '2x2'], text: '' });
    setCount(2);
    const sent = submitCompose();
    expect(useTasks.getState().tasks.size).toBe(8);
    await sent;
    expect(main.inputsOf('tasksSubmit')).toEqual([]);
    const [batch] = main.inputsOf('tasksSubmitBatch') as [{ name: string; recipe: unknown; tasks: { request: { model: string; size: string } }[] }];
    expect(batch).toMatchObject({ name: 'a fox', recipe: { from: 'prompt', models: ['m', 'n'], sizes: ['1x1', '2x2'], qualities: ['low'], count: 2 } });
    const once = ['m 1x1', 'm 2x2', 'n 1x1', 'n 2x2'];
    expect(batch.tasks.map(({ request }) => `${request.model} ${request.size}`)).toEqual([...once, ...once]);
    const [update] = main.inputsOf('settingsUpdate') as [{ compose: unknown }];
    expect(update.compose).toEqual({ model: '', size: '', quality: 'low', also: { model: ['m', 'n'], size: ['1x1', '2x2'], quality: [] } });
  });

  test('a prompt alone keeps the several values, and a request replaces them', async () => {
    const { setValues, fillCompose, composeChoices } = await load();
    setValues('model', { chips: ['m', 'n'], text: '' });
    fillCompose({ prompt: 'an example' }, { retryOf: null });
    expect(composeChoices().also?.model).toEqual(['m', 'n']);
    fillCompose({ prompt: 'again', model: 'o', size: '1x1', quality: 'low' }, { retryOf: null });
    expect(composeChoices()).toEqual({ model: 'o', size: '1x1', quality: 'low' });
  });

  test('more than a batch holds is not sent', async () => {
    const { setPrompt, setValues, setCount, submitCompose } = await load();
    setPrompt('a fox');
    setValues('model', { chips: Array.from({ length: 101 }, (_, index) => `m${index}`), text: '' });
    setCount(100);
    await submitCompose();
    expect(main.inputsOf('tasksSubmitBatch')).toEqual([]);
  });

  test('another prompt, or another size, is sent at once', async () => {
    const { setPrompt, setValues, submitCompose } = await load();
    setPrompt('a fox');
    await submitCompose();
    setPrompt('a hare');
    await submitCompose();
    setValues('size', { chips: [], text: '16 : 9' });
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toMatchObject([{}, { request: { prompt: 'a hare' } }, { request: { size: '16:9' } }]);
  });

  test.each([
    ['', 1],
    [' \n ', 1],
    ['a fox', 0],
    ['a fox', 101],
    ['a fox', null],
  ])('sends nothing of %j × %j', async (prompt, count) => {
    const { setPrompt, setCount, submitCompose, useCompose } = await load();
    setPrompt(prompt);
    setCount(count);
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toHaveLength(0);
    expect(useCompose.getState()).toMatchObject({ prompt, count });
  });

  test('leaves everything as it was, with the reason, if main does not accept it', async () => {
    const { setPrompt, setCount, submitCompose, useCompose, useTasks } = await load();
    main.refusal = { code: 'disk-full' };
    setPrompt('a fox');
    setCount(2);
    await submitCompose();
    expect(useCompose.getState()).toMatchObject({ prompt: 'a fox', count: 2, error: { code: 'disk-full' } });
    // Whether an intent was written before is not certain.
    for (const code of ['disk-full', 'database-failed'] as const) expect(errorWords(wordsFor('en'), { code })).toContain('look in History');
    expect(useTasks.getState().tasks.size).toBe(0);
    setPrompt('a fox!');
    expect(useCompose.getState().error).toBeNull();
  });

  test('does not overwrite a text that was typed meanwhile', async () => {
    const { setPrompt, submitCompose, useCompose } = await load();
    main.refusal = { code: 'disk-full' };
    setPrompt('a fox');
    const sent = submitCompose();
    setPrompt('a hare');
    await sent;
    expect(useCompose.getState()).toMatchObject({ prompt: 'a hare', error: { code: 'disk-full' } });
  });

  test('remembers the choices that were used, for the account', async () => {
    const { setPrompt, setValues, submitCompose } = await load();
    setValues('size', { chips: [], text: '1536 × 1024 ' });
    setPrompt('a fox');
    await submitCompose();
    const chosen = { model: 'm', size: '1536x1024', quality: 'low' };
    expect(main.inputsOf('settingsUpdate')).toEqual([{ compose: chosen, composeByAccount: { [paid.id]: chosen } }]);
  });

  test('the draft and its choices are remembered at each letter, and forgotten once they are sent', async () => {
    const { setChoices, setPrompt, submitCompose } = await load();
    const choices = { model: 'm', size: '1536x1024', quality: 'low' };
    setChoices(choices);
    expect(main.inputsOf('appRemember').at(-1)).toMatchObject({ draftChoices: { accountId: paid.id, choices } });
    setPrompt('a fox');
    expect(main.inputsOf('appRemember').at(-1)).toMatchObject({ draft: 'a fox' });
    await submitCompose();
    expect(main.inputsOf('appRemember').at(-1)).toMatchObject({ draft: '', draftChoices: null });
  });
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

describe('the question before money', () => {
  test('is asked above the number that the person set, and “no” leaves everything as it was', async () => {
    const { setPrompt, setCount, submitCompose, useCompose, useSubmissionQuestion, answerSubmission } = await load();
    setPrompt('a fox');
    setCount(5);
    const sent = submitCompose();
    expect(useSubmissionQuestion.getState().question).toMatchObject({ account: { name: 'Studio' }, count: 5, above: 4, first: false });
    // A second press while the question is open asks and sends nothing.
    await submitCompose();
    answerSubmission(false);
    await sent;
    expect(main.inputsOf('tasksSubmitBatch')).toHaveLength(0);
    expect(useCompose.getState()).toMatchObject({ prompt: 'a fox', count: 5 });

    const again = submitCompose();
    answerSubmission(true);
    await again;
    expect(main.inputsOf('tasksSubmitBatch')).toHaveLength(1);
    expect(useCompose.getState()).toMatchObject({ prompt: 'a fox', count: 'usual' });
  });

  test('is asked once for an account that may charge, and never for the practice service', async () => {
    settle({ confirmedAccounts: [] });
    const { setPrompt, submitCompose, useSubmissionQuestion, answerSubmission } = await load();
    setPrompt('a fox');
    const sent = submitCompose();
    expect(useSubmissionQuestion.getState().question).toMatchObject({ count: 1, above: null, first: true });
    answerSubmission(true);
    await sent;
    expect(main.inputsOf('settingsUpdate')).toContainEqual({ confirmedAccounts: [paid.id] });
    setPrompt('a hare');
    await submitCompose();
    main.send(6, { kind: 'accounts', accounts: [paid, { ...other, kind: 'practice' }], selectedAccountId: other.id, environmentKey: null });
    setPrompt('an owl');
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toHaveLength(3);
  });

  test('is asked once for several, with their sum', async () => {
    const { submitTasks, useSubmissionQuestion, answerSubmission } = await load();
    const { request } = sampleTask({ status: 'withdrawn' });
    const sent = submitTasks(Array.from({ length: 6 }, () => ({ accountId: paid.id, request, count: 1, retryOf: null })));
    expect(useSubmissionQuestion.getState().question).toMatchObject({ count: 6, above: 4 });
    answerSubmission(true);
    expect(await sent).toEqual(Array.from({ length: 6 }, () => 'sent'));
    expect(main.inputsOf('tasksSubmit')).toHaveLength(6);
  });
});

describe('another try', () => {
  test('remembers the task it came from, until the field is emptied', async () => {
    const { fillCompose, setPrompt, submitCompose, useCompose } = await load();
    const { id, request } = sampleTask({ status: 'withdrawn' });
    fillCompose(request, { retryOf: id });
    expect(useCompose.getState()).toMatchObject({ prompt: request.prompt, choices: { [paid.id]: { size: request.size } } });
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toMatchObject([{ retryOf: id }]);

    fillCompose(request, { retryOf: id });
    setPrompt('');
    setPrompt('something else');
    await submitCompose();
    expect(main.inputsOf('tasksSubmit').at(-1)).toMatchObject({ retryOf: null });
  });

  test('several times is a batch of which each task remembers it', async () => {
    const { fillCompose, setCount, submitCompose } = await load();
    const { id, request } = sampleTask({ status: 'withdrawn' });
    fillCompose(request, { retryOf: id });
    setCount(2);
    await submitCompose();
    expect(main.inputsOf('tasksSubmitBatch')).toMatchObject([{ tasks: [{ retryOf: id }, { retryOf: id }] }]);
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
    ['a preset', async () => (await import('../../../../../renderer/stores/compose/presets.ts')).takePreset({ id: 1, name: 'Draft', savedAt: 0, choices: { model: 'o', size: '', quality: '', count: 8 } })],
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
