import type { LibraryJournal } from '../library/library-journal.ts';
import { outcomeOfError, type DownloadOutcome, type DownloadRequest, type ImageDownloads } from './download-outcome.ts';
import type { Library } from '../library/library-folders.ts';
import type { TaskReader } from '../engine/task-store.ts';
import type { AccountStore } from '../accounts/account-store.ts';

export interface JournalledDownloadsDeps {
  readonly downloads: ImageDownloads;
  readonly journal: LibraryJournal;
  readonly library: Pick<Library, 'root'>;
  readonly repository: Pick<TaskReader, 'task'> & Pick<AccountStore, 'accounts'>;
}

type Kept = Extract<DownloadOutcome, { kind: 'kept' }>;

/**
 * Downloads that count as kept once their line is in the library's journal: file, then journal, then row. A journal that
 * cannot be written is the library's problem as much as a file is; the file that is there already is not fetched again.
 */
export function createJournalledDownloads({ downloads, journal, library, repository }: JournalledDownloadsDeps): ImageDownloads {
  const unrecorded = new Map<string, { readonly root: string; readonly outcome: Kept }>();

  const record = async ({ taskId, index }: DownloadRequest, root: string, { file }: Kept): Promise<void> => {
    const entry = await repository.task(taskId);
    const account = (await repository.accounts()).find(({ id }) => id === entry?.task.accountId);
    if (!entry || !account) throw new Error('no-task');
    await journal.record(root, { task: entry.task, index, file, account });
  };

  return {
    async download(request) {
      const key = `${request.taskId} ${request.index}`;
      const root = library.root();
      const pending = unrecorded.get(key) ?? { root, outcome: await downloads.download(request) };
      const { outcome } = pending;
      if (outcome.kind !== 'kept') return outcome;
      try {
        await record(request, pending.root, outcome);
        unrecorded.delete(key);
        return outcome;
      } catch (error) {
        unrecorded.set(key, { root: pending.root, outcome });
        return outcomeOfError(error);
      }
    },
  };
}
