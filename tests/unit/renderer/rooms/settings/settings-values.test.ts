import { describe, expect, test } from 'vitest';
import { practiceWords } from '../../../../../electron/practice/bracket-words.ts';
import { indentJson } from '../../../../../renderer/parts/facts/last-answer.tsx';
import { FakeMain } from '../../fake-main.ts';

new FakeMain().install();
const { practiceWordGroups } = await import('../../../../../renderer/rooms/settings/sections/about-section.tsx');

test('every word for the practice service is explained once', () => {
  expect(Object.values(practiceWordGroups).flat().sort()).toEqual(Object.keys(practiceWords).sort());
});

describe('JSON, indented', () => {
  test.each(['{"a":1,"b":[true,null,{"c":"x"}],"d":{}}', '[]', '[1,2]', '{"s":"a \\"quoted\\" {brace}, [x]: y"}'])('%s reads as JSON.stringify writes it', (text) => {
    expect(indentJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
  });

  test('changes no number and no escape', () => {
    const text = '{"id": 12345678901234567890, "n": 1.0e+5, "e": "\\u00e9"}';
    expect(indentJson(text).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  });

  test('does not change text that is not JSON', () => {
    const page = '<html>\n  <title>502 Bad Gateway</title>';
    expect(indentJson(page)).toBe(page);
    expect(indentJson('')).toBe('');
  });

  test('accepts an answer that was cut off', () => {
    expect(indentJson('{"a":{"b":"cut of')).toBe('{\n  "a": {\n    "b": "cut of');
  });
});
