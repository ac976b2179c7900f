import { receiveMessageOnPort } from 'node:worker_threads';
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
    const reader = openViewReader({ file, report, slow, firstToken, receive });
    port.on('message', (message: Asked<ViewMethod>) => {
      take(message);
      reader.work();
    });
    post({ kind: 'opened', methods: reader.methods, recovery: null });

    function take(message: Asked<ViewMethod>): void {
      if (message.method === 'close') {
        // Ends long work, too.
        reader.close();
        port.close();
        return;
      }
      const { id, method, args } = message;
      reader.take({
        method,
        args,
        answer: (value) => post({ kind: 'value', id, value }),
        fail(error) {
          if (isDamage(error)) markSuspect(file);
          post({ kind: 'error', id, error: toAppFailure(error, file).appError });
        },
      });
    }

    function receive(): void {
      for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) take(next.message as Asked<ViewMethod>);
    }
  } catch (error) {
    post({ kind: 'not-opened', error: toAppFailure(error, file).appError });
  }
}
