import { expect, it } from 'vitest';
import { wordsFor } from '../../../shared/words/index.ts';
import { usualSpoken } from '../../../shared/words/languages.ts';
import { composeSettings } from '../../../electron/compose/compose-settings.ts';
import { composeFolders, type EarlyParts } from '../../../electron/compose/start-early.ts';
import type { ProxyPassword } from '../../../electron/network/proxy-password.ts';
import { defaultSettings, type Settings } from '../../../shared/settings.ts';

/** Settings and view state in memory. A full disk takes neither of those that are named. */
function rig() {
  let settings: Settings = defaultSettings;
  let view: { readonly formerLibraryFolders: readonly string[] } = { formerLibraryFolders: [] };
  const full = new Set<'settings' | 'view'>();
  const takes = (file: 'settings' | 'view'): void => {
    if (full.has(file)) throw new Error('disk-full');
  };
  const stores = {
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
  } as unknown as EarlyParts['stores'];
  const folders = composeFolders(stores, () => '/pictures');
  const host = { setTheme: () => undefined, language: { words: wordsFor('en'), spoken: () => usualSpoken, set: async () => undefined, onChange: () => undefined } };
  const early = { stores, folders, changes: { publish: () => undefined, sequence: () => 0 } };
  const built = composeSettings(host, early, { proxyPassword: {} as ProxyPassword, proxyChanged: () => undefined, libraryMoved: () => undefined, queueChanged: () => undefined });
  const move = (libraryFolder: string | null): void => built.settings.set({ ...built.settings.get(), libraryFolder });
  return { full, folders, move };
}

it('a library folder that was used before is remembered, the latest first, and each once', () => {
  const { folders, move } = rig();
  for (const folder of ['/a', '/b', '/a', null]) move(folder);
  expect(folders.roots()).toEqual(['/pictures/Latent', '/a', '/b']);
});

it('the library folder stays, or stays known, if the disk is full while it changes', () => {
  const { full, folders, move } = rig();
  full.add('view');
  expect(() => move('/a')).toThrow('disk-full');
  expect(folders.roots()).toEqual(['/pictures/Latent']);
  full.clear();
  full.add('settings');
  expect(() => move('/a')).toThrow('disk-full');
  expect(folders.roots()).toEqual(['/pictures/Latent']);
  full.clear();
  move('/a');
  expect(folders.roots()).toEqual(['/a', '/pictures/Latent']);
});
