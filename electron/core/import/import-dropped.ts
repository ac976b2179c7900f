import type { LibraryFolders } from '../library/library-folders.ts';
import { realFileIn } from '../library/real-file.ts';
import type { Importer } from './importer.ts';

export interface ImportDroppedDeps {
  readonly importer: Pick<Importer, 'begin'>;
  readonly folders: Pick<LibraryFolders, 'roots'>;
}

/** Imports what was dropped on the window, but for the library's own files: those were dragged out and came back. */
export async function importDropped(paths: readonly string[], { importer, folders }: ImportDroppedDeps): Promise<void> {
  const isOwn = async (file: string): Promise<boolean> => {
    const found = await Promise.all(folders.roots().map((root) => realFileIn(root, file).catch(() => null)));
    return found.some((real) => real !== null);
  };
  const own = await Promise.all(paths.map(isOwn));
  const others = paths.filter((_, at) => own[at] === false);
  if (others.length > 0) await importer.begin(others);
}
