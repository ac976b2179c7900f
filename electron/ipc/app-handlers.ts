import type { Change, Snapshot } from '../../shared/ipc/api.ts';
import type { Handlers } from './answer.ts';
import type { Services } from './services.ts';

export function appHandlers(services: Services): Pick<Handlers, 'app:snapshot' | 'app:remember' | 'app:copy-text'> {
  return {
    async 'app:remember'(view) {
      services.viewMemory.set(view);
    },
    'app:copy-text': ({ text }) => services.desktop.copyText(text),
    async 'app:snapshot'(): Promise<Snapshot> {
      // Taken first: what changes while the rest is read is then sent again rather than missed.
      const sequence = services.changes.sequence();
      const [accounts, selectedAccountId, head, suggestions, protects] = await Promise.all([
        services.accounts.list(),
        services.accounts.selectedId(),
        services.repository.headTasks(),
        services.repository.suggestions(),
        services.secrets.protects(),
      ]);
      return {
        ...services.about,
        sequence,
        settings: services.settings.get(),
        libraryFolder: services.folders.root(),
        accounts,
        selectedAccountId,
        keyring: protects ? 'available' : 'unavailable',
        environmentKey: services.environmentKey.offer(),
        head,
        suggestions,
        notices: services.notices(),
        librarySearch: services.missingSearch.state(),
        imports: services.importer.state(),
        exporting: services.exporter.state(),
      };
    },
  };
}

/** The accounts as they are now, for the window. */
export async function accountsChange({ accounts, environmentKey }: Pick<Services, 'accounts' | 'environmentKey'>): Promise<Change> {
  const [list, selectedAccountId] = await Promise.all([accounts.list(), accounts.selectedId()]);
  return { kind: 'accounts', accounts: list, selectedAccountId, environmentKey: environmentKey.offer() };
}
