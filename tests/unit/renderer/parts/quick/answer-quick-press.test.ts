import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../../../../shared/account.ts';
import type { Settings } from '../../../../../shared/settings.ts';
import type { QuickOutcome } from '../../../../../shared/windows/quick-field.ts';
import { FakeMain } from '../../fake-main.ts';
import { load, other, paid, settleIn } from '../../stores/compose/compose-rig.ts';

let main: FakeMain;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  main = new FakeMain();
  main.install();
  vi.stubGlobal('document', { dir: 'ltr', documentElement: { lang: 'en' } });
  return () => vi.useRealTimers();
});

/** A window whose compose bar has a draft, and what the quick prompt makes of a text there. */
async function quick({ settings = {}, accounts = [paid, other] }: { readonly settings?: Partial<Settings>; readonly accounts?: readonly Account[] } = {}) {
  settleIn(main, settings, accounts);
  const compose = await load();
  const { quickOffer } = await import('../../../../../renderer/parts/quick/quick-offer.ts');
  const { answerQuickPress } = await import('../../../../../renderer/parts/quick/answer-quick-press.ts');
  const { useOpenings } = await import('../../../../../renderer/ui/dialogs/ask.ts');
  compose.setPrompt('a draft');
  const offer = (text: string, accountId: string | null = null) => quickOffer({ text, accountId }, null);
  const press = (text: string, accountId: string | null = null): Promise<QuickOutcome> => answerQuickPress({ text, accountId, offer: offer(text, accountId).view.offer }, () => undefined);
  return { ...compose, answerQuickPress, offer, press, openings: () => useOpenings.getState().openings.map(({ kind }) => kind) };
}

const sent = (): unknown[] => [...main.inputsOf('tasksSubmit'), ...main.inputsOf('tasksSubmitBatch')];

describe('a press of Enter', () => {
  test('sends one task with the choices of the account, whatever the count is, and leaves the compose bar alone', async () => {
    const { press, useCompose, setCount, setChoices } = await quick();
    setChoices({ model: 'painter', size: ' 512x512 ', quality: 'high' });
    setCount(4);
    const before = useCompose.getState();
    expect(await press(' a fox ')).toMatchObject({ is: 'queued', words: 'Added to the queue' });
    expect(sent()).toEqual([expect.objectContaining({ accountId: paid.id, request: { prompt: 'a fox', model: 'painter', size: '512x512', quality: 'high' }, taskIds: [expect.any(String)], retryOf: null })]);
    expect(useCompose.getState()).toEqual(before);
  });

  test('twice at once sends once', async () => {
    const { press } = await quick();
    const outcomes = await Promise.all([press('a fox'), press('a fox')]);
    expect(outcomes.map(({ is }) => is)).toEqual(['queued', 'kept']);
    expect(sent()).toHaveLength(1);
  });

  test('right after the compose bar has sent the same sends nothing', async () => {
    const { press, setPrompt, submitCompose } = await quick();
    setPrompt('a fox');
    await submitCompose();
    expect(await press('a fox')).toMatchObject({ is: 'kept' });
    expect(sent()).toHaveLength(1);
  });

  test('for another account sends with that one and its choices', async () => {
    const { press } = await quick({ settings: { composeByAccount: { [other.id]: { model: 'o', size: '64x64', quality: '' } } } });
    await press('a fox', other.id);
    expect(sent()).toEqual([expect.objectContaining({ accountId: other.id, request: { prompt: 'a fox', model: 'o', size: '64x64', quality: '' } })]);
  });

  test('for an offer that has changed since sends nothing', async () => {
    const { answerQuickPress, offer, setChoices, composeChoices } = await quick();
    const { offer: shown } = offer('a fox').view;
    setChoices({ ...composeChoices(), quality: 'high' });
    expect(await answerQuickPress({ text: 'a fox', accountId: null, offer: shown }, () => undefined)).toMatchObject({ is: 'kept', words: expect.stringContaining('has just changed') });
    expect(sent()).toEqual([]);
  });

  test('whose task main refuses says why, and may be repeated at once', async () => {
    const { press } = await quick();
    main.refusal = { code: 'disk-full' };
    expect(await press('a fox')).toMatchObject({ is: 'kept' });
    main.refusal = null;
    expect(await press('a fox')).toMatchObject({ is: 'queued' });
  });
});

describe('nothing is sent, and the main window goes on', () => {
  test.each<[string, Partial<Settings>, Partial<Account['options']>]>([
    ['for the first task of an account', { confirmedAccounts: [] }, {}],
    ['above the number to ask for', { askAbove: 0 }, {}],
    ['if it may cost more than the limit to ask for', {}, { askAbove: '1' }],
  ])('with a question, %s', async (_why, settings, options) => {
    const { offer, press, useCompose, openings } = await quick({ settings, accounts: [{ ...paid, options: { ...paid.options, ...options } }] });
    expect(offer('a fox')).toMatchObject({ deed: 'window', view: { action: 'Continue in Latent…', note: expect.stringContaining('asks you something') } });
    expect(await press('a fox')).toMatchObject({ is: 'window' });
    expect(useCompose.getState()).toMatchObject({ prompt: 'a fox', count: 1 });
    expect(openings()).toEqual(['submission']);
    expect(sent()).toEqual([]);
  });

  test.each(['a {red|blue} fox', 'a __colour__ fox'])('for several tasks, with their price and number in its compose bar: %s', async (text) => {
    const { offer, press, useCompose, openings } = await quick();
    expect(offer(text)).toMatchObject({ deed: 'window', request: null, view: { note: expect.stringContaining('several tasks') } });
    expect(await press(text)).toMatchObject({ is: 'window' });
    expect(useCompose.getState().prompt).toBe(text);
    expect(openings()).toEqual([]);
    expect(sent()).toEqual([]);
  });

  test('and for several values of a field', async () => {
    const { offer, setChoices } = await quick();
    setChoices({ model: 'm', size: '', quality: 'low', also: { model: [], size: ['64x64', '128x128'], quality: [] } });
    expect(offer('a fox')).toMatchObject({ deed: 'window', request: null });
  });

  test('but not while a question is open there, which stays what it was', async () => {
    const { press, useCompose } = await quick({ settings: { askAbove: 0 } });
    await press('a fox');
    expect(await press('a heron')).toMatchObject({ is: 'kept', words: expect.stringContaining('already asks') });
    expect(useCompose.getState().prompt).toBe('a fox');
    expect(sent()).toEqual([]);
  });
});

test.each<[string, readonly Account[], string]>([
  ['There is no account yet. Add one to start.', [], 'a fox'],
  ['This account has no working key.', [{ ...paid, key: { status: 'missing' } }], 'a fox'],
  ['Write a prompt first.', [paid], '  '],
  ['The prompt has a character that another program could not read (�). Write it again.', [paid], 'a f�x'],
])('what the compose bar would not send is said: %s', async (words, accounts, text) => {
  const { offer, press } = await quick({ accounts });
  expect(offer(text)).toMatchObject({ deed: 'nothing', view: { isBlocked: true } });
  expect(await press(text)).toMatchObject({ is: 'kept', words });
  expect(sent()).toEqual([]);
});
