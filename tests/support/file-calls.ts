import { createHook } from 'node:async_hooks';
import { afterAll } from 'vitest';
import { nextMacrotask } from './fake-clock.ts';

/**
 * Watches the calls to the file system of a test file. Resolves once none is under way, and none follows from the last one. On a busy machine a sync
 * may take seconds, so that no number of turns is enough.
 */
export function watchFileCalls(): () => Promise<void> {
  const underWay = new Set<number>();
  const ended = (id: number): void => void underWay.delete(id);
  const hook = createHook({
    init(id, type) {
      if (type.startsWith('FSREQ') || type.startsWith('FILEHANDLECLOSEREQ')) underWay.add(id);
    },
    after: ended,
    destroy: ended,
  }).enable();
  afterAll(() => void hook.disable());
  return async () => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await nextMacrotask();
      if (underWay.size > 0) quiet = -1;
    }
  };
}
