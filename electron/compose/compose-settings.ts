import type { Settings } from '../../shared/settings.ts';
import { createProxySettings } from '../network/proxy-settings.ts';
import type { ProxyPassword } from '../network/proxy-password.ts';
import type { Host } from './host.ts';
import type { EarlyParts } from './start-early.ts';

export interface SettingsInput {
  readonly proxyPassword: ProxyPassword;
  readonly proxyChanged: () => void;
  readonly libraryMoved: () => void;
  readonly queueChanged: () => void;
}

/** Settings that take effect at once. Remembers library folders used before, because their pictures stay there. */
export function composeSettings(
  { setTheme, language }: Pick<Host, 'setTheme' | 'language'>,
  { stores, changes, folders }: Pick<EarlyParts, 'stores' | 'changes' | 'folders'>,
  { proxyPassword, proxyChanged, libraryMoved, queueChanged }: SettingsInput,
) {
  language.onChange((spoken) => changes.publish({ kind: 'spoken', spoken }));
  const settings = {
    get: stores.settings.get,
    set(next: Settings): void {
      const before = folders.root();
      const wasStopped = stores.settings.get().queueStopped;
      if (next.libraryFolder !== stores.settings.get().libraryFolder) {
        // First, so that a folder with pictures is never forgotten.
        const view = stores.viewState.get();
        stores.viewState.set({ ...view, libraryFolder: next.libraryFolder, formerLibraryFolders: [before, ...view.formerLibraryFolders.filter((folder) => folder !== before)] });
      }
      stores.settings.set(next);
      const now = folders.root();
      setTheme(next.theme);
      void language.set(next.language);
      changes.publish({ kind: 'settings', settings: next, libraryFolder: now });
      if (now !== before) libraryMoved();
      if (next.queueStopped !== wasStopped) queueChanged();
    },
  };
  const proxy = createProxySettings({
    setting: () => settings.get().proxy,
    save: (next) => settings.set({ ...settings.get(), proxy: next }),
    password: proxyPassword,
    changed: proxyChanged,
  });
  return { settings, proxy };
}
