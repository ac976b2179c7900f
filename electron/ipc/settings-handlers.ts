import type { Channel } from '../../shared/ipc/schemas.ts';
import { settingsSchema, type Settings } from '../../shared/settings.ts';
import { ensureWritableFolder } from '../core/library/library-folders.ts';
import type { Handlers } from './answer.ts';
import type { Services } from './services.ts';

type SettingsChannel = Extract<Channel, `settings:${string}`>;

export function settingsHandlers({ settings, proxy, folders, engine, desktop }: Services): Pick<Handlers, SettingsChannel> {
  return {
    async 'settings:update'(changed): Promise<Settings> {
      // A folder is chosen in the system's dialog alone: no path comes from a page.
      const { libraryFolder: _notFromHere, ...rest } = changed;
      // Structured clone carries fields that are there and undefined: those change nothing.
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
    async 'settings:open-library-folder'() {
      await ensureWritableFolder(folders.root());
      await desktop.openFolder(folders.root());
    },
  };
}
