import { expect, it } from 'vitest';
import type { HandlerServices } from '../../../electron/handlers/handler-services.ts';
import { referenceHandlers } from '../../../electron/handlers/reference-handlers.ts';
import type { AppFailure } from '../../../shared/errors.ts';

const codeOf = (call: Promise<unknown>): Promise<string> => call.then(() => 'done', (error: AppFailure) => error.appError.code);

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
