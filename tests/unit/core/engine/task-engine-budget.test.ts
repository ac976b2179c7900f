import { describe, expect, it, onTestFinished } from 'vitest';
import { openPriceBook } from '../../../../electron/core/money/price-book.ts';
import { noOptions } from '../../../../shared/account.ts';
import { noAmount } from '../../../../shared/money/amount.ts';
import type { TaskId } from '../../../../shared/task.ts';
import { accepted, completed, failed, notSent, rejected, unknown } from '../../../support/engine-fakes.ts';
import { noFacts } from '../../../../shared/task.ts';
import { openTestDatabase, testAccount } from '../../../support/open-test-database.ts';
import { openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';

const day = 24 * 3_600_000;

/** Every submission costs 0.1 by the table, and the account may spend this in all. */
async function withBudget(total: string): Promise<EngineRig> {
  const rig = await openEngineRig();
  rig.budget = { day: null, month: null, total };
  rig.price = () => '0.1';
  await rig.engine.start();
  return rig;
}

const waitingFor = (rig: EngineRig, id: TaskId): unknown => {
  const state = rig.changes.findLast(({ task }) => task.id === id)?.task.state;
  return state?.status === 'queued' ? state.waitingFor : state?.status;
};

describe('a budget', () => {
  it('is spent to the last tenth, and nothing is sent beyond it', async () => {
    // Ten times 0.1 in binary fractions is less than 1, three times is more than 0.3.
    const rig = await withBudget('0.3');
    const ids = await rig.submit(8);
    expect(rig.service.posts).toHaveLength(3);
    expect(ids.slice(3).map((id) => waitingFor(rig, id))).toEqual(Array(5).fill('budget'));
    await rig.clock.advance(3 * day);
    expect(rig.service.posts).toHaveLength(3);
  });

  it('holds after a crash, also while a POST was under way', async () => {
    const rig = await withBudget('0.5');
    rig.service.onPost = (count) => (count < 3 ? accepted(`remote-${count}`) : null);
    await rig.submit(20);
    expect(rig.service.posts).toHaveLength(5);
    await rig.crash();
    // Three became unknown and count as spent.
    expect(rig.service.posts).toHaveLength(5);
  });

  it('counts an unknown outcome as spent until the person says that it was not charged', async () => {
    const rig = await withBudget('0.2');
    rig.service.onPost = (count) => (count === 1 ? unknown : accepted(`remote-${count}`));
    const ids = await rig.submit(4);
    expect(rig.service.posts).toHaveLength(2);
    await rig.engine.settle(ids[0] ?? '', noAmount);
    await rig.settle();
    expect(rig.service.posts).toHaveLength(3);
  });

  it('gives back what was refused, not sent, or cost less', async () => {
    const rig = await withBudget('0.2');
    rig.service.onPost = (count) => (count === 1 ? notSent : count === 2 ? rejected() : accepted(`remote-${count}`));
    await rig.submit(5);
    await rig.clock.advance(60_000);
    // One not sent and one refused cost nothing; two were accepted.
    expect(rig.service.posts).toHaveLength(4);
    rig.service.onQuery = () => ({ ...completed('https://a.example/1.png'), facts: { ...noFacts, credits: '0.05' } }) as ReturnType<typeof completed>;
    await rig.clock.advance(10_000);
    expect(rig.service.posts).toHaveLength(5);
  });

  it('counts a failed task, unless the service says that it cost nothing', async () => {
    const rig = await withBudget('0.1');
    rig.service.onQuery = () => failed;
    await rig.submit(3);
    await rig.clock.advance(10_000);
    expect(rig.service.posts).toHaveLength(1);
  });

  it('begins anew with the day', async () => {
    const rig = await openEngineRig();
    // Tasks that end are not queried for a month.
    rig.service.onQuery = () => failed;
    rig.budget = { day: '0.2', month: '0.3', total: null };
    rig.price = () => '0.1';
    await rig.engine.start();
    await rig.submit(9);
    expect(rig.service.posts).toHaveLength(2);
    await rig.clock.advance(day);
    // The month has room for one more.
    expect(rig.service.posts).toHaveLength(3);
    await rig.clock.advance(32 * day);
    expect(rig.service.posts.length).toBeGreaterThan(3);
  });

  it('lets nothing with an unknown price through, but what has one', async () => {
    const rig = await withBudget('1');
    rig.price = ({ prompt }) => (prompt === 'picture 0' ? null : '0.1');
    const ids = await rig.submit(3);
    expect(rig.service.posts.map(({ request }) => request.prompt)).toEqual(['picture 1', 'picture 2']);
    expect(waitingFor(rig, ids[0] ?? '')).toBe('price');
    rig.price = () => '0.8';
    rig.engine.moneyChanged((await rig.stored(ids[0] ?? '')).task.accountId);
    await rig.settle();
    expect(rig.service.posts).toHaveLength(3);
  });

  it('that ends sooner does not hide one that lasts longer', async () => {
    const rig = await openEngineRig();
    rig.budget = { day: '0.1', month: null, total: '0.1' };
    rig.price = () => '0.1';
    await rig.engine.start();
    const ids = await rig.submit(2);
    // No time is shown at which it would go on, because the limit in all does not end.
    expect(rig.changes.findLast(({ task }) => task.id === ids[1])?.task.state).toEqual({ status: 'queued', waitingFor: 'budget' });
  });

  it('says of each task behind one without room what is true for it', async () => {
    const rig = await withBudget('0.1');
    rig.price = ({ model }) => (model === 'unpriced' ? null : '0.1');
    const [first = '', second = '', unpriced = ''] = await rig.submit(3);
    await rig.engine.edit(unpriced, { model: 'unpriced', prompt: 'p', size: '', quality: '' });
    await rig.settle();
    const shown = (): readonly unknown[] => [first, second, unpriced].map((id) => waitingFor(rig, id));
    expect(shown()).toEqual(['processing', 'budget', 'price']);
    const { task } = await rig.stored(first);
    rig.price = () => '0.1';
    rig.engine.moneyChanged(task.accountId);
    await rig.settle();
    expect(shown()).toEqual(['processing', 'budget', 'budget']);
  });

  it('that is raised goes on', async () => {
    const rig = await withBudget('0.2');
    const ids = await rig.submit(4);
    expect(rig.service.posts).toHaveLength(2);
    rig.budget = { ...rig.budget, total: '0.4' };
    rig.engine.moneyChanged((await rig.stored(ids[0] ?? '')).task.accountId);
    await rig.settle();
    expect(rig.service.posts).toHaveLength(4);
  });

  it('bounds what is sent once the service has named a price: nothing beyond it, though nobody is asked', async () => {
    const rig = await openEngineRig();
    const { repository, remove } = await openTestDatabase();
    onTestFinished(remove);
    const accountId = testAccount.id;
    const prices = await openPriceBook({ repository, pricedBy: () => noOptions.pricedBy, changed: rig.engine.moneyChanged, now: () => rig.clock.now(), failed: (error) => expect.fail(String(error)) });
    rig.price = (request) => prices.price(accountId, request);
    await rig.engine.start();
    const [first = ''] = await rig.submit(1);
    rig.budget = { day: null, month: null, total: '0.35' };
    const ids = await rig.submit(5);
    expect(ids.map((id) => waitingFor(rig, id))).toEqual(Array(5).fill('price'));
    rig.service.onQuery = () => ({ ...completed('https://a.example/1.png'), facts: { ...noFacts, credits: '0.1' } }) as ReturnType<typeof completed>;
    await rig.clock.advance(10_000);
    prices.learn((await rig.stored(first)).task);
    await rig.clock.advance(10_000);
    // The first has cost 0.1, and two more fit.
    expect(rig.service.posts).toHaveLength(3);
    expect(ids.slice(2).map((id) => waitingFor(rig, id))).toEqual(Array(3).fill('budget'));
    // A service that charges more than it said is believed before anything else is sent.
    rig.budget = { ...rig.budget, total: '0.5' };
    prices.learn({ ...(await rig.stored(first)).task, submittedAt: rig.clock.now(), facts: { ...noFacts, credits: '0.3' } });
    await rig.settle();
    expect(rig.service.posts).toHaveLength(3);
  });

  it('is kept as the estimate of each task', async () => {
    const rig = await withBudget('5');
    const [id = ''] = await rig.submit(1);
    expect((await rig.stored(id)).task.estimate).toBe('0.1');
  });
});
