import { expect, it } from 'vitest';
import type { HandlerServices } from '../../../electron/ipc/handler-services.ts';
import { referenceHandlers } from '../../../electron/ipc/reference-handlers.ts';
import type { AppFailure } from '../../../shared/errors.ts';

const codeOf = (call: Promise<unknown>): Promise<string> => call.then(() => 'done', (error: AppFailure) => error.appError.code);

it('opens an address only after the person saw all of it', async () => {
  const [asked, opened]: [string[], string[]] = [[], []];
  let agrees = false;
  const desktop = {
    confirmOpenPage: (address: string) => Promise.resolve(asked.push(address) > 0 && agrees),
    openPage: (address: string) => Promise.resolve(opened.push(address) > 0),
  };
  const open = referenceHandlers({ desktop } as unknown as HandlerServices)['references:open-address'];
  for (const url of [`https://a.test/${'x'.repeat(2048)}`, 'https://me@a.test/', 'https://:secret@a.test/']) expect(await codeOf(open({ url }))).toBe('browser-failed');
  expect(asked).toEqual([]);
  expect(await codeOf(open({ url: 'https://a.test/1' }))).toBe('done');
  agrees = true;
  expect(await codeOf(open({ url: 'https://a.test/2' }))).toBe('done');
  expect([asked, opened]).toEqual([['https://a.test/1', 'https://a.test/2'], ['https://a.test/2']]);
});

it('adds no more pictures than a request may have, and tells the tasks that wait for copies', async () => {
  let told = 0;
  const services = {
    references: { keep: (sources: readonly unknown[]) => Promise.resolve(sources) },
    engine: { referencesChanged: () => (told += 1) },
    desktop: { choosePictures: () => Promise.resolve(files) },
  } as unknown as HandlerServices;
  let files: readonly string[] = [];
  const choose = referenceHandlers(services)['references:choose'];
  expect(await choose(undefined)).toEqual([]);
  expect(told).toBe(0);
  files = Array<string>(16).fill('/pictures/fox.png');
  expect(await choose(undefined)).toHaveLength(16);
  expect(told).toBe(1);
  files = [...files, '/pictures/owl.png'];
  expect(await codeOf(choose(undefined))).toBe('too-many-references');
});
