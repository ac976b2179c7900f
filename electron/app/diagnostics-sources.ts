import { homedir, release } from 'node:os';
import { app } from 'electron';
import type { AccountBook } from '../core/accounts/account-book.ts';
import type { KeyVault } from '../core/accounts/key-vault.ts';
import type { DiagnosticsSources } from '../ipc/diagnostics-handlers.ts';
import { readLogFiles, type AppLog } from '../platform/log-files.ts';
import type { DatabaseParts } from './build-database.ts';

export interface DiagnosticsSourcesInput {
  readonly appLog: AppLog;
  readonly logFolder: string;
  readonly repository: Pick<DatabaseParts['repository'], 'integrity'>;
  readonly accounts: Pick<AccountBook, 'list'>;
  readonly vault: Pick<KeyVault, 'revealRefused'>;
}

export function createDiagnosticsSources({ appLog, logFolder, repository, accounts, vault }: DiagnosticsSourcesInput): DiagnosticsSources {
  return {
    versions: versions(),
    home: homedir(),
    async logs() {
      await appLog.flush();
      return readLogFiles(logFolder);
    },
    databaseFaults: () => repository.integrity().catch((error: unknown) => [String(error)]),
    async redact() {
      // Reading a key makes the redactor learn it. Keys for other origins than the account's are never used, so they cannot be in the log.
      const list = await accounts.list();
      await Promise.all(list.filter(({ kind }) => kind === 'service').map(({ id, baseUrl }) => vault.revealRefused(id, new URL(baseUrl).origin)));
      return appLog.redactor.redact;
    },
  };
}

/** Versions of the app and of the system, for the log and for diagnostics. */
export function versions(): Readonly<Record<string, string>> {
  const { electron, chrome, node } = process.versions;
  return { latent: app.getVersion(), electron, chrome, node, system: `${process.platform} ${release()} ${process.arch}`, locale: app.getLocale() };
}
