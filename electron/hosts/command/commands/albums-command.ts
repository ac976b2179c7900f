import { albumSearch, inTheirOrder, type Album } from '../../../../shared/library/albums.ts';
import type { DefineCommand } from '../command-context.ts';
import { tableLines } from '../terminal-text.ts';

export const defineAlbums: DefineCommand = (program, say, context) => {
  program
    .command('albums')
    .description(say('command.albums.about'))
    .action(async () => {
      const { print, withAccess } = context();
      const [list, counts] = await withAccess((access) => Promise.all([access.call('albums:list', undefined), access.call('albums:counts', undefined)]));
      const pictures = new Map(counts.map((count) => [count.id, count.pictures]));
      const albums = inTheirOrder(list, []).flatMap((entry) => (entry.kind === 'album' ? [printed(entry.album, list, pictures)] : []));
      print({ albums }, tableLines(albums, [{ title: 'PICTURES', cell: (album) => String(album.pictures), isNumber: true }, { title: 'NAME', cell: ({ name }) => name, isCut: true }, { title: 'SEARCH', cell: ({ search }) => search, most: 40 }]));
    });
};

function printed(album: Album, all: readonly Album[], pictures: ReadonlyMap<string, number>) {
  return { id: album.id, name: album.name, pictures: pictures.get(album.id) ?? 0, takesNew: album.takesNew, search: albumSearch(album, all) };
}
