import { describe, expect, it } from 'vitest';
import { practiceAccountId } from '../../../shared/account.ts';
import type { AssistantOutcome } from '../../../shared/assistant-quote.ts';
import { isOfAssistant, mostHeld } from '../../../shared/assistants.ts';
import { openAssistantRig, takenIds, wanted } from '../../support/assistant-rig.ts';

const budget = { perCall: '0.6', perDay: '2', asks: 'latent' } as const;
const why = (outcome: AssistantOutcome): string | null => (outcome.outcome === 'beyond' ? outcome.quote.why : null);

describe('what assistants may spend', () => {
  it('is nothing at first, and the practice account is free', async () => {
    const { begin, service, accountId } = await openAssistantRig(null);
    const { call } = await begin();
    expect(await call('assistant:allowance', undefined)).toMatchObject({ account: null, spent: '0' });
    await expect(call('assistant:submit', wanted('paid', { accountId, beyond: 'hold' }))).rejects.toThrow('assistant-account');
    const free = await call('assistant:submit', wanted('free'));
    expect(takenIds(free)).toHaveLength(1);
    const [taskId = ''] = takenIds(free);
    expect((await call('tasks:detail', { taskId })).task.accountId).toBe(practiceAccountId);
    expect(await service.posts('a picture for paid')).toBe(0);
  });

  it('is never exceeded by calls that come together', async () => {
    const { begin, service } = await openAssistantRig(budget);
    const { call } = await begin();
    const asked = Array.from({ length: 40 }, (_, at) => wanted(`together ${at}`));
    const outcomes = await Promise.all(asked.map((one) => call('assistant:submit', one)));
    // Six of 0.3 fit into 2.
    expect(outcomes.filter(({ outcome }) => outcome === 'taken')).toHaveLength(6);
    expect(new Set(outcomes.map(why))).toEqual(new Set([null, 'day']));
    await expect.poll(async () => (await service.requests()).filter(({ method }) => method === 'POST').length).toBe(6);
    await expect.poll(async () => (await call('assistant:allowance', undefined)).spent).toBe('1.8');
    expect(why(await call('assistant:submit', wanted('another')))).toBe('day');
  });

  it('is known to the next owner, and holds there', async () => {
    const { begin, service } = await openAssistantRig(budget);
    const first = await begin();
    for (let at = 0; at < 5; at += 1) await first.call('assistant:submit', wanted(`first ${at}`));
    await first.close();
    const second = await begin();
    expect((await second.call('assistant:allowance', undefined)).spent).toBe('1.5');
    const outcomes = [await second.call('assistant:submit', wanted('fits')), await second.call('assistant:submit', wanted('does not'))];
    expect(outcomes.map(why)).toEqual([null, 'day']);
    await expect.poll(async () => (await service.requests()).filter(({ method }) => method === 'POST').length).toBe(6);
  });

  it('limits a call, counts what has no known price as beyond it, and keeps to what the person would be asked', async () => {
    const { begin } = await openAssistantRig({ ...budget, perDay: '100' }, { askAbove: '0.5' });
    const { call } = await begin();
    expect(why(await call('assistant:submit', wanted('three', { count: 3 })))).toBe('call');
    expect(why(await call('assistant:submit', wanted('priceless', { request: { model: 'other', prompt: 'x', size: '', quality: '' } })))).toBe('price-unknown');
    // 0.6 is within the call's limit, but the account asks above 0.5.
    expect(why(await call('assistant:submit', wanted('two', { count: 2 })))).toBe('asks');
    expect(why(await call('assistant:submit', wanted('one')))).toBeNull();
  });

  it('gets back what was certainly not charged, and keeps what may have been', async () => {
    const { begin, service } = await openAssistantRig(budget);
    await service.script('a picture for refused', { submit: [{ status: 400, body: { json: { error: { message: 'no' } } } }] });
    await service.script('a picture for lost', { submit: [{ status: 500 }] });
    const { call } = await begin();
    const [refused = '', lost = ''] = [takenIds(await call('assistant:submit', wanted('refused')))[0], takenIds(await call('assistant:submit', wanted('lost')))[0]];
    const statusOf = async (taskId: string): Promise<string> => (await call('tasks:detail', { taskId })).task.state.status;
    await expect.poll(() => statusOf(refused)).toBe('rejected');
    await expect.poll(() => statusOf(lost)).toBe('unknown');
    expect((await call('assistant:allowance', undefined)).spent).toBe('0.3');
    // The person found out that it was not charged.
    await call('tasks:settle', { costs: [{ taskId: lost, cost: '0' }] });
    expect((await call('assistant:allowance', undefined)).spent).toBe('0');
  });

  it('counts what waits in the queue at the price of now', async () => {
    const { begin, accountId } = await openAssistantRig(budget);
    const { call } = await begin();
    await call('settings:update', { queueStopped: true });
    for (let at = 0; at < 3; at += 1) await call('assistant:submit', wanted(`waits ${at}`));
    expect((await call('assistant:allowance', undefined)).spent).toBe('0.9');
    await call('prices:set', { accountId, rows: [{ model: 'm', size: '*', quality: '*', fields: {}, per: 'task', amount: '0.5' }] });
    expect((await call('assistant:allowance', undefined)).spent).toBe('1.5');
    await call('prices:set', { accountId, rows: [{ model: 'n', size: '*', quality: '*', fields: {}, per: 'task', amount: '0.1' }] });
    expect(await call('assistant:allowance', undefined)).toMatchObject({ spent: '0', unpriced: 3 });
    expect(why(await call('assistant:submit', wanted('cheap', { request: { model: 'n', prompt: 'x', size: '', quality: '' } })))).toBe('day');
  });
});

describe('beyond it', () => {
  it('a request waits on hold for the person, and nothing is sent before they release it', async () => {
    const { begin, service } = await openAssistantRig({ ...budget, perDay: '0' });
    const first = await begin();
    const [taskId = ''] = takenIds(await first.call('assistant:submit', wanted('held', { beyond: 'hold' })));
    expect((await first.call('tasks:detail', { taskId })).task.state).toEqual({ status: 'queued', waitingFor: 'held' });
    // Whatever releases others.
    await first.call('settings:update', { queueStopped: true });
    await first.call('settings:update', { queueStopped: false });
    await first.close();
    const second = await begin();
    expect(await second.call('assistant:allowance', undefined)).toMatchObject({ spent: '0', held: 1 });
    expect(await service.posts('a picture for held')).toBe(0);
    await second.call('tasks:release', { taskIds: [taskId] });
    await expect.poll(() => service.posts('a picture for held')).toBe(1);
    await expect.poll(async () => (await second.call('assistant:allowance', undefined)).spent).toBe('0.3');
  });

  it('only so many wait for the person', async () => {
    const { begin } = await openAssistantRig({ ...budget, perDay: '0' });
    const { call } = await begin();
    const outcomes = await Promise.all(Array.from({ length: mostHeld + 5 }, (_, at) => call('assistant:submit', wanted(`held ${at}`, { beyond: 'hold' }))));
    expect(outcomes.filter(({ outcome }) => outcome === 'taken')).toHaveLength(mostHeld);
  });

  it('a yes in the assistant’s app counts only if the person lets it, and for no higher price', async () => {
    const { begin, service, accountId } = await openAssistantRig({ ...budget, perDay: '0' });
    const { call } = await begin();
    expect(why(await call('assistant:submit', wanted('agreed', { beyond: { agreed: '0.3' } })))).toBe('day');
    await call('settings:update', { assistants: { ...budget, accountId, perDay: '0', asks: 'assistant' } });
    expect(why(await call('assistant:submit', wanted('agreed', { beyond: { agreed: '0.2' } })))).toBe('day');
    expect(takenIds(await call('assistant:submit', wanted('agreed', { beyond: { agreed: '0.3' } })))).toHaveLength(1);
    await expect.poll(() => service.posts('a picture for agreed')).toBe(1);
  });
});

describe('the same request id', () => {
  it('is the same tasks, also for another owner, and after the task has ended', async () => {
    const { begin, service } = await openAssistantRig(budget);
    const first = await begin();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => first.call('assistant:submit', wanted('again', { count: 2 }))));
    const ids = takenIds(outcomes[0] as AssistantOutcome);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every(isOfAssistant)).toBe(true);
    expect(outcomes.filter((outcome) => outcome.outcome === 'taken' && outcome.isNew)).toHaveLength(1);
    for (const outcome of outcomes) expect(takenIds(outcome)).toEqual(ids);
    await expect.poll(() => service.posts('a picture for again')).toBe(2);
    await first.close();
    const second = await begin();
    expect(await second.call('assistant:submit', wanted('again', { count: 2 }))).toEqual({ outcome: 'taken', taskIds: ids, isNew: false });
    expect(await service.posts('a picture for again')).toBe(2);
  });

  it('is refused for another prompt, number or account', async () => {
    const { begin, service, accountId } = await openAssistantRig(budget);
    const { call } = await begin();
    const original = wanted('used', { count: 2 });
    await call('assistant:submit', original);
    const others = [{ request: { ...original.request, prompt: 'else' } }, { request: { ...original.request, size: '1x1' } }, { count: 1 }, { count: 3 }, { accountId: practiceAccountId }];
    for (const other of others) await expect(call('assistant:submit', { ...original, ...other, beyond: 'hold' })).rejects.toThrow('request-id-used');
    expect(takenIds(await call('assistant:submit', { ...original, accountId }))).toHaveLength(2);
    await expect.poll(async () => (await service.requests()).filter(({ method }) => method === 'POST').length).toBe(2);
  });
});
