import { AppFailure } from '../../shared/errors.ts';
import type { TaskWithImages } from '../../shared/task.ts';
import type { TaskEngine } from '../core/engine/task-engine.ts';
import { exportLedger } from '../core/export/ledger-export.ts';
import { tasksOfRows, tasksUndecidedFirst } from '../core/export/task-pages.ts';
import { writeWholeFile } from '../core/util/whole-file.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function ledgerHandlers({ repository, views, engine, accounts, desktop, words }: HandlerServices): HandlersOf<'ledger'> {
  return {
    async 'ledger:export'({ format, of }) {
      const now = Date.now();
      // Read before the dialog opens, because the search may change while it is open.
      const rows = of === undefined ? null : await views.taskRows(of, of.ranges);
      if (of !== undefined && rows === null) throw new AppFailure('not-found', 'the view is no longer open');
      const target = await desktop.chooseSaveFile(`latent-ledger-${dayOf(now)}.${format}`, words('dialogs.save-ledger'));
      if (target === null) return { saved: false };
      const byId = new Map((await accounts.list()).map(({ id, kind, name, baseUrl, options }) => [id, { kind, name, baseUrl, unit: kind === 'practice' ? null : options.unit }]));
      await writeWholeFile(target, exportLedger(format, latestOf(engine, rows === null ? tasksUndecidedFirst(repository) : tasksOfRows(views, rows)), byId, now), 'usual');
      return { saved: true };
    },
  };
}

async function* latestOf(engine: Pick<TaskEngine, 'latest'>, tasks: AsyncIterable<TaskWithImages>): AsyncGenerator<TaskWithImages> {
  for await (const entry of tasks) yield* engine.latest([entry]);
}

/** The day in UTC, for file names. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
