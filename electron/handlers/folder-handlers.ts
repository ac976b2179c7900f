import path from 'node:path';
import type { Input } from '../../shared/ipc/schemas.ts';
import type { TaskReader } from '../core/engine/task-store.ts';
import { ensureWritableFolder, freeIn } from '../core/library/library-folders.ts';
import { readJournal } from '../core/library/library-journal.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

/** The library folder and the folder of wildcard files. A folder is chosen only in the system's dialog: no path comes from a page. */
export function folderHandlers({ settings, folders, engine, desktop, words, repository }: HandlerServices): HandlersOf<'folders'> {
  /** Folders that were chosen since the start, with pictures that only a start adds to the history. */
  const waiting = new Set<string>();
  return {
    async 'folders:library'() {
      const root = folders.root();
      return { free: await freeAt(root), waits: waiting.has(root) };
    },
    async 'folders:choose-library'() {
      const folder = await desktop.chooseFolder(folders.root());
      if (folder === null || folder === folders.root()) return { changed: false };
      await ensureWritableFolder(folder);
      if (await hasUnknownPictures(folder, repository)) waiting.add(folder);
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

/** Lines of a journal that are compared with the history. */
const mostCompared = 100;

/** Whether the journal in a folder is of another history: none of its first pictures is known. That of a library that was only moved is known. */
async function hasUnknownPictures(folder: string, repository: Pick<TaskReader, 'task'>): Promise<boolean> {
  let compared = 0;
  try {
    for await (const { task } of readJournal(folder)) {
      if ((await repository.task(task.id)) !== null) return false;
      compared += 1;
      if (compared === mostCompared) break;
    }
  } catch {
    // It cannot be read, and the folder is used all the same.
  }
  return compared > 0;
}

/** The bytes that are free in a folder, which may not be there before its first picture. */
async function freeAt(folder: string): Promise<number | null> {
  const free = await freeIn(folder);
  const above = path.dirname(folder);
  return free !== null || above === folder ? free : freeAt(above);
}
