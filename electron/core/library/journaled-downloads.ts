import type { AccountStore } from '../accounts/account-store.ts';
import type { TaskReader } from '../engine/task-store.ts';
import type { Library } from './library-folders.ts';
import type { LibraryJournal } from './library-journal.ts';
import type { LibraryLease } from './library-lease.ts';
import { outcomeOfError, type DownloadOutcome, type DownloadRequest, type ImageDownloads } from '../engine/downloads/download-outcome.ts';

/** What an outcome `unreachable` says when the folder is there, but another Latent writes to it. */
export const inUse = 'in-use';

export interface JournaledDownloadsDeps {
  readonly downloads: ImageDownloads;
  readonly journal: Pick<LibraryJournal, 'record'>;
  readonly lease: Pick<LibraryLease, 'during'>;
  readonly library: Pick<Library, 'root'>;
  readonly repository: Pick<TaskReader, 'task'> & Pick<AccountStore, 'accounts'>;
}

type Kept = Extract<DownloadOutcome, { kind: 'kept' }>;

/**
 * Downloads that count as kept once their line is in the library's journal: file, then journal, then row. Each runs only while no other Latent
 * writes to the library. If the journal cannot be written, the library is in trouble, and the file that is there already is not fetched again.
 */
export function createJournaledDownloads({ downloads, journal, lease, library, repository }: JournaledDownloadsDeps): ImageDownloads {
  /** Files without their journal line, by task and index. */
  const unrecorded = new Map<string, { readonly root: string; readonly outcome: Kept }>();

  const download = async (request: DownloadRequest, key: string): Promise<DownloadOutcome> => {
    const { taskId, index } = request;
    const { root, outcome } = unrecorded.get(key) ?? { root: library.root(), outcome: await downloads.download(request) };
    if (outcome.kind !== 'kept') return outcome;
    unrecorded.set(key, { root, outcome });
    const entry = await repository.task(taskId);
    const account = (await repository.accounts()).find(({ id }) => id === entry?.task.accountId);
    if (!entry || !account) throw new Error('no-task');
    await journal.record(root, { task: entry.task, index, file: outcome.file, account });
    unrecorded.delete(key);
    return outcome;
  };

  return {
    async download(request) {
      const key = `${request.taskId} ${request.index}`;
      try {
        // The person may have chosen another folder since the file was downloaded.
        const root = unrecorded.get(key)?.root ?? library.root();
        const done = await lease.during(root, () => download(request, key), request.signal);
        return done?.value ?? { kind: 'library', problem: 'unreachable', detail: inUse };
      } catch (error) {
        return outcomeOfError(error);
      }
    },
  };
}
