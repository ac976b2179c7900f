import { expect, it, vi } from 'vitest';
import type { AppContext } from '../../../../electron/app/builders/app-context.ts';
import { buildFolders } from '../../../../electron/app/builders/build-folders.ts';
import { buildSettings } from '../../../../electron/app/builders/build-settings.ts';
import type { ProxyPassword } from '../../../../electron/network/proxy-password.ts';
import { defaultSettings, type Settings } from '../../../../shared/settings.ts';

vi.mock('electron', () => ({ app: { getPath: () => '/pictures' }, nativeTheme: {} }));

/** Settings and view state in memory. A full disk takes neither of those that are named. */
function rig() {
  let settings: Settings = defaultSettings;
  let view: { readonly formerLibraryFolders: readonly string[] } = { formerLibraryFolders: [] };
  const full = new Set<'settings' | 'view'>();
  const takes = (file: 'settings' | 'view'): void => {
    if (full.has(file)) throw new Error('disk-full');
  };
  const context = {
    stores: {
      settings: {
        get: () => settings,
        set(next: Settings) {
          takes('settings');
          settings = next;
        },
      },
      viewState: {
        get: () => view,
        set(next: typeof view) {
          takes('view');
          view = next;
        },
      },
    },
    changes: { publish: () => undefined },
  } as unknown as AppContext;
  const library = { folders: buildFolders(context.stores) };
  const built = buildSettings(context, { library, proxyPassword: {} as ProxyPassword, proxyChanged: () => undefined, libraryMoved: () => undefined, queueChanged: () => undefined });
  const move = (libraryFolder: string | null): void => built.settings.set({ ...built.settings.get(), libraryFolder });
  return { full, library, move };
}

it('a library folder that was used before is remembered, the latest first, and each once', () => {
  const { library, move } = rig();
  for (const folder of ['/a', '/b', '/a', null]) move(folder);
  expect(library.folders.roots()).toEqual(['/pictures/Latent', '/a', '/b']);
});

it('the library folder stays, or stays known, if the disk is full while it changes', () => {
  const { full, library, move } = rig();
  full.add('view');
  expect(() => move('/a')).toThrow('disk-full');
  expect(library.folders.roots()).toEqual(['/pictures/Latent']);
  full.clear();
  full.add('settings');
  expect(() => move('/a')).toThrow('disk-full');
  expect(library.folders.roots()).toEqual(['/pictures/Latent']);
  full.clear();
  move('/a');
  expect(library.folders.roots()).toEqual(['/a', '/pictures/Latent']);
});
