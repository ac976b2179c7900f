import { expect, test } from 'vitest';
import { chipsOf } from '../../../../shared/search/field/chips.ts';
import { removeSpan } from '../../../../shared/search/field/edit.ts';
import { highlightRanges } from '../../../../shared/search/field/highlight.ts';
import type { SearchQuery } from '../../../../shared/search/query.ts';
import { suggestFilters } from '../../../../shared/search/field/suggest.ts';
import { lookupOf } from '../../../../shared/search/text/text-terms.ts';
import { createDice } from '../../../support/dice.ts';
import { meaning, nastyText, samples, search } from './samples.ts';

const vocabulary = { models: ['flux', 'flux pro'], sizes: ['1024x1024'], qualities: ['low'], accounts: ['My "own"'], tags: ['猫', 'none'], folders: ['2026/2026-11'], batches: [], albums: ['Été'] };

/** Throws for what must hold of any text; `expect` would take most of the time. */
function check(text: string): void {
  const query = search(text);
  checkSpans(query);
  for (const { span } of chipsOf(query)) {
    const without = meaning({ ...query, clauses: query.clauses.map(({ anyOf }) => ({ anyOf: anyOf.filter((part) => part.span !== span) })) });
    const cut = removeSpan(text, span);
    same(meaning(search(cut)), without.filter((anyOf) => anyOf.length > 0), `${JSON.stringify(text)} cut to ${JSON.stringify(cut)}`);
  }
  for (const part of query.clauses.flatMap(({ anyOf }) => anyOf)) {
    if (part.kind === 'filter') continue;
    const found = lookupOf(part);
    const sound = found.text !== '' && !found.words.includes('') && (found.lookup === 'substring') === (found.words.length === 0);
    if (!sound) throw new Error(`${JSON.stringify(text)}: ${JSON.stringify(found)}`);
  }
  for (const { span } of suggestFilters(text, Math.floor(text.length / 2), vocabulary)) within(span.start, span.end, text);
}

function checkSpans({ text, clauses, pending }: SearchQuery): void {
  let last = 0;
  for (const { span } of clauses.flatMap(({ anyOf }) => anyOf)) {
    within(span.start, span.end, text);
    if (span.start < last) throw new Error(`${JSON.stringify(text)}: spans overlap`);
    last = span.end;
  }
  for (const { span } of pending) within(span.start, span.end, text);
}

function within(start: number, end: number, text: string): void {
  if (!(start >= 0 && start <= end && end <= text.length)) throw new Error(`${start} to ${end} in ${JSON.stringify(text)}`);
}

function same(found: unknown, wanted: unknown, what: string): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
}

test.each(samples)('every beginning of %j can be read and cut', (sample) => {
  for (let length = 0; length <= sample.length; length++) check(sample.slice(0, length));
});

test('20,000 texts of a difficult alphabet can be read and cut', () => {
  const dice = createDice(4);
  for (let round = 0; round < 20_000; round++) check(nastyText(dice, 14));
});

test('highlights are in order and on the borders of code points', () => {
  const dice = createDice(5);
  let marked = 0;
  for (let round = 0; round < 5_000; round++) {
    const text = nastyText(dice, 150);
    let last = -1;
    for (const [start, end] of highlightRanges(text, search(nastyText(dice, 6)))) {
      marked++;
      if (!(start > last && start < end && end <= text.length) || splitsPair(text, start) || splitsPair(text, end)) throw new Error(`${start} to ${end} in ${JSON.stringify(text)}`);
      last = end;
    }
  }
  expect(marked).toBeGreaterThan(500);
});

function splitsPair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
