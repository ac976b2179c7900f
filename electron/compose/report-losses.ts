import type { Words } from '../../shared/words/index.ts';
import { errorFacts, type Log } from '../core/log/log.ts';
import type { NoticeBoard } from '../handlers/notice-board.ts';
import type { Loss } from '../platform/stores/json-store.ts';
import type { EarlyParts } from './start-early.ts';
import type { ViewMemoryFile } from '../platform/stores/view-memory-file.ts';

export interface LossesInput {
  readonly words: Words;
  readonly log: Log;
  readonly noticeBoard: Pick<NoticeBoard, 'put'>;
  readonly stores: EarlyParts['stores'];
  readonly keys: Pick<EarlyParts['keys'], 'repair'>;
  readonly viewMemory: Pick<ViewMemoryFile, 'repair'>;
}

/**
 * Says what could not be read of the small files beside the history, and keeps these files as they were. Called once the history is open, because
 * the files of a newer version must not change when its history is refused.
 */
export function reportLosses({ words, log, noticeBoard, stores, keys, viewMemory }: LossesInput): void {
  const said: string[] = [];
  const report = (file: string, repair: () => Loss | null, name: (field: string) => string): void => {
    try {
      const loss = repair();
      if (loss === null) return;
      const names = new Set(loss.fields.map(name));
      log.warn('app', 'a file was not read completely', { file, fields: loss.fields.join(', '), kept: loss.kept });
      said.push(words('notice.unread', { parts: names.size === 0 ? words('notice.unread.nothing') : [...names].join(', '), file: loss.kept }));
    } catch (error) {
      // The disk may be full. The file stays as it is, and is read again at the next start.
      log.error('app', 'a file that was not read completely could not be kept', { file, ...errorFacts(error) });
    }
  };
  report('settings.json', stores.settings.repair, (field) => words(`settings.unread.${field as keyof ReturnType<typeof stores.settings.get>}`));
  report('view-state.json', stores.viewState.repair, (field) => words(field === 'formerLibraryFolders' ? 'notice.unread.formerLibraryFolders' : 'notice.unread.window'));
  report('keys.json', keys.repair, () => words('notice.unread.keys'));
  report('view.json', viewMemory.repair, () => words('notice.unread.window'));
  if (said.length > 0) noticeBoard.put('settings-restored', said.join(' '));
  const { libraryFolder } = stores.settings.get();
  const view = stores.viewState.get();
  if (view.libraryFolder === libraryFolder) return;
  try {
    stores.viewState.set({ ...view, libraryFolder });
  } catch (error) {
    log.warn('app', 'the library folder was not noted a second time', errorFacts(error));
  }
}
