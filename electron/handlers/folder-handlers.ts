import type { Input } from '../../shared/ipc/schemas.ts';
import { ensureWritableFolder } from '../core/library/library-folders.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

/** The library folder and the folder of wildcard files. A folder is chosen only in the system's dialog: no path comes from a page. */
export function folderHandlers({ settings, folders, engine, desktop, words }: HandlerServices): HandlersOf<'folders'> {
  return {
    async 'folders:choose-library'() {
      const folder = await desktop.chooseFolder(folders.root());
      if (folder === null || folder === folders.root()) return { changed: false };
      await ensureWritableFolder(folder);
      settings.set({ ...settings.get(), libraryFolder: folder });
      engine.libraryChanged();
      return { changed: true };
    },
    async 'folders:choose-wildcard'() {
      const now = settings.get().wildcardFolder;
      const folder = await desktop.chooseFolder(now, words('dialogs.choose-wildcard-folder'));
      if (folder === null || folder === now) return { changed: false };
      settings.set({ ...settings.get(), wildcardFolder: folder });
      return { changed: true };
    },
    async 'folders:open-library'() {
      await ensureWritableFolder(folders.root());
      await desktop.openFolder(folders.root());
    },
  };
}

/** Changed settings of a page without the folders that it names. It may only take the folder of wildcard files away. */
export function withoutFolders({ libraryFolder: _library, wildcardFolder, ...others }: Input<'settings:update'>): Input<'settings:update'> {
  return wildcardFolder === null ? { ...others, wildcardFolder } : others;
}
