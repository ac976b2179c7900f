import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function albumHandlers({ repository, views, albumMover }: HandlerServices): HandlersOf<'albums'> {
  return {
    'albums:list': () => repository.albums(),
    async 'albums:put'({ album }) {
      await repository.putAlbum(album);
      return repository.albums();
    },
    async 'albums:remove'({ albumId }) {
      await repository.removeAlbum(albumId, Date.now());
      return repository.albums();
    },
    'albums:counts': () => views.albumCounts(),
    async 'albums:arrange'({ entries }) {
      await repository.arrange(entries);
      const [albums, searches] = await Promise.all([repository.albums(), repository.savedSearches()]);
      return { albums, searches };
    },
    'albums:move': ({ albumId, target, to, ...at }) => albumMover.move(albumId, target, at, to),
    'albums:move-back': ({ token }) => albumMover.undo(token),
    'albums:move-again': ({ token }) => albumMover.redo(token),
  };
}
