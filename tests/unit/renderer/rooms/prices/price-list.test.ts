import { describe, expect, it } from 'vitest';
import type { PriceRow } from '../../../../../shared/money/price-table.ts';
import { columnsOf, differs, keyOf, listPrices as list, withImported, withPrice, type ListedPrice } from '../../../../../renderer/rooms/prices/price-list.ts';

const row = (model: string, amount: string | null, origin: PriceRow['origin'] = 'person', size = '*'): PriceRow => ({ model, size, quality: 'high', fields: {}, per: 'task', amount, origin, at: 1 });
/** No field changes the price. */
const listPrices = (rows: readonly PriceRow[]): readonly ListedPrice[] => list({ rows, by: { pictures: null, fields: [], references: false } });

describe('the list of prices', () => {
  it('puts what the service charged beside the person’s row of the same request, and marks a difference', () => {
    const [one] = listPrices([row('m', '1.8', 'person', '1x1'), row('m', '2', 'learned', '1x1')]);
    expect(one).toMatchObject({ own: { amount: '1.8' }, learned: { amount: '2' } });
    expect(one && differs(one)).toBe(true);
    const [same] = listPrices([row('m', '2', 'person', '1x1'), row('m', '2', 'learned', '1x1')]);
    expect(same && differs(same)).toBe(false);
  });

  it('shows a learned price with the row of the person that counts instead, and only if that says something else', () => {
    const rows = listPrices([row('gpt-*', '3'), row('gpt-a', '0', 'learned', '1x1'), row('gpt-b', '3', 'learned', '1x1'), row('other', '2', 'learned', '1x1')]);
    expect(rows.map(({ model, amount, rule }) => [model, amount, rule?.model ?? null])).toEqual([
      ['gpt-*', '3', null],
      ['gpt-a', '3', 'gpt-*'],
      ['other', '2', null],
    ]);
    expect(rows.map(differs)).toEqual([false, true, false]);
  });

  it('lists what the service has charged since the person saved a rule, if that is more', () => {
    const rows = listPrices([row('gpt-*', '3'), { ...row('gpt-a', '4', 'learned', '1x1'), at: 2 }]);
    expect(rows.map(({ model, amount, rule }) => [model, amount, rule?.model ?? null])).toEqual([['gpt-*', '3', null], ['gpt-a', '4', 'gpt-*']]);
    expect(rows.map(differs)).toEqual([false, true]);
  });

  it('shows what was learned where the person said that the price is unknown', () => {
    const rows = listPrices([row('a', null, 'person', '1x1'), row('a', '2', 'learned', '1x1'), row('b*', null), row('bc', '4', 'learned', '1x1')]);
    expect(rows.map(({ model, amount, own, rule }) => [model, amount, own !== null, rule])).toEqual([
      ['a', '2', true, null],
      ['b*', null, true, null],
      ['bc', '4', false, null],
    ]);
  });

  it('puts what was charged for four pictures beside the price of each, and leaves out what was learned of other fields', () => {
    const by = { pictures: 'n', fields: ['resolution'], references: false };
    const [each, of4] = [{ ...row('m', '0.1', 'person', '1x1'), per: 'picture' as const }, { ...row('m', '0.5', 'learned', '1x1'), fields: { n: '4', resolution: '' } }];
    const listed = list({ rows: [each, of4, { ...of4, fields: { n: '2', resolution: '' }, amount: '0.2' }, { ...of4, fields: { n: '4' } }], by });
    expect(listed.map(({ fields, amount, per, entered, rule }) => [fields, amount, per, entered, rule])).toEqual([
      [{}, '0.1', 'picture', '0.1', null],
      [{ n: '4' }, '0.4', 'task', '0.4', each],
    ]);
    expect(listed.map(differs)).toEqual([false, true]);
    const same = list({ rows: [{ ...row('m', '0.5', 'person', '1x1'), fields: { n: '4' } }, of4], by });
    expect(same).toMatchObject([{ own: { amount: '0.5' }, learned: { amount: '0.5' }, unused: false }]);
  });

  it('has columns for the fields that change prices and for those that a row names, which then holds for nothing', () => {
    const by = { pictures: 'n', fields: ['resolution'], references: true };
    const rows = [{ ...row('m', '1'), fields: { steps: '30' } }, row('m', '2')];
    expect(columnsOf({ rows, by })).toEqual(['n', 'resolution', '', 'steps']);
    expect(list({ rows, by }).map(({ amount, unused }) => [amount, unused])).toEqual(expect.arrayContaining([['1', true], ['2', false]]));
  });

  it('replaces the row that was edited, and the one with the same request', () => {
    const own = [row('a', '1'), row('b', '2'), row('c', '3')];
    expect(withPrice(own, row('b', '9'), keyOf(row('a', '1'))).map(({ model, amount }) => [model, amount])).toEqual([
      ['c', '3'],
      ['b', '9'],
    ]);
  });

  it('keeps of the person’s rows what an import does not name', () => {
    expect(withImported([row('a', '1'), row('b', '2')], [row('b', '5')]).map(({ model, amount }) => [model, amount])).toEqual([
      ['a', '1'],
      ['b', '5'],
    ]);
  });
});
