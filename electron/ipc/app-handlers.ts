import type { Change, Notice, Snapshot } from '../../shared/ipc/api.ts';
import type { Settings } from '../../shared/settings.ts';
import type { ViewMemory } from '../../shared/view-memory.ts';
import type { AccountBook } from '../core/accounts/account-book.ts';
import type { EnvironmentKey } from '../core/accounts/environment-key.ts';
import type { Secrets } from '../core/accounts/key-vault.ts';
import type { PictureExporter } from '../core/export/picture-exporter.ts';
import type { Importer } from '../core/import/importer.ts';
import type { LibraryFolders } from '../core/library/library-folders.ts';
import type { TaskReader } from '../core/engine/task-store.ts';
import type { MissingSearch } from '../core/rescan/missing-search.ts';
import type { HandlersOf } from './answer.ts';
import type { ChangeFeed } from './changes.ts';
import type { Desktop } from './desktop-port.ts';

export interface AppHandlersInput {
  readonly repository: Pick<TaskReader, 'headTasks' | 'suggestions'>;
  readonly accounts: Pick<AccountBook, 'list' | 'selectedId'>;
  readonly secrets: Pick<Secrets, 'protects'>;
  readonly environmentKey: EnvironmentKey;
  readonly folders: Pick<LibraryFolders, 'root'>;
  readonly settings: { get(): Settings };
  readonly viewMemory: { set(view: ViewMemory): void };
  readonly missingSearch: Pick<MissingSearch, 'state'>;
  readonly importer: Pick<Importer, 'state'>;
  readonly exporter: Pick<PictureExporter, 'state'>;
  readonly notices: () => readonly Notice[];
  readonly changes: Pick<ChangeFeed, 'sequence'>;
  readonly about: Pick<Snapshot, 'version' | 'platform' | 'locale'>;
  readonly desktop: Pick<Desktop, 'copyText'>;
}

export function appHandlers(input: AppHandlersInput): HandlersOf<'app'> {
  return {
    async 'app:remember'(view) {
      input.viewMemory.set(view);
    },
    'app:copy-text': ({ text }) => input.desktop.copyText(text),
    async 'app:snapshot'(): Promise<Snapshot> {
      // Read first, so that a change during the reads below is sent again and not missed.
      const sequence = input.changes.sequence();
      const [accounts, selectedAccountId, head, suggestions, protects] = await Promise.all([
        input.accounts.list(),
        input.accounts.selectedId(),
        input.repository.headTasks(),
        input.repository.suggestions(),
        input.secrets.protects(),
      ]);
      return {
        ...input.about,
        sequence,
        settings: input.settings.get(),
        libraryFolder: input.folders.root(),
        accounts,
        selectedAccountId,
        keyring: protects ? 'available' : 'unavailable',
        environmentKey: input.environmentKey.offer(),
        head,
        suggestions,
        notices: input.notices(),
        librarySearch: input.missingSearch.state(),
        imports: input.importer.state(),
        exporting: input.exporter.state(),
      };
    },
  };
}

/** The current accounts, for the window. */
export async function accountsChange({ accounts, environmentKey }: Pick<AppHandlersInput, 'accounts' | 'environmentKey'>): Promise<Change> {
  const [list, selectedAccountId] = await Promise.all([accounts.list(), accounts.selectedId()]);
  return { kind: 'accounts', accounts: list, selectedAccountId, environmentKey: environmentKey.offer() };
}
