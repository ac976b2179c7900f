import { beforeEach, describe, expect, test } from 'vitest';
import { errorWords } from '../../../../renderer/stores/words.ts';
import { wordsFor } from '../../../../shared/words/index.ts';
import { FakeMain } from '../fake-main.ts';
import { sampleTask } from '../sample-tasks.ts';

let main: FakeMain;

async function load() {
  const { connect } = await import('../../../../renderer/stores/sync.ts');
  await connect();
  return {
    ...(await import('../../../../renderer/stores/compose-store.ts')),
    ...(await import('../../../../renderer/stores/tasks-store.ts')),
  };
}

beforeEach(() => {
  main = new FakeMain();
  main.install();
});

describe('submitting', () => {
  test('frees the field and shows the tasks before main has answered', async () => {
    const { setPrompt, setChoices, submitCompose, useCompose, useTasks } = await load();
    setPrompt('  a fox  ');
    setChoices({ count: 3 });
    const sent = submitCompose();
    expect(useCompose.getState().prompt).toBe('');
    expect(useTasks.getState().tasks.size).toBe(3);
    await sent;
    const [input] = main.inputsOf('tasksSubmit') as [{ taskIds: string[]; request: unknown }];
    expect(input).toMatchObject({ request: { prompt: 'a fox', model: 'm', size: '1024x1024', quality: 'low' }, retryOf: null });
    expect(new Set(input.taskIds).size).toBe(3);
    expect([...useTasks.getState().tasks.keys()].sort()).toEqual([...input.taskIds].sort());
  });

  test('a hundred clicks send once', async () => {
    const { setPrompt, submitCompose } = await load();
    setPrompt('a fox');
    await Promise.all(Array.from({ length: 100 }, () => submitCompose()));
    expect(main.inputsOf('tasksSubmit')).toHaveLength(1);
  });

  test('sends nothing without words', async () => {
    const { setPrompt, submitCompose } = await load();
    setPrompt(' \n ');
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toHaveLength(0);
  });

  test('puts the prompt back with the reason when main does not take it', async () => {
    const { setPrompt, submitCompose, useCompose, useTasks } = await load();
    main.refusal = { code: 'disk-full' };
    setPrompt('a fox');
    await submitCompose();
    expect(useCompose.getState()).toMatchObject({ prompt: 'a fox', error: { code: 'disk-full' } });
    // The two ways in which an intent cannot be written down.
    for (const code of ['disk-full', 'database-failed'] as const) expect(errorWords(wordsFor('en'), { code })).toContain('nothing was charged');
    expect(useTasks.getState().tasks.size).toBe(0);
    setPrompt('a fox!');
    expect(useCompose.getState().error).toBeNull();
  });

  test('does not overwrite what was written meanwhile', async () => {
    const { setPrompt, submitCompose, useCompose } = await load();
    main.refusal = { code: 'disk-full' };
    setPrompt('a fox');
    const sent = submitCompose();
    setPrompt('a hare');
    await sent;
    expect(useCompose.getState()).toMatchObject({ prompt: 'a hare', error: { code: 'disk-full' } });
  });

  test('remembers the choices that were used, and only when they are new', async () => {
    const { setPrompt, setChoices, submitCompose } = await load();
    setPrompt('a fox');
    await submitCompose();
    expect(main.inputsOf('settingsUpdate')).toHaveLength(0);
    setChoices({ size: '1536x1024 ' });
    setPrompt('a fox');
    await submitCompose();
    expect(main.inputsOf('settingsUpdate')).toEqual([{ compose: { model: 'm', size: '1536x1024', quality: 'low', count: 1 } }]);
  });
});

describe('another try', () => {
  test('remembers the task it came from, until the field is emptied', async () => {
    const { fillCompose, setPrompt, submitCompose, useCompose } = await load();
    const { id, request } = sampleTask({ status: 'withdrawn' });
    fillCompose(request, { retryOf: id });
    expect(useCompose.getState()).toMatchObject({ prompt: request.prompt, choices: { size: request.size } });
    await submitCompose();
    expect(main.inputsOf('tasksSubmit')).toMatchObject([{ retryOf: id }]);

    fillCompose(request, { retryOf: id });
    setPrompt('');
    setPrompt('something else');
    await submitCompose();
    expect(main.inputsOf('tasksSubmit').at(-1)).toMatchObject({ retryOf: null });
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
    expect(seen).toEqual(['c', 'b', 'a', 'a']);
    expect(isRecalled()).toBe(true);
    await recallPrompt(-1);
    expect(useCompose.getState().prompt).toBe('b');
    setPrompt('b, changed');
    expect(isRecalled()).toBe(false);
  });

  test('behind the newest the field is empty again', async () => {
    const { recallPrompt, useCompose } = await load();
    main.prompts = ['a'];
    await recallPrompt(1);
    await recallPrompt(-1);
    expect(useCompose.getState().prompt).toBe('');
  });
});
