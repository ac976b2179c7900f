import { expect, test } from 'vitest';
import { documents } from '../../../.scripts/site/documents.ts';
import { en } from '../../../shared/words/en/catalogue.en.ts';
import { readDocument } from '../../support/documents.ts';

/** What people read beside the window. Its bold words are those of the window. */
const besideTheWindow = documents().filter((path) => /^docs\/(guide\/|troubleshooting|privacy)/.test(path));
const onScreen: readonly string[] = Object.values(en);

test.each(besideTheWindow)('the bold words of %s stand so in the window', (path) => {
  const { bold } = readDocument(path);
  expect(bold.filter((words) => !onScreen.some((message) => message.includes(words)))).toEqual([]);
});

test('the pages for people have such words', () => {
  expect(besideTheWindow.length).toBeGreaterThan(8);
  expect(besideTheWindow.flatMap((path) => readDocument(path).bold).length).toBeGreaterThan(100);
});
