import { diagnosticsFiles } from '../core/diagnostics/diagnostics.ts';
import { zipTexts } from '../core/diagnostics/zip.ts';
import { tasksUndecidedFirst } from '../core/export/task-pages.ts';
import { writeWholeFile } from '../core/util/whole-file.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';
import { dayOf } from './ledger-handlers.ts';

export function diagnosticsHandlers(input: HandlerServices): HandlersOf<'diagnostics'> {
  const { repository, accounts, secrets, settings, folders, notices, desktop, diagnostics, words } = input;
  let cancel = (): void => undefined;
  return {
    async 'diagnostics:cancel'() {
      cancel();
    },
    async 'diagnostics:save'({ prompts }) {
      const now = Date.now();
      const target = await desktop.chooseSaveFile(`latent-diagnostics-${dayOf(now)}.zip`, words('dialogs.save-diagnostics'));
      if (target === null) return { saved: false };
      const cancelled = Promise.withResolvers<null>();
      cancel = () => cancelled.resolve(null);
      // First: every key must be known before anything is written.
      const redact = await diagnostics.redact();
      // The check of a large database takes minutes. If it is cancelled, it ends in the background and its result is dropped.
      const gathered = await Promise.race([cancelled.promise, Promise.all([accounts.list(), secrets.protects(), diagnostics.logs(), diagnostics.databaseFaults()])]);
      if (gathered === null) return { saved: false };
      const [list, protects, logs, databaseFaults] = gathered;
      const files = diagnosticsFiles({
        readMe: words('dialogs.diagnostics-read-me'),
        versions: diagnostics.versions,
        settings: settings.get(),
        libraryFolder: folders.root(),
        accounts: list,
        keyring: protects ? 'available' : 'unavailable',
        notices: notices(),
        databaseFaults,
        logs,
        tasks: tasksUndecidedFirst(repository),
        prompts,
        home: diagnostics.home,
        redact,
      });
      await writeWholeFile(target, zipTexts(files, now), 'usual');
      return { saved: true };
    },
  };
}
