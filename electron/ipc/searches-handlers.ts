import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function searchesHandlers({ repository }: HandlerServices): HandlersOf<'searches'> {
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
    async 'searches:rewrite'({ changes }) {
      await repository.rewriteSearches(changes);
      return repository.savedSearches();
    },
    async 'searches:remove'({ id }) {
      await repository.removeSearch(id);
      return repository.savedSearches();
    },
  };
}
