import { expect, it } from 'vitest';
import { createConsoleOpener, openReference } from '../../../electron/handlers/open-web-page.ts';
import type { AppFailure } from '../../../shared/errors.ts';

const codeOf = (call: Promise<unknown>): Promise<string> => call.then(() => 'done', (error: AppFailure) => error.appError.code);

function fakeBrowser() {
  const [asked, opened]: [string[], string[]] = [[], []];
  const person = { agrees: false };
  const browser = {
    confirmOpenPage: (address: string) => Promise.resolve(asked.push(address) > 0 && person.agrees),
    openPage: (address: string) => Promise.resolve(opened.push(address) > 0),
  };
  return { browser, person, asked, opened };
}

it('opens the address of a reference only after the person saw all of it', async () => {
  const { browser, person, asked, opened } = fakeBrowser();
  for (const url of [`https://a.test/${'x'.repeat(2048)}`, 'https://me@a.test/', 'https://:secret@a.test/']) expect(await codeOf(openReference(browser, url))).toBe('browser-failed');
  expect(asked).toEqual([]);
  expect(await codeOf(openReference(browser, 'https://a.test/1'))).toBe('done');
  person.agrees = true;
  expect(await codeOf(openReference(browser, 'https://a.test/2'))).toBe('done');
  expect([asked, opened]).toEqual([['https://a.test/1', 'https://a.test/2'], ['https://a.test/2']]);
});

it('asks again before it opens a console until the person agreed to its address', async () => {
  const { browser, person, asked, opened } = fakeBrowser();
  const openConsole = createConsoleOpener(browser);
  await openConsole('https://a.test/keys');
  expect(opened).toEqual([]);
  person.agrees = true;
  for (const page of ['keys', 'keys', 'billing']) await openConsole(`https://a.test/${page}`);
  expect(asked).toEqual(['https://a.test/keys', 'https://a.test/keys', 'https://a.test/billing']);
  expect(opened).toEqual(['https://a.test/keys', 'https://a.test/keys', 'https://a.test/billing']);
});
