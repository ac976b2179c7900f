import { beforeEach, describe, expect, test, vi } from 'vitest';
import { errorWords } from '../../../../../renderer/words/words.ts';
import { noOptions, type Account } from '../../../../../shared/account.ts';
import type { Settings } from '../../../../../shared/settings.ts';
import type { PictureReference } from '../../../../../shared/task.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
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

  test('says so if a reference picture is not added, because another account was selected while it was copied', async () => {
    const said = vi.spyOn(await import('../../../../../renderer/ui/toast.tsx'), 'notify');
    const fox: PictureReference = { kind: 'file', sha256: 'a'.repeat(64), type: 'png', bytes: 3, name: 'fox.png' };
    const references = { name: 'image', form: 'data-url', several: true } as const;
    settle({}, [paid, other].map((account) => ({ ...account, options: { ...noOptions, references } })));
    await load();
    const { changeFacts } = await import('../../../../../renderer/stores/app-store.ts');
    const { chooseReferences } = await import('../../../../../renderer/stores/compose/compose-references.ts');
    const copy = Promise.withResolvers<readonly PictureReference[]>();
    main.copied = copy.promise;
    const chosen = chooseReferences();
    changeFacts({ selectedAccountId: other.id });
    copy.resolve([fox]);
    await chosen;
    expect(said).toHaveBeenCalledWith(expect.stringMatching(/^The picture was not added as a reference/));
    expect(main.inputsOf('tasksSubmit')).toEqual([]);
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

  test('a doubled press sends once, however late its second half is handled', async () => {
    const { setPrompt, submitCompose } = await load();
    setPrompt('a fox');
    const timeStamp = performance.now() + 50;
    await submitCompose();
    vi.advanceTimersByTime(10_000);
    vi.stubGlobal('event', { timeStamp });
    await submitCompose();
    vi.unstubAllGlobals();
    expect(main.inputsOf('tasksSubmit')).toHaveLength(1);
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
    for (const code of ['disk-full', 'database-failed'] as const) expect(errorWords(wordsFor('en'), { code })).toContain('look in Tasks');
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

describe('the question before money', () => {
  test('is asked above the number that the person set, and “no” leaves everything as it was', async () => {
    const { setPrompt, setCount, submitCompose, useCompose, askedNow, answerSubmission } = await load();
    setPrompt('a fox');
    setCount(5);
    const sent = submitCompose();
    expect(askedNow()).toMatchObject({ account: { name: 'Studio' }, count: 5, above: 4, first: false });
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

  test('leaves what came into the prompt meanwhile, such as the text of a link that waited for the answer', async () => {
    settle({ keepPrompt: false });
    const { setPrompt, setCount, submitCompose, useCompose, fillCompose, answerSubmission } = await load();
    setPrompt('a fox');
    setCount(5);
    const sent = submitCompose();
    fillCompose({ prompt: 'from a link', model: 'm', size: '', quality: '' }, { retryOf: null });
    answerSubmission(true);
    await sent;
    expect(main.inputsOf('tasksSubmitBatch')).toHaveLength(1);
    expect(useCompose.getState()).toMatchObject({ prompt: 'from a link' });
  });

  test('is asked once for an account that may charge, and never for the practice service', async () => {
    settle({ confirmedAccounts: [] });
    const { setPrompt, submitCompose, askedNow, answerSubmission } = await load();
    setPrompt('a fox');
    const sent = submitCompose();
    expect(askedNow()).toMatchObject({ count: 1, above: null, first: true });
    answerSubmission(true);
    await sent;
    expect(main.inputsOf('accountsConfirm')).toEqual([{ accountId: paid.id }]);
    setPrompt('a hare');
    await submitCompose();
    main.send(6, { kind: 'accounts', accounts: [paid, { ...other, kind: 'practice' }], selectedAccountId: other.id, environmentKey: null });
    setPrompt('an owl');
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toHaveLength(3);
  });

  test('is asked once for several, with their sum', async () => {
    const { submitTasks, askedNow, answerSubmission } = await load();
    const { request } = sampleTask({ status: 'withdrawn' });
    const sent = submitTasks(Array.from({ length: 6 }, () => ({ accountId: paid.id, request, count: 1, retryOf: null })));
    expect(askedNow()).toMatchObject({ count: 6, above: 4 });
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
