import { hostname } from 'node:os';
import path from 'node:path';
import { app } from 'electron';
import { createLibraryFolders } from '../core/library/library-folders.ts';
import { createLibraryJournal } from '../core/library/library-journal.ts';
import { createLibraryLease, profileOf } from '../core/library/library-lease.ts';
import type { AppContext } from './app-context.ts';

export type LibraryParts = ReturnType<typeof buildLibrary>;

/** The folders with the pictures, the journal in them, and the lease that lets only one Latent write there. */
export function buildLibrary({ words, userData, stores, clock, redactor }: AppContext) {
  const current = (): string => stores.settings.get().libraryFolder ?? path.join(app.getPath('pictures'), 'Latent');
  const folders = createLibraryFolders(current, () => stores.viewState.get().formerLibraryFolders.filter((folder) => folder !== current()));
  redactor.hideBelow(folders.roots);
  const lease = createLibraryLease({ clock, profile: profileOf(userData), computer: hostname() });
  return {
    folders,
    lease,
    journal: createLibraryJournal(),
    /** The current folder and the computer that uses it, in words. */
    holder() {
      const folder = folders.root();
      const holder = lease.holder(folder);
      return holder === null ? folder : words('dialogs.library-holder', { folder, computer: holder.computer, since: holder.since });
    },
  };
}
