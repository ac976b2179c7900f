import { homedir, release } from 'node:os';
import { app } from 'electron';
import type { AccountBook } from '../../core/accounts/account-book.ts';
import { readLogFiles, type AppLog } from '../../core/log/app-log.ts';
import type { DiagnosticsSources } from '../../ipc/handler-services.ts';
import type { DatabaseParts } from './build-database.ts';

export interface DiagnosticsSourcesInput {
  readonly appLog: AppLog;
  readonly logFolder: string;
  readonly repository: Pick<DatabaseParts['repository'], 'integrity'>;
  readonly accounts: Pick<AccountBook, 'list'>;
}

export function createDiagnosticsSources({ appLog, logFolder, repository, accounts }: DiagnosticsSourcesInput): DiagnosticsSources {
  return {
    versions: versions(),
    home: homedir(),
    async logs() {
      await appLog.flush();
      return readLogFiles(logFolder);
    },
    databaseFaults: () => repository.integrity().catch((error: unknown) => [String(error)]),
    async redact() {
      // Reads every key, so that the redactor learns it.
      await accounts.list();
      return appLog.redactor.redact;
    },
  };
}

/** Versions of the app and of the system, for the log and for diagnostics. */
export function versions(): Readonly<Record<string, string>> {
  const { electron, chrome, node } = process.versions;
  return { latent: app.getVersion(), electron, chrome, node, system: `${process.platform} ${release()} ${process.arch}`, locale: app.getLocale() };
}
