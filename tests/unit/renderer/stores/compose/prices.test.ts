import { beforeEach, expect, test } from 'vitest';
import { practiceAccountId } from '../../../../../shared/account.ts';
import { noFacts } from '../../../../../shared/task.ts';
import { longestPriceKey, mostPrices } from '../../../../../shared/view-memory.ts';
import { FakeMain } from '../../fake-main.ts';
import { completed, processing, sampleTask } from '../../sample-tasks.ts';

const accountId = '11111111-1111-4111-8111-111111111111';
const request = { model: 'm', prompt: 'a fox', size: '1024x1024', quality: 'low' };
const costing = (credits: number | null, more = {}) => sampleTask(completed(1), { request, facts: { ...noFacts, credits }, ...more });

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.install();
});

test('the last known price applies to the same model, size, quality and account, whatever the prompt', async () => {
  const { learnPrices, lastPrice } = await import('../../../../../renderer/stores/compose/prices.ts');
  expect(lastPrice([{ accountId, request }])).toBeNull();
  learnPrices([costing(1.8)]);
  const price = (changed: object): number | null => lastPrice([{ accountId, request: { ...request, ...changed }, count: 3 }]);
  expect(price({ prompt: 'an owl' })).toBeCloseTo(5.4);
  for (const other of [{ model: 'n' }, { size: '64x64' }, { quality: 'high' }]) expect(price(other)).toBeNull();
  expect(lastPrice([{ accountId, request }, { accountId, request: { ...request, size: '64x64' } }])).toBeNull();
});

test('the latest price counts, it is kept over a relaunch, and what brought no picture names none', async () => {
  const { learnPrices, lastPrice } = await import('../../../../../renderer/stores/compose/prices.ts');
  learnPrices([costing(1)]);
  const latest = costing(2);
  learnPrices([latest, costing(null)]);
  learnPrices([sampleTask(completed(0), { request, facts: { ...noFacts, credits: 0 } }), sampleTask(processing, { request, facts: { ...noFacts, credits: 9 } })]);
  expect(lastPrice([{ accountId, request }])).toBe(2);
  expect(main.inputsOf('appRemember').at(-1)).toMatchObject({ prices: [{ credits: 2 }] });
  learnPrices([latest]);
  expect(main.inputsOf('appRemember')).toHaveLength(2);
  learnPrices(Array.from({ length: 200 }, (_, at) => costing(at, { request: { ...request, size: `${at}x${at}` } })));
  expect((main.inputsOf('appRemember').at(-1) as { prices: unknown[] }).prices).toHaveLength(mostPrices);
});

test('an older task that changes does not bring its price back', async () => {
  const { learnPrices, lastPrice } = await import('../../../../../renderer/stores/compose/prices.ts');
  const [older, newer] = [costing(1, { submittedAt: 1000 }), costing(2, { submittedAt: 2000 })];
  learnPrices([newer]);
  learnPrices([older]);
  expect(lastPrice([{ accountId, request }])).toBe(2);
  learnPrices([newer, older]);
  expect(lastPrice([{ accountId, request }])).toBe(2);
  expect(main.inputsOf('appRemember')).toHaveLength(1);
});

test('free practice tasks, and requests too long for the view memory, are not remembered', async () => {
  const { learnPrices, lastPrice } = await import('../../../../../renderer/stores/compose/prices.ts');
  const long = { ...request, model: 'm'.repeat(longestPriceKey) };
  learnPrices([costing(1, { accountId: practiceAccountId }), costing(1, { request: long })]);
  expect(main.inputsOf('appRemember')).toEqual([]);
  expect(lastPrice([{ accountId: practiceAccountId, request }])).toBeNull();
});
