import { diagnosticsFiles } from '../core/diagnostics/diagnostics.ts';
import { tasksUndecidedFirst } from '../core/export/task-pages.ts';
import { writeWholeFile } from '../core/util/whole-file.ts';
import { zipTexts } from '../core/diagnostics/zip.ts';
import type { Handlers } from './answer.ts';
import { dayOf } from './ledger-handlers.ts';
import type { Services } from './services.ts';

export function diagnosticsHandlers(services: Services): Pick<Handlers, 'diagnostics:save'> {
  const { repository, accounts, secrets, settings, folders, notices, desktop, diagnostics, words } = services;
  return {
    async 'diagnostics:save'({ prompts }) {
      const now = Date.now();
      const target = await desktop.chooseSaveFile(`latent-diagnostics-${dayOf(now)}.zip`, words('dialogs.save-diagnostics'));
      if (target === null) return { saved: false };
      // First: every key must be known before anything is written.
      const redact = await diagnostics.redact();
      const [list, protects, logs, databaseFaults] = await Promise.all([accounts.list(), secrets.protects(), diagnostics.logs(), diagnostics.databaseFaults()]);
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
      await writeWholeFile(target, zipTexts(files, now));
      return { saved: true };
    },
  };
}
