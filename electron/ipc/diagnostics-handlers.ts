import type { Notice } from '../../shared/ipc/api.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Words } from '../../shared/words/index.ts';
import type { AccountBook } from '../core/accounts/account-book.ts';
import { diagnosticsFiles, type DiagnosticsInput } from '../core/diagnostics/diagnostics.ts';
import { zipTexts } from '../core/diagnostics/zip.ts';
import { tasksUndecidedFirst } from '../core/export/task-pages.ts';
import type { LibraryFolders } from '../core/library/library-folders.ts';
import type { Secrets } from '../core/accounts/secrets.ts';
import type { TaskHistory } from '../core/engine/task-store.ts';
import { writeWholeFile } from '../core/util/whole-file.ts';
import type { Handlers } from './answer.ts';
import type { Desktop } from './desktop-port.ts';
import { dayOf } from './ledger-handlers.ts';

/** What diagnostics contain that no other part knows. */
export interface DiagnosticsSources {
  readonly versions: DiagnosticsInput['versions'];
  readonly home: string;
  logs(): Promise<DiagnosticsInput['logs']>;
  /** Reads the whole database. */
  databaseFaults(): Promise<readonly string[]>;
  /** A function that removes every key that is stored or was used. */
  redact(): Promise<DiagnosticsInput['redact']>;
}

export interface DiagnosticsHandlersInput {
  readonly repository: TaskHistory;
  readonly accounts: Pick<AccountBook, 'list'>;
  readonly secrets: Pick<Secrets, 'protects'>;
  readonly settings: { get(): Settings };
  readonly folders: Pick<LibraryFolders, 'root'>;
  readonly notices: () => readonly Notice[];
  readonly desktop: Pick<Desktop, 'chooseSaveFile'>;
  readonly diagnostics: DiagnosticsSources;
  readonly words: Words;
}

export function diagnosticsHandlers(input: DiagnosticsHandlersInput): Pick<Handlers, 'diagnostics:save' | 'diagnostics:cancel'> {
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
      await writeWholeFile(target, zipTexts(files, now));
      return { saved: true };
    },
  };
}
