import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeMain } from '../../fake-main.ts';
import { load, other, paid, settleIn } from './compose-rig.ts';

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.install();
  settleIn(main, { askAbove: 0 });
});

interface SentTask {
  readonly request: { readonly prompt: string; readonly model: string; readonly size: string };
}
/** What each batch so far sent. */
const batches = (): readonly (readonly SentTask['request'][])[] => (main.inputsOf('tasksSubmitBatch') as { readonly tasks: readonly SentTask[] }[]).map(({ tasks }) => tasks.map(({ request }) => request));

async function open() {
  // A second press within a second is a double click.
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 10_000));
  const loaded = await load();
  const { useTemplates } = await import('../../../../../renderer/stores/compose/template-store.ts');
  const { askedNow, answerSubmission, submitCompose } = loaded;
  /** Presses Generate, and has only the first of the tasks sent. */
  const send = async (most = Infinity): Promise<number> => {
    const sent = submitCompose();
    await vi.waitFor(() => expect(askedNow()).not.toBeNull());
    const asked = askedNow()?.count ?? 0;
    answerSubmission(true, most);
    await sent;
    return asked;
  };
  return { ...loaded, useTemplates, send };
}
let clock = 0;

describe('after "Send only"', () => {
  test('the next press sends the others, and the one after it all again', async () => {
    const { setPrompt, send, useCompose } = await open();
    setPrompt('{a|b|c|d|e}{1|2}');
    expect(await send(4)).toBe(10);
    expect(await send(3)).toBe(6);
    expect(await send()).toBe(3);
    const sent = batches().flat().map(({ prompt }) => prompt);
    expect(sent).toHaveLength(10);
    expect(new Set(sent).size).toBe(10);
    expect(useCompose.getState().partlySent).toBeNull();
    expect(await send()).toBe(10);
  });

  test.each([
    ['how many', { count: 20, choices: {} }],
    ['a grid', { count: 1, choices: { also: { model: ['m', 'n', 'o'], size: ['1024x1024', '512x512'], quality: [] }, model: '', size: '' } }],
  ] as const)('%s: what was sent is not sent again', async (_, { count, choices }) => {
    const { setPrompt, setCount, setChoices, composeChoices, send } = await open();
    setPrompt('a fox');
    setChoices({ ...composeChoices(), ...structuredClone(choices) } as ReturnType<typeof composeChoices>);
    setCount(count);
    const all = await send(4);
    expect(await send()).toBe(all - 4);
    expect(batches().flat()).toHaveLength(all);
    if (count === 1) expect(new Set(batches().flat().map(({ model, size }) => `${model} ${size}`)).size).toBe(all);
  });

  test('prompts by chance are the others of the same ones', async () => {
    const { setPrompt, useTemplates, send } = await open();
    useTemplates.setState({ mode: 'random', number: 6, seed: 7 });
    setPrompt('{a|b|c|d|e|f|g|h} {1|2|3|4}');
    const { firstPrompts, freshTemplate } = await import('../../../../../renderer/stores/compose/template-store.ts');
    const template = await freshTemplate('{a|b|c|d|e|f|g|h} {1|2|3|4}');
    const shown = template && firstPrompts(template, useTemplates.getState(), 6);
    await send(2);
    await send();
    expect(batches().flat().map(({ prompt }) => prompt)).toEqual(shown);
    expect(useTemplates.getState().seed).not.toBe(7);
  });

  test('others that main does not take are offered again', async () => {
    const { setPrompt, send, useCompose } = await open();
    setPrompt('{a|b|c|d|e}');
    await send(2);
    main.refusal = { code: 'disk-full' };
    expect(await send()).toBe(3);
    expect(useCompose.getState()).toMatchObject({ error: { code: 'disk-full' }, partlySent: { sent: 2, all: 5 } });
    main.refusal = null;
    expect(await send()).toBe(3);
  });

  test('another text, number or account makes other tasks; the same text typed again does not', async () => {
    const { setPrompt, setCount, send, useCompose } = await open();
    const { changeFacts } = await import('../../../../../renderer/stores/app-store.ts');
    setPrompt('{a|b|c}');
    await send(1);
    setPrompt('{a|b|c|d}');
    expect(await send(0)).toBe(4);
    setPrompt('{a|b|c}');
    setCount(2);
    expect(await send(0)).toBe(6);
    changeFacts({ selectedAccountId: other.id });
    setCount(1);
    expect(await send(0)).toBe(3);
    changeFacts({ selectedAccountId: paid.id });
    setPrompt('{a|b|c}');
    setCount(1);
    expect(useCompose.getState().partlySent).toMatchObject({ sent: 1, all: 3 });
    expect(await send()).toBe(2);
  });

  test('a press offers all again once the person asks for that', async () => {
    const { setPrompt, send } = await open();
    const { sendAllAgain } = await import('../../../../../renderer/stores/compose/partly-sent.ts');
    setPrompt('{a|b|c}');
    await send(1);
    sendAllAgain();
    expect(await send()).toBe(3);
  });
});
