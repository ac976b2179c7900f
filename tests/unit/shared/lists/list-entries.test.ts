import { describe, expect, test } from 'vitest';
import { usualUses, withUse, type ColumnUse } from '../../../../shared/lists/list-columns.ts';
import { createWildcards } from '../../../../shared/templates/wildcard-lists.ts';
import type { ListRow } from '../../../../shared/lists/list-row.ts';
import { checkRow, matrixOfList, requestsOf, tasksOf, type ListPlan } from '../../../../shared/lists/list-entries.ts';

const plan: ListPlan = { uses: ['prompt', 'model', 'size', 'quality', 'count'], choices: { model: ['image-2'], size: ['1:1'], quality: ['high'] }, fields: {}, expands: false, template: '', wildcards: createWildcards([]), practice: false };
const check = (cells: readonly string[], more: Partial<ListPlan> = {}) => checkRow({ line: 1, cells, fault: null }, { ...plan, ...more });
const requests = (cells: readonly string[], more: Partial<ListPlan> = {}) => {
  const { entry } = check(cells, more);
  return entry ? requestsOf(entry) : [];
};
const faultsOf = (cells: readonly string[], more: Partial<ListPlan> = {}) => check(cells, more).faults.map(({ column, words }) => [column, words]);

describe('columns', () => {
  test.each<[string, ColumnUse[]]>([
    ['prompt,model,size,quality,count', ['prompt', 'model', 'size', 'quality', 'count']],
    ['Text,N,Aspect ratio,note', ['prompt', 'count', 'size', 'none']],
    ['prompt,text,size,resolution', ['prompt', 'none', 'size', 'none']],
    ['model,note,other', ['model', 'prompt', 'none']],
    ['model', ['model']],
    ['constructor', ['prompt']],
    ['prompt,field:seed,Field: style,field:Model,fields', ['prompt', 'field:seed', 'field:style', 'none', 'fields']],
  ])('%s', (columns, uses) => expect(usualUses(columns.split(','))).toEqual(uses));

  test('that the template names are its variables', () => {
    expect(usualUses(['animal', 'colour', 'note'], 'a ${colour} ${ animal:fox }')).toEqual(['variable:animal', 'variable:colour', 'none']);
    expect(usualUses(['prompt', 'animal'], 'a ${animal}')).toEqual(['prompt', 'variable:animal']);
    expect(usualUses(['animal', 'colour'], 'a fox')).toEqual(['prompt', 'none']);
  });

  test('two never have the same use', () => {
    expect(withUse(['prompt', 'none', 'size'], 1, 'prompt')).toEqual(['none', 'prompt', 'size']);
    expect(withUse(['prompt', 'none', 'none'], 0, 'none')).toEqual(['none', 'none', 'none']);
  });
});

describe('a row', () => {
  test('is a request, in which empty cells are what the compose bar says', () => {
    expect(requests(['  A fox ', '', '', '', ''])).toEqual([{ prompt: 'A fox', model: 'image-2', size: '1:1', quality: 'high' }]);
    expect(requests(['A fox'])).toHaveLength(1);
    const twice = { prompt: '=1+1', model: 'm', size: '1024x768', quality: 'low' };
    expect(requests(['=1+1', 'm', '1024 × 768', 'low', '2'])).toEqual([twice, twice]);
    expect(requests(['A', 'B'], { uses: ['none', 'prompt'] })).toMatchObject([{ prompt: 'B' }]);
  });

  test('is multiplied by the values of the compose bar for what it leaves open', () => {
    const choices = { model: ['m', 'n'], size: ['1:1', '2:1'], quality: ['low', 'high'] };
    expect(requests(['x', '', '16:9'], { choices }).map(({ model, size, quality }) => `${model} ${size} ${quality}`)).toEqual(['m 16:9 low', 'm 16:9 high', 'n 16:9 low', 'n 16:9 high']);
    const { entry } = check(['x', '', '', '', '3'], { choices });
    expect(entry && tasksOf(entry)).toBe(24);
    expect(entry && requestsOf(entry)).toHaveLength(24);
  });

  test('fills in the variables of the template, or of its own prompt', () => {
    const uses: ColumnUse[] = ['variable:animal', 'variable:colour', 'prompt'];
    const more = { uses, template: 'a ${colour} ${animal}, {day|night}' };
    expect(requests(['fox', 'red'], more).map(({ prompt }) => prompt)).toEqual(['a red fox, day', 'a red fox, night']);
    expect(requests(['hare', 'white', 'one ${animal}'], more).map(({ prompt }) => prompt)).toEqual(['one hare']);
    expect(faultsOf(['fox', 'red'], { ...more, template: '${animal} in ${place}' })).toEqual([[2, 'templates.fault.not-set']]);
    expect(faultsOf(['fox', 'red', '__places__'], more)).toEqual([[2, 'templates.fault.unknown-wildcard']]);
    expect(faultsOf(['', '', '${animal}'], more)).toEqual([[2, 'list.fault.no-prompt']]);
    expect(faultsOf(['fox', 'red', '{1-3$$a|b|c|d|e|f|g}'], more)).toEqual([[2, 'list.fault.prompts']]);
    // Without variables, braces are sent as they are.
    expect(requests(['fox', 'red', '{a|b}'], { uses: ['none', 'none', 'prompt'] })).toMatchObject([{ prompt: '{a|b}' }]);
    expect(requests(['{a|b}'], { expands: true }).map(({ prompt }) => prompt)).toEqual(['a', 'b']);
    expect(requests(['# a  plain prompt'], { expands: true })).toMatchObject([{ prompt: '# a  plain prompt' }]);
  });

  test('names each cell that is wrong', () => {
    expect(faultsOf(['', 'm'.repeat(201), 's'.repeat(65), 'q'.repeat(65), '0'])).toEqual([
      [0, 'list.fault.no-prompt'],
      [1, 'list.fault.choice'],
      [2, 'list.fault.choice'],
      [3, 'list.fault.choice'],
      [4, 'list.fault.count'],
    ]);
    expect(faultsOf(['x'.repeat(32_001)])).toEqual([[0, 'list.fault.prompt']]);
    expect(faultsOf(['x'.repeat(32_000)])).toEqual([]);
    for (const count of ['101', '-1', '1.5', 'two', '1e3', '9999999999']) expect(faultsOf(['x', '', '', '', count])).toEqual([[4, 'list.fault.count']]);
  });

  test('has further fields, as JSON or one by one, over those that every request has', () => {
    const uses: ColumnUse[] = ['prompt', 'field:seed', 'field:style', 'fields'];
    const fieldsOf = (cells: readonly string[]): unknown => check(['x', ...cells], { uses, fields: { seed: 1, steps: 20 } }).entry?.fields;
    expect(fieldsOf([])).toEqual({ seed: 1, steps: 20 });
    expect(fieldsOf(['42', 'vivid', ''])).toEqual({ seed: 42, steps: 20, style: 'vivid' });
    expect(fieldsOf(['"42"', 'true', '{"steps":null,"seed":7}'])).toEqual({ seed: '42', steps: null, style: true });
    expect(fieldsOf(['"12345678901234567890"', '0.5'])).toEqual({ seed: '12345678901234567890', steps: 20, style: 0.5 });
    expect(requests(['x', '7'], { uses: ['prompt', 'field:seed'] })).toMatchObject([{ fields: { seed: 7 } }]);
    expect(requests(['x', '1'], { uses: ['prompt', 'none'] })[0]).not.toHaveProperty('fields');
    for (const wrong of ['[1]', '7', 'text', '{"prompt":"y"}', '{"a":']) expect(faultsOf(['x', '', '', wrong], { uses })).toEqual([[3, 'list.fault.fields']]);
    expect(faultsOf(['x', 'y'.repeat(20_001)], { uses })).toEqual([[null, 'list.fault.fields']]);
  });

  test.each(['12345678901234567890', '-9007199254740993', '9007199254740992.5', '1e400', '-1e400', '-0', '-0.0', '1e-400', '[1, 18446744073709551615]', '{"a":{"seed":9007199254740993}}'])('refuses %s in its cell, because digits would be lost', (text) => {
    expect(faultsOf(['x', text], { uses: ['prompt', 'field:seed'] })).toEqual([[1, 'list.fault.digits']]);
    expect(faultsOf(['x', `{"seed":${text}}`], { uses: ['prompt', 'fields'] })).toEqual([[1, 'list.fault.digits']]);
  });

  test.each(['9007199254740991', '-9007199254740991', '12345678901234567000', '1e23', '0', '0.1', '1.5e3', '0e5', '7.5'])('sends %s as this number', (text) => {
    const { entry } = check(['x', text], { uses: ['prompt', 'field:seed'] });
    const [, digits = '', power = '0'] = /^([^e]+)(?:e\+?(\d+))?$/.exec(String(entry?.fields?.['seed'])) ?? [];
    expect(Number(`${digits}e${power}`)).toBe(Number(text));
    expect(JSON.stringify(entry?.fields)).toMatch(/^\{"seed":[-\d.e+]+\}$/);
  });

  test('of JSON sends a text as a text, and no list or object as a prompt', () => {
    const uses: ColumnUse[] = ['prompt', 'field:seed'];
    const json = (cells: readonly string[], kinds: ListRow['kinds']) => checkRow({ line: 1, cells, fault: null, ...(kinds && { kinds }) }, { ...plan, uses });
    expect(json(['7', '42'], { 0: 'text', 1: 'text' }).entry).toMatchObject({ prompts: ['7'], fields: { seed: '42' } });
    expect(json(['x', '[1, 2]'], { 1: 'structure' }).entry).toMatchObject({ fields: { seed: [1, 2] } });
    expect(json(['["a", "b"]', ''], { 0: 'structure' }).faults).toEqual([{ column: 0, words: 'list.fault.structure' }]);
    expect(requests(['["a", "b"]'])).toMatchObject([{ prompt: '["a", "b"]' }]);
  });

  test('with a character that was lost is not sent', () => {
    const uses: ColumnUse[] = ['prompt', 'field:style', 'none'];
    for (const lost of ['caf\uFFFD', 'a\0b', '\ud83d']) {
      expect(faultsOf([lost, '', lost], { uses })).toEqual([[0, 'list.fault.lost']]);
      expect(faultsOf(['x', lost], { uses })).toEqual([[1, 'list.fault.lost']]);
    }
    expect(faultsOf(['x', '{"a":["\\ud83d"]}'], { uses })).toEqual([[1, 'list.fault.lost']]);
  });

  test('of control characters alone has no prompt', () => expect(faultsOf(['\u001a'])).toEqual([[0, 'list.fault.no-prompt']]));

  test('without a column of prompts has none', () => expect(faultsOf(['x'], { uses: ['none'] })).toEqual([[null, 'list.fault.no-prompt']]));

  test('asks the practice painter only for what it paints', () => {
    expect(faultsOf(['x', '', 'huge'], { practice: true })).toEqual([[2, 'compose.size-practice.form']]);
    expect(faultsOf(['x', '', 'huge'])).toEqual([]);
    expect(faultsOf(['x'], { practice: true, choices: { ...plan.choices, size: ['1:1', 'huge'] } })).toEqual([[2, 'compose.size-practice.form']]);
  });

  test('that could not be read stays wrong', () => {
    expect(checkRow({ line: 3, cells: ['A fox'], fault: 'quotes' }, plan)).toEqual({ entry: null, faults: [{ column: null, words: 'list.fault.quotes' }] });
  });
});

test('a list has a matrix only if it sends some prompt with several values', () => {
  const request = (prompt: string, model: string, size = '1x1') => ({ prompt, model, size, quality: 'low' });
  // Sent several times, and each prompt with a size of its own.
  expect(matrixOfList([request('a', 'one'), request('a', 'one'), request('b', 'one', '2x1')])).toEqual({});
  expect(matrixOfList([request('a', 'one'), request('a', 'two'), request('b', 'one')])).toEqual({ models: ['one', 'two'], sizes: ['1x1'], qualities: ['low'] });
  // The grid finds the others in its tasks.
  expect(matrixOfList(Array.from({ length: 150 }, (_, at) => request('a', `model ${at}`))).models).toHaveLength(100);
});
