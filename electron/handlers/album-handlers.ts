import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function albumHandlers({ repository, views, libraryActs, albumMover }: HandlerServices): HandlersOf<'albums'> {
  return {
    'albums:list': () => repository.albums(),
    async 'albums:put'({ album, searches = [] }) {
      const done = await libraryActs.putAlbum(album, searches);
      return { albums: await repository.albums(), ...done };
    },
    async 'albums:remove'({ albumId }) {
      const token = await libraryActs.removeAlbum(albumId);
      return { albums: await repository.albums(), token };
    },
    'albums:counts': () => views.albumCounts(),
    async 'albums:arrange'({ entries }) {
      const token = await libraryActs.arrange(entries);
      const [albums, searches] = await Promise.all([repository.albums(), repository.savedSearches()]);
      return { albums, searches, token };
    },
    'albums:move': ({ albumId, target, to, ...at }) => albumMover.move(albumId, target, at, to),
  };
}
