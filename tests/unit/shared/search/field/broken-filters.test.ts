import { expect, test } from 'vitest';
import { brokenFilters, isHalfTyped } from '../../../../../shared/search/field/broken-filters.ts';
import { withoutPending } from '../../../../../shared/search/field/edit.ts';
import { createDice } from '../../../../support/dice.ts';
import { nastyText, samples, search } from '../samples.ts';

const today = { year: 2026, month: 11, day: 21 };

/** `|`: where the caret stands. */
test.each([
  ['rating:4+|', [], true],
  ['rating:4+ |', ['4+'], false],
  ['rating:4+ fox|', ['4+'], false],
  ['rating:4+', ['4+'], false],
  ['rating:9', ['9'], false],
  ['rating:>5', ['>5'], false],
  ['rating:4..9', [], false],
  ['rating:9|', [], true],
  ['|rating:4+ fox', [], true],
  ['fox rat|ing:4+', [], true],
  ['fox| rating:4+', ['4+'], false],
  ['status:done,zz|', [], true],
  ['before:20| on:x', ['x'], false],
  ['model:|', [], true],
  ['model: flux|', ['model:'], false],
  ['after:last week', ['last'], false],
  ['fox|', [], false],
  ['before:31.12.2020', [], false],
])('in %j these are broken: %j', (marked, wanted, halfTyped) => {
  const caret = marked.includes('|') ? marked.indexOf('|') : null;
  const text = marked.replace('|', '');
  expect(brokenFilters(search(text), caret).map(({ span }) => text.slice(span.start, span.end))).toEqual(wanted);
  expect(isHalfTyped(text, caret, today)).toBe(halfTyped);
});

test.each([
  ['rating:4+', ''],
  ['fox rating:4+ snow', 'fox snow'],
  ['fox OR rating:4+', 'fox '],
  ['-status:done,zzz,failed fox', '-status:done,failed fox'],
  ['status:zzz,"done" fox', 'status:"done" fox'],
  ['fox model: snow', 'fox snow'],
  ['before:"last week" fox', 'fox'],
])('without what is not understood %j is %j', (text, left) => {
  const [pending] = search(text).pending;
  expect(pending && withoutPending(text, pending)).toBe(left);
});

test('removing the broken parts of any text leaves a valid search', () => {
  const dice = createDice(9);
  for (const text of [...samples, ...Array.from({ length: 5000 }, () => nastyText(dice, 14))]) {
    const left = search(text).pending.toReversed().reduce(withoutPending, text);
    if (search(left).pending.length > 0) throw new Error(`${JSON.stringify(text)} leaves ${JSON.stringify(left)}`);
  }
});
