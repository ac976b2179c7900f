import { beforeEach, expect, test } from 'vitest';
import type { Account } from '../../../../shared/account.ts';
import { noFacts } from '../../../../shared/task.ts';
import { mostPrices } from '../../../../shared/view-memory.ts';
import { FakeMain } from '../fake-main.ts';
import { completed, processing, sampleTask } from '../sample-tasks.ts';

const accountId = '11111111-1111-4111-8111-111111111111';
const paid: Account = { id: accountId, kind: 'service', name: 'Studio', baseUrl: 'https://a.example', key: { status: 'missing' }, removed: false, consoles: { key: null, billing: null } };
const request = { model: 'm', prompt: 'a fox', size: '1024x1024', quality: 'low' };
const costing = (credits: number | null, more = {}) => sampleTask(completed(1), { request, facts: { ...noFacts, credits }, ...more });

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.install();
});

test('the last known price applies to the same model, size, quality and account, whatever the prompt', async () => {
  const { learnPrices, lastPrice } = await import('../../../../renderer/stores/prices.ts');
  expect(lastPrice([{ accountId, request }], [paid])).toBeNull();
  learnPrices([costing(1.8)]);
  const price = (changed: object, account = paid): number | null => lastPrice([{ accountId, request: { ...request, ...changed }, count: 3 }], [account]);
  expect(price({ prompt: 'an owl' })).toBeCloseTo(5.4);
  for (const other of [{ model: 'n' }, { size: '64x64' }, { quality: 'high' }]) expect(price(other)).toBeNull();
  expect(lastPrice([{ accountId, request }, { accountId, request: { ...request, size: '64x64' } }], [paid])).toBeNull();
  // The practice service states credits, but charges none.
  expect(price({}, { ...paid, kind: 'practice' })).toBeNull();
});

test('the latest price counts, it is kept over a relaunch, and what brought no picture names none', async () => {
  const { learnPrices, lastPrice } = await import('../../../../renderer/stores/prices.ts');
  learnPrices([costing(1)]);
  learnPrices([costing(2), costing(null)]);
  learnPrices([sampleTask(completed(0), { request, facts: { ...noFacts, credits: 0 } }), sampleTask(processing, { request, facts: { ...noFacts, credits: 9 } })]);
  expect(lastPrice([{ accountId, request }], [paid])).toBe(2);
  expect(main.inputsOf('appRemember').at(-1)).toMatchObject({ prices: [{ credits: 2 }] });
  learnPrices([costing(2)]);
  expect(main.inputsOf('appRemember')).toHaveLength(2);
  learnPrices(Array.from({ length: 200 }, (_, at) => costing(at, { request: { ...request, size: `${at}x${at}` } })));
  expect((main.inputsOf('appRemember').at(-1) as { prices: unknown[] }).prices).toHaveLength(mostPrices);
});
