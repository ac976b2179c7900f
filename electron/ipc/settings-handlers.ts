import { settingsSchema, type Settings } from '../../shared/settings.ts';
import { ensureWritableFolder } from '../core/library/library-folders.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function settingsHandlers({ settings, proxy, folders, engine, desktop, words }: HandlerServices): HandlersOf<'settings'> {
  return {
    async 'settings:update'(changed): Promise<Settings> {
      // A folder is chosen only in the system's dialog: no path comes from a page.
      const { libraryFolder: _notFromHere, wildcardFolder: none, ...others } = changed;
      const rest = none === null ? { ...others, wildcardFolder: null } : others;
      // Structured clone keeps fields whose value is undefined. They change nothing.
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      settings.set(settingsSchema.parse({ ...settings.get(), ...given }));
      return settings.get();
    },
    async 'settings:set-proxy'(wanted) {
      await proxy.set(wanted.proxy, wanted.password);
      return proxy.passwordState();
    },
    'settings:proxy-password': () => proxy.passwordState(),
    async 'settings:choose-library-folder'() {
      const folder = await desktop.chooseFolder(folders.root());
      if (folder === null || folder === folders.root()) return { changed: false };
      await ensureWritableFolder(folder);
      settings.set({ ...settings.get(), libraryFolder: folder });
      engine.libraryChanged();
      return { changed: true };
    },
    async 'settings:choose-wildcard-folder'() {
      const now = settings.get().wildcardFolder;
      const folder = await desktop.chooseFolder(now, words('dialogs.choose-wildcard-folder'));
      if (folder === null || folder === now) return { changed: false };
      settings.set({ ...settings.get(), wildcardFolder: folder });
      return { changed: true };
    },
    async 'settings:open-library-folder'() {
      await ensureWritableFolder(folders.root());
      await desktop.openFolder(folders.root());
    },
  };
}
