import path from 'node:path';
import { app } from 'electron';
import { createLibraryFolders, type LibraryFolders } from '../../core/library/library-folders.ts';
import type { AppContext } from './app-context.ts';

/** The folders with the pictures: the current one, and those that were used before. */
export function buildFolders({ settings, viewState }: AppContext['stores']): LibraryFolders {
  const current = (): string => settings.get().libraryFolder ?? path.join(app.getPath('pictures'), 'Latent');
  return createLibraryFolders(current, () => viewState.get().formerLibraryFolders.filter((folder) => folder !== current()));
}
