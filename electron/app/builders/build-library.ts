import { hostname } from 'node:os';
import type { LibraryFolders } from '../../core/library/library-folders.ts';
import { createLibraryJournal } from '../../core/library/library-journal.ts';
import { createLibraryLease, profileOf } from '../../core/library/library-lease.ts';
import type { AppContext } from './app-context.ts';

export type LibraryParts = ReturnType<typeof buildLibrary>;

/** The folders with the pictures, the journal in them, and the lease that lets only one Latent write there. */
export function buildLibrary({ userData, clock }: AppContext, folders: LibraryFolders) {
  const lease = createLibraryLease({ clock, profile: profileOf(userData), computer: hostname() });
  return { folders, lease, journal: createLibraryJournal() };
}
