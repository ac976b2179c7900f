import type { Words } from '../../shared/words/index.ts';
import { inUse } from '../core/library/journaled-downloads.ts';
import type { EngineEvents } from '../core/engine/task-events.ts';
import type { LibraryFolders } from '../core/library/library-folders.ts';
import type { LibraryLease } from '../core/library/library-lease.ts';
import type { NoticeBoard } from './notice-board.ts';

export interface LibraryNoticesDeps {
  readonly put: NoticeBoard['put'];
  readonly folders: Pick<LibraryFolders, 'root'>;
  readonly lease: Pick<LibraryLease, 'holder'>;
  readonly words: Words;
}

/** Shows the notices of the engine. Those about the library folder name the folder, or the computer that uses it. */
export function createLibraryNotices({ put, folders, lease, words }: LibraryNoticesDeps): EngineEvents['notice'] {
  /** The current folder and the computer that uses it, in words. */
  const holderInWords = (): string => {
    const folder = folders.root();
    const holder = lease.holder(folder);
    return holder === null ? folder : words('dialogs.library-holder', { folder, computer: holder.computer, since: holder.since });
  };
  return (code, subject) => {
    const heldByOther = code === 'library-unreachable' && subject === inUse;
    if (code === 'library-unreachable') put('library-in-use', heldByOther ? holderInWords() : null);
    // The engine gives the reason; a person wants to know which folder.
    put(code, heldByOther ? null : subject !== null && code.startsWith('library-') ? folders.root() : subject);
  };
}
