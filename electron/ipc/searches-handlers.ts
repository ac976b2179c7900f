import type { Channel } from '../../shared/ipc/schemas.ts';
import type { SavedSearchStore } from '../core/marks/mark-store.ts';
import type { Handlers } from './answer.ts';

type SearchesChannel = Extract<Channel, `searches:${string}`>;

export interface SearchesHandlersInput {
  readonly repository: SavedSearchStore;
}

export function searchesHandlers({ repository }: SearchesHandlersInput): Pick<Handlers, SearchesChannel> {
  return {
    'searches:list': () => repository.savedSearches(),
    async 'searches:save'({ name, query, savedAt }) {
      await repository.saveSearch(name, query, savedAt ?? Date.now());
      return repository.savedSearches();
    },
    async 'searches:rename'({ id, name }) {
      await repository.renameSearch(id, name);
      return repository.savedSearches();
    },
    async 'searches:remove'({ id }) {
      await repository.removeSearch(id);
      return repository.savedSearches();
    },
  };
}
