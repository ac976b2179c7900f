import type { Notice } from '../../shared/ipc/api.ts';
import type { AppFailure } from '../../shared/errors.ts';
import { errorFacts, type Log } from '../core/log/log.ts';
import type { Clock } from '../core/util/clock.ts';

/** The database thread, and the reader thread for views and searches. */
export type DatabaseThread = 'writer' | 'reader';

export interface DatabaseNotices {
  /** Notified when the thread dies or is replaced. */
  watch(thread: DatabaseThread): { stopped(failure: AppFailure): void; restarted(): void };
  /** A call or a statement kept a thread busy for a long time. */
  slow(name: string, milliseconds: number): void;
}

export interface DatabaseNoticesDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly put: (code: Notice['code'], subject: string | null) => void;
}

/** Milliseconds before the window says that the database does not answer. Usually it is back by then. */
const patience = 2_000;
/** Milliseconds for which the window shows that a thread was started again. */
const restartShown = 10 * 60_000;

/** Reports dead threads in the log and in the window. */
export function createDatabaseNotices({ clock, log, put }: DatabaseNoticesDeps): DatabaseNotices {
  /** Why each thread is not running now. */
  const failures = new Map<DatabaseThread, AppFailure>();
  let isShown = false;
  let cancel = (): void => undefined;

  const show = (): void => {
    const [failure] = [failures.get('writer'), failures.get('reader')].filter((one) => one !== undefined);
    const detail = failure?.appError.detail ?? failure?.appError.code ?? '';
    const missing = /^missing: (.*)$/su.exec(detail)?.[1] ?? null;
    put('history-missing', missing);
    put('history-stopped', missing === null ? detail : null);
    isShown = true;
  };
  const clear = (): void => {
    put('history-missing', null);
    put('history-stopped', null);
    isShown = false;
  };

  return {
    watch: (thread) => ({
      stopped(failure) {
        log.error('database', `the thread of the ${thread} ended`, errorFacts(failure));
        const isFirst = failures.size === 0;
        failures.set(thread, failure);
        if (isShown) show();
        else if (isFirst) {
          cancel();
          cancel = clock.after(patience, show);
        }
      },
      restarted() {
        log.info('database', `the thread of the ${thread} was started again`);
        failures.delete(thread);
        if (failures.size > 0) {
          if (isShown) show();
          return;
        }
        cancel();
        clear();
        put('history-restarted', thread);
        cancel = clock.after(restartShown, () => put('history-restarted', null));
      },
    }),
    slow: (name, milliseconds) => log.info('database', 'slow', { name, milliseconds }),
  };
}
