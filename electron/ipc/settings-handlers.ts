import type { Channel } from '../../shared/ipc/schemas.ts';
import type { ProxyPasswordChange, ProxyPasswordState, ProxySetting } from '../../shared/proxy.ts';
import { settingsSchema, type Settings } from '../../shared/settings.ts';
import { ensureWritableFolder, type LibraryFolders } from '../core/library/library-folders.ts';
import type { TaskEngine } from '../core/engine/task-engine.ts';
import type { Handlers } from './answer.ts';
import type { Desktop } from './desktop-port.ts';

type SettingsChannel = Extract<Channel, `settings:${string}`>;

/** The proxy's setting and its password. The password goes in and never out. */
interface ProxyAccess {
  set(setting: ProxySetting, change: ProxyPasswordChange): Promise<void>;
  passwordState(): Promise<ProxyPasswordState>;
}

export interface SettingsHandlersInput {
  readonly settings: { get(): Settings; set(settings: Settings): void };
  readonly proxy: ProxyAccess;
  readonly folders: Pick<LibraryFolders, 'root'>;
  readonly engine: Pick<TaskEngine, 'libraryChanged'>;
  readonly desktop: Pick<Desktop, 'chooseFolder' | 'openFolder'>;
}

export function settingsHandlers({ settings, proxy, folders, engine, desktop }: SettingsHandlersInput): Pick<Handlers, SettingsChannel> {
  return {
    async 'settings:update'(changed): Promise<Settings> {
      // A folder is chosen only in the system's dialog: no path comes from a page.
      const { libraryFolder: _notFromHere, ...rest } = changed;
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
    async 'settings:open-library-folder'() {
      await ensureWritableFolder(folders.root());
      await desktop.openFolder(folders.root());
    },
  };
}
