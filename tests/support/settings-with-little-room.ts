import { saveWithElectronStore } from '../../electron/platform/save-with-electron-store.ts';
import { openSettingsStore } from '../../electron/platform/stores/settings-store.ts';
import { AppFailure } from '../../shared/errors.ts';

/** Started with a limit on the size of files: sets settings that are larger and prints the failure, and the theme that is still set. */
const store = openSettingsStore(process.argv[2] ?? '', null, saveWithElectronStore);
let failure: string | null = null;
try {
  store.set({ ...store.get(), theme: 'light', libraryFolder: `/${'x'.repeat(10_000)}` });
} catch (error) {
  failure = error instanceof AppFailure ? error.appError.code : String(error);
}
process.stdout.write(JSON.stringify({ failure, theme: store.get().theme }));
