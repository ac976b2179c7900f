import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function searchesHandlers({ repository, libraryActs }: HandlerServices): HandlersOf<'searches'> {
  return {
    'searches:list': () => repository.savedSearches(),
    async 'searches:save'({ name, query }) {
      await repository.saveSearch(name, query, Date.now());
      return repository.savedSearches();
    },
    async 'searches:rename'({ id, name }) {
      await repository.renameSearch(id, name);
      return repository.savedSearches();
    },
    async 'searches:remove'({ id }) {
      const token = await libraryActs.removeSearch(id);
      return { searches: await repository.savedSearches(), token };
    },
  };
}
