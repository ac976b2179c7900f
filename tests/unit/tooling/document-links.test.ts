import { describe, expect, test } from 'vitest';
import { documents } from '../../../.scripts/site/documents.ts';
import { linkFault, parseDocument, readDocument } from '../../support/documents.ts';

/** Web addresses that documents may link. No test asks them, because tests have no network. */
const elsewhere: readonly string[] = [
  'https://www.electronjs.org/docs/latest/breaking-changes',
  'https://chromestatus.com/roadmap',
  'https://nodejs.org/api/deprecations.html',
  'https://www.electron.build/auto-update',
];

test.each(documents())('every link of %s leads somewhere', (path) => {
  const document = readDocument(path);
  const faults = document.links.flatMap((link) => linkFault(path, document, link, elsewhere)?.concat(`: ${link}`) ?? []);
  expect(faults).toEqual([]);
});

describe('a link that leads nowhere is found', () => {
  test.each([
    ['[a](nowhere.md)', 'no such file'],
    ['![a](../screenshots/none.png)', 'no such file'],
    ['<img src="./none.png">', 'no such file'],
    ['[a](security.md#no-such-heading)', 'no such heading'],
    ['# Here\n\n[a](#there)', 'no such heading'],
    ['[a](../../outside.md)', 'no such file'],
    ['[a](https://example.com)', 'a web address that the test does not know'],
  ])('%s', (text, fault) => {
    const document = parseDocument(text);
    expect(document.links.map((link) => linkFault('docs/made-up.md', document, link, elsewhere))).toEqual([fault]);
  });

  test('and one that leads somewhere is not', () => {
    const text = '# Where it is\n\n[a](#where-it-is) [b](security.md#attacks-tested-beyond-the-list) [c](../README.md) [d](../electron-builder.yml)\n\n`[e](none.md)`';
    const document = parseDocument(text);
    expect(document.links.map((link) => linkFault('docs/made-up.md', document, link, elsewhere))).toEqual([null, null, null, null]);
  });
});
