import { hostname } from 'node:os';
import path from 'node:path';
import { app } from 'electron';
import { createLibraryFolders, type LibraryFolders } from '../core/library/library-folders.ts';
import { createLibraryJournal, type LibraryJournal } from '../core/library/library-journal.ts';
import { createLibraryLease, profileOf, type LibraryLease } from '../core/library/library-lease.ts';
import type { AppContext } from './app-context.ts';

export interface LibraryParts {
  readonly folders: LibraryFolders;
  readonly lease: LibraryLease;
  readonly journal: LibraryJournal;
  /** The current folder and the computer that uses it, in words. */
  readonly holder: () => string;
}

/** The folders with the pictures, the journal in them, and the lease that lets only one Latent write there. */
export function buildLibrary({ words, userData, stores, clock, redactor }: AppContext): LibraryParts {
  const folders = createLibraryFolders(() => stores.settings.get().libraryFolder ?? path.join(app.getPath('pictures'), 'Latent'), () => stores.viewState.get().formerLibraryFolders);
  redactor.hideBelow(folders.roots);
  const lease = createLibraryLease({ clock, profile: profileOf(userData), computer: hostname() });
  return {
    folders,
    lease,
    journal: createLibraryJournal(),
    holder() {
      const folder = folders.root();
      const holder = lease.holder(folder);
      return holder === null ? folder : words('dialogs.library-holder', { folder, computer: holder.computer, since: holder.since });
    },
  };
}
