import { markSuspect } from '../backup/backups.ts';
import { isDamage, toAppFailure } from '../sqlite/database-failures.ts';
import type { Job } from '../client/thread-messages.ts';
import type { Asked } from '../client/thread-calls.ts';
import type { ViewMethod } from '../views/views.ts';
import { port, post, report, slow } from './own-thread.ts';
import { openViewReader } from './view-reader.ts';

/** Opens a read-only connection and answers calls until it is closed. */
export function read({ file, firstToken }: Extract<Job, { readonly kind: 'read' }>): void {
  try {
    const { views, close } = openViewReader(file, report, slow, firstToken);
    port.on('message', (message: Asked<ViewMethod>) => {
      if (message.method === 'close') {
        close();
        port.close();
        return;
      }
      const { id, method, args } = message;
      // Answers are sent as they are ready, so that a block of rows does not wait for a search.
      (views[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args).then(
        (value) => post({ kind: 'value', id, value }),
        (error: unknown) => {
          if (isDamage(error)) markSuspect(file);
          post({ kind: 'error', id, error: toAppFailure(error, file).appError });
        },
      );
    });
    post({ kind: 'opened', methods: Object.keys(views), recovery: null });
  } catch (error) {
    post({ kind: 'not-opened', error: toAppFailure(error, file).appError });
  }
}
