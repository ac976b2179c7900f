import { describe, expect, test } from 'vitest';
import { parseSearch } from '../../../../shared/search/parse.ts';
import type { SearchFilter, SearchTerm } from '../../../../shared/search/query.ts';
import { search } from './samples.ts';

function termsOf(text: string): readonly string[] {
  const write = ({ text: words, quoted, prefix, negated }: SearchTerm): string => `${negated ? 'not ' : ''}${quoted ? `"${words}"` : words}${prefix ? '…' : ''}`;
  return search(text).clauses.map(({ anyOf }) => anyOf.map((part) => (part.kind === 'term' ? write(part) : part.key)).join(' | '));
}

function filterOf(text: string): SearchFilter | undefined {
  return search(text)
    .clauses.flatMap(({ anyOf }) => anyOf)
    .find((part) => part.kind === 'filter');
}

function valuesOf(text: string): readonly unknown[] {
  return filterOf(text)?.values ?? [];
}

describe('words', () => {
  test.each([
    ['', []],
    ['   ', []],
    ['foxes in sno', ['foxes', 'in', 'sno…']],
    ['fox ', ['fox']],
    ['fox\u00a0', ['fox']],
    ['fo* snow ', ['fo…', 'snow']],
    ['-fox', ['not fox']],
    ['-fo*', ['not fo…']],
    ['- fox -', ['fox']],
    ['fox --ar 16:9 ', ['fox', '--ar', '16:9']],
    ['fox — snow, ', ['fox', 'snow,']],
    ['"red fox"', ['"red fox"']],
    ['"red  \n fox"*', ['"red fox"…']],
    ['"red fo', ['"red fo"…']],
    ['"red fox ', ['"red fox"']],
    ['-"red fo', ['not "red fo"']],
    ['“red fox” x ', ['"red fox"', 'x']],
    ['"say ""hi"" now"', ['"say "hi" now"']],
    ['"a"b ', ['"a"', 'b']],
    ['27"screen ', ['27"screen']],
    ['"--" "" "', ['"--"']],
    ['fox OR cat snow ', ['fox | cat', 'snow']],
    ['a fox OR cat OR -dog', ['a', 'fox | cat | not dog']],
    ['fox or cat ', ['fox', 'or', 'cat']],
    ['OR fox OR OR cat OR', ['fox | cat']],
    ['fox AND cat ', ['fox', 'cat']],
    ['"OR" -OR ', ['"OR"', 'not OR']],
    ['fox OR model: cat ', ['fox', 'cat']],
    ['fox model: OR cat ', ['fox', 'cat']],
    ['fox OR model:flux cat ', ['fox | model', 'cat']],
    ['foo:bar https://a.b/c 12:30 ', ['foo:bar', 'https://a.b/c', '12:30']],
    ['x\0y \ud800z \u202eab\u202c ', ['x', 'y', 'z', 'ab']],
    ['cafe\u0301 ', ['caf\u00e9']],
    ['猫', ['猫…']],
    ['👩‍🚀 ', ['👩‍🚀']],
  ])('%j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });
});

describe('filters', () => {
  const name = (text: string, exact = false): unknown => ({ text, exact });
  const day = (year: number, month: number, date: number): unknown => ({ year, month, day: date });
  const exactly = (number: number): unknown => ({ min: number, max: number });
  const any = { min: null, max: null };

  test.each<[string, readonly unknown[]]>([
    ['model:flux', [name('flux')]],
    ['MODEL:Flux', [name('Flux')]],
    ['model：flux', [name('flux')]],
    ['model:"flux pro"', [name('flux pro', true)]],
    ['model:"flux p', [name('flux p')]],
    ['model:"flux p"*', [name('flux p')]],
    ['model:a,"b c",,a,', [name('a'), name('b c', true)]],
    ['model:a，b', [name('a'), name('b')]],
    ['model:http://x', [name('http://x')]],
    ['account:"My studio"', [name('My studio', true)]],
    ['id:task_01', [name('task_01')]],
    ['tag:cat', [{ of: 'name', text: 'cat', exact: true }]],
    ['tag:cat*', [{ of: 'name', text: 'cat', exact: false }]],
    ['tag:None', [{ of: 'none' }]],
    ['tag:"none"', [{ of: 'name', text: 'none', exact: true }]],
    ['size:1024X768', [{ of: 'sides', width: exactly(1024), height: exactly(768) }]],
    ['size:1024×', [{ of: 'sides', width: exactly(1024), height: any }]],
    ['size:>=1024x768', [{ of: 'sides', width: { min: 1024, max: null }, height: { min: 768, max: null } }]],
    ['size:>=1024', [{ of: 'longer-side', side: { min: 1024, max: null } }]],
    ['size:512..1024', [{ of: 'longer-side', side: { min: 512, max: 1024 } }]],
    ['size:land,sq', [{ of: 'shape', shape: 'landscape' }, { of: 'shape', shape: 'square' }]],
    ['size:2K', [{ of: 'asked', text: '2K', exact: false }]],
    ['size:"1024x1024"', [{ of: 'asked', text: '1024x1024', exact: true }]],
    ['rating:3', [exactly(3)]],
    ['rating:>=3', [{ min: 3, max: null }]],
    ['rating:≥3', [{ min: 3, max: null }]],
    ['rating:>3', [{ min: 4, max: null }]],
    ['rating:<2', [{ min: null, max: 1 }]],
    ['rating:3..5', [{ min: 3, max: 5 }]],
    ['rating:5..3', [{ min: 3, max: 5 }]],
    ['rating:3..', [{ min: 3, max: null }]],
    ['rating:none', [exactly(0)]],
    ['status:failed', ['failed']],
    ['status:P', ['problem', 'processing', 'paused']],
    ['status:done,waiting', ['done', 'waiting']],
    ['status:refused,rejected', ['not-accepted']],
    ['is:favorite', ['favourite']],
    ['is:favourite', ['favourite']],
    ['is:un', ['unrated', 'unflagged', 'untagged', 'unknown']],
    ['is:labeled', ['labelled']],
    ['is:p', ['picked']],
    ['is:pro', ['problem', 'processing']],
    ['flag:pick,none', ['picked', 'none']],
    ['label:Red,p', ['red', 'purple']],
    ['album:trip', [{ of: 'name', text: 'trip', exact: false }]],
    ['album:"Trip home",none', [{ of: 'name', text: 'Trip home', exact: true }, { of: 'none' }]],
    ['note:print', [{ of: 'name', text: 'print', exact: false }]],
    ['prompt:"red fox"', [name('red fox', true)]],
    ['seed:0042', [name('0042')]],
    ['ratio:port', [{ of: 'shape', shape: 'portrait' }]],
    ['cost:none', [{ text: 'none', billionths: null }]],
    ['cost:0.1', [{ text: '0.1', billionths: exactly(100_000_000) }]],
    ['cost:>0.3', [{ text: '>0.3', billionths: { min: 300_000_001, max: null } }]],
    ['cost:<.000000002', [{ text: '<.000000002', billionths: { min: null, max: 1 } }]],
    ['cost:0.05..0.02', [{ text: '0.05..0.02', billionths: { min: 20_000_000, max: 50_000_000 } }]],
    ['cost:..1', [{ text: '..1', billionths: { min: null, max: 1_000_000_000 } }]],
    ['is:t', ['tagged']],
    ['is:Trashed', ['trashed']],
    ['in:trash', [{ of: 'trash' }]],
    ['in:"trash"', [{ of: 'folder', path: 'trash' }]],
    ['in:\\2026\\2026-11\\', [{ of: 'folder', path: '2026/2026-11' }]],
    ['before:2026-03', [{ text: '2026-03', from: null, until: day(2026, 3, 1) }]],
    ['after:2025-12-31', [{ text: '2025-12-31', from: day(2026, 1, 1), until: null }]],
    ['after:2025', [{ text: '2025', from: day(2026, 1, 1), until: null }]],
    ['before:yesterday', [{ text: 'yesterday', from: null, until: day(2026, 11, 20) }]],
    ['after:7D', [{ text: '7d', from: day(2026, 11, 15), until: null }]],
    ['on:2w', [{ text: '2w', from: day(2026, 11, 7), until: day(2026, 11, 8) }]],
    ['on:9m', [{ text: '9m', from: day(2026, 2, 21), until: day(2026, 2, 22) }]],
    ['on:2024/2/29', [{ text: '2024/2/29', from: day(2024, 2, 29), until: day(2024, 3, 1) }]],
    ['on:2026-12', [{ text: '2026-12', from: day(2026, 12, 1), until: day(2027, 1, 1) }]],
    ['on:2026-03..2026-01', [{ text: '2026-03..2026-01', from: day(2026, 1, 1), until: day(2026, 4, 1) }]],
    ['before:31.12.2020', [{ text: '31.12.2020', from: null, until: day(2020, 12, 31) }]],
    ['on:5.3.2026', [{ text: '5.3.2026', from: day(2026, 3, 5), until: day(2026, 3, 6) }]],
    ['on:2020/12/31', [{ text: '2020/12/31', from: day(2020, 12, 31), until: day(2021, 1, 1) }]],
    ['on:31/12/2020', [{ text: '31/12/2020', from: day(2020, 12, 31), until: day(2021, 1, 1) }]],
    ['on:12/31/2020', [{ text: '12/31/2020', from: day(2020, 12, 31), until: day(2021, 1, 1) }]],
    ['on:31-12-2020', [{ text: '31-12-2020', from: day(2020, 12, 31), until: day(2021, 1, 1) }]],
    ['on:3/3/2026', [{ text: '3/3/2026', from: day(2026, 3, 3), until: day(2026, 3, 4) }]],
    ['on:1.1.2020..31.12.2020', [{ text: '1.1.2020..31.12.2020', from: day(2020, 1, 1), until: day(2021, 1, 1) }]],
    ['on:0050-01-01', [{ text: '0050-01-01', from: day(50, 1, 1), until: day(50, 1, 2) }]],
  ])('%s', (text, values) => {
    expect(valuesOf(text)).toEqual(values);
    expect(search(text).pending).toEqual([]);
    expect(filterOf(text)?.negated).toBe(false);
    expect(filterOf(`-${text}`)).toEqual({ ...filterOf(text), negated: true, span: { start: 0, end: text.length + 1 } });
  });

  test('a month before the last day of a long month is the last day of the short month', () => {
    const [clause] = parseSearch('on:1m', { year: 2026, month: 3, day: 31 }).clauses;
    expect(clause?.anyOf[0]).toMatchObject({ values: [{ from: day(2026, 2, 28), until: day(2026, 3, 1) }] });
  });

  test.each([
    ['model:', 'empty', 0, 6],
    ['fox -model:', 'empty', 4, 11],
    ['model:""', 'empty', 0, 8],
    ['model:,,', 'empty', 0, 8],
    ['size:>=', 'unreadable', 5, 7],
    ['rating:abc', 'unreadable', 7, 10],
    ['status:zzz', 'unreadable', 7, 10],
    ['status:constructor', 'unreadable', 7, 18],
    ['before:20', 'unreadable', 7, 9],
    ['before:2026-13', 'unreadable', 7, 14],
    ['on:2026-02-29', 'unreadable', 3, 13],
    ['before:9999y', 'unreadable', 7, 12],
    ['after:9999', 'unreadable', 6, 10],
    ['in:/', 'unreadable', 3, 4],
    ['before:3/4/2020', 'unreadable', 7, 15],
    ['before:12.31.2020', 'unreadable', 7, 17],
    ['before:31.02.2020', 'unreadable', 7, 17],
    ['before:31/13/2020', 'unreadable', 7, 17],
    ['before:31.12/2020', 'unreadable', 7, 17],
    ['rating:4+', 'unreadable', 7, 9],
    ['is:tra', 'unreadable', 3, 6],
  ])('%s is not a condition', (text, why, start, end) => {
    const { pending, clauses } = search(text);
    expect(pending).toEqual([expect.objectContaining({ why, span: { start, end } })]);
    expect(clauses.flatMap(({ anyOf }) => anyOf).filter(({ kind }) => kind === 'filter')).toEqual([]);
  });

  test('the readable values of a list count', () => {
    const query = search('status:done,zzz');
    expect(query.clauses).toHaveLength(1);
    expect(query.pending).toEqual([{ key: 'status', why: 'unreadable', span: { start: 12, end: 15 }, filter: { start: 0, end: 15 } }]);
  });

  test('spans cover the typed filter', () => {
    const text = '  fox -model:"flux pro",x snow';
    const filter = filterOf(text);
    expect(text.slice(filter?.span.start, filter?.span.end)).toBe('-model:"flux pro",x');
  });

  test('days relative to an invalid date are not read', () => {
    expect(parseSearch('on:today', { year: Number.NaN, month: 1, day: 1 }).pending).toHaveLength(1);
  });
});

describe('aspect ratios', () => {
  const matches = (typed: string, width: number, height: number): boolean =>
    valuesOf(typed).some((value) => {
      const { min, max } = value as { min: number | null; max: number | null };
      return width / height >= (min ?? 0) && width / height <= (max ?? Infinity);
    });

  test.each([
    ['ratio:16:9', [[1920, 1080], [1344, 768], [1792, 1024]], [[1024, 1024], [1536, 1024], [1080, 1920]]],
    ['ratio:3:2', [[1536, 1024], [1216, 832]], [[1152, 896], [1344, 768]]],
    ['ratio:1.5', [[1536, 1024]], [[1024, 1024]]],
    ['ratio:4x3', [[1024, 768]], [[1280, 1024]]],
    ['ratio:>3:2', [[1537, 1024]], [[1536, 1024]]],
    ['ratio:>=3:2', [[1536, 1024]], [[1535, 1024]]],
    ['ratio:<=0.1', [[100, 1000]], [[101, 1000]]],
    ['ratio:<1', [[1023, 1024]], [[1024, 1024]]],
    ['ratio:1:1..3:2', [[1024, 1024], [1536, 1024]], [[1537, 1024], [1023, 1024]]],
  ])('%s', (typed, inside, outside) => {
    expect(inside.map(([width = 0, height = 0]) => matches(typed, width, height))).toEqual(inside.map(() => true));
    expect(outside.map(([width = 0, height = 0]) => matches(typed, width, height))).toEqual(outside.map(() => false));
  });

  test.each(['ratio:0', 'ratio:16:0', 'ratio:16:', 'ratio:..', 'ratio:1..2..3', 'ratio:>', 'ratio:x', 'cost:0,05', 'cost:-1', 'cost:1..', 'cost:>', 'cost:1€', 'flag:maybe', 'label:pink'])(
    '%s is readable only as far as it is clear',
    (typed) => {
      expect(search(typed).pending).toHaveLength(typed === 'cost:1..' ? 0 : 1);
    },
  );
});
