import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { practiceWords } from '../../../../../electron/practice/bracket-words.ts';
import { indentJson } from '../../../../../renderer/parts/facts/last-answer.tsx';
import { defaultSettings } from '../../../../../shared/settings.ts';
import { FakeMain } from '../../fake-main.ts';

new FakeMain().install();
const { practiceWordGroups } = await import('../../../../../renderer/rooms/settings/sections/about-section.tsx');

test('every word for the practice service is explained once', () => {
  expect(Object.values(practiceWordGroups).flat().sort()).toEqual(Object.keys(practiceWords).sort());
});

/** Main changes these: two by a dialog of the system, and one with the answer to the first question about an account. */
const changedByMain = new Set(['libraryFolder', 'openWith', 'confirmedAccounts']);
const renderer = resolve(import.meta.dirname, '../../../../../renderer');
const codeIn = (folder: string, leftOut = /^$/): readonly string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !leftOut.test(file)).map((file) => readFileSync(join(folder, file), 'utf8'));
const code = codeIn(renderer);
const readers = [...codeIn(renderer, /^rooms.settings/), ...codeIn(resolve(renderer, '../electron'))];

test.each(Object.keys(defaultSettings).filter((key) => !changedByMain.has(key)))('a person can change %s', (key) => {
  const changes = new RegExp(`(?:[sS]ettings|change|update)\\w*\\(\\{[^;]*\\b${key}\\b|="${key}"`);
  expect(code.some((text) => changes.test(text))).toBe(true);
});

test.each(Object.keys(defaultSettings))('something depends on %s', (key) => {
  const reads = new RegExp(`\\b${key}\\b`);
  expect(readers.some((text) => reads.test(text))).toBe(true);
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
