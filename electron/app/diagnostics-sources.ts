import { homedir, release } from 'node:os';
import { app } from 'electron';
import type { AccountBook } from '../core/accounts/account-book.ts';
import type { KeyVault } from '../core/accounts/key-vault.ts';
import type { History } from './open-history.ts';
import type { DiagnosticsSources } from '../ipc/services.ts';
import { readLogFiles, type Diary } from '../platform/log-files.ts';

export interface DiagnosticsSourcesInput {
  readonly diary: Diary;
  readonly logFolder: string;
  readonly repository: Pick<History['repository'], 'integrity'>;
  readonly accounts: Pick<AccountBook, 'list'>;
  readonly vault: Pick<KeyVault, 'revealRefused'>;
}

export function createDiagnosticsSources({ diary, logFolder, repository, accounts, vault }: DiagnosticsSourcesInput): DiagnosticsSources {
  return {
    versions: versions(),
    home: homedir(),
    async logs() {
      await diary.flush();
      return readLogFiles(logFolder);
    },
    databaseFaults: () => repository.integrity().catch((error: unknown) => [String(error)]),
    async redact() {
      // Each key is read once, so that it is known and can be taken out; those of other origins than the account's are never used.
      const list = await accounts.list();
      await Promise.all(list.filter(({ kind }) => kind === 'service').map(({ id, baseUrl }) => vault.revealRefused(id, new URL(baseUrl).origin)));
      return diary.redactor.redact;
    },
  };
}

/** What runs here, for the log and for diagnostics. */
export function versions(): Readonly<Record<string, string>> {
  const { electron, chrome, node } = process.versions;
  return { latent: app.getVersion(), electron, chrome, node, system: `${process.platform} ${release()} ${process.arch}`, locale: app.getLocale() };
}
