import type { LibraryViews } from '../../electron/core/library/stores/library-views.ts';
import { openViewReader } from '../../electron/database/worker/view-reader.ts';
import { expect } from 'vitest';

export interface OpenReader {
  readonly views: Omit<LibraryViews, 'close'>;
  close(): void;
}

/** The views of a database in the thread of the test. Long work begins after the test has had its first answer. */
export function openReader(file: string): OpenReader {
  const { take, work, methods, close } = openViewReader({ file, report: (message) => expect.fail(message) });
  const call = (method: string) => (...args: readonly unknown[]): Promise<unknown> =>
    new Promise((answer, fail) => {
      take({ method, args, answer, fail });
      setImmediate(work);
    });
  return { views: Object.fromEntries(methods.map((method) => [method, call(method)])) as unknown as OpenReader['views'], close };
}
