import type { Notice } from '../../shared/ipc/api.ts';
import type { ChangeFeed } from './changes.ts';

export interface NoticeBoard {
  /** Shows the notice, or takes it down if `subject` is null. */
  put(this: void, code: Notice['code'], subject: string | null): void;
  /** The notices shown now, one for each code. */
  list(this: void): readonly Notice[];
}

/** The notices that the window shows. */
export function createNoticeBoard(changes: ChangeFeed): NoticeBoard {
  const notices = new Map<Notice['code'], Notice>();
  const list = (): readonly Notice[] => [...notices.values()];
  return {
    put(code, subject) {
      if (subject === null) notices.delete(code);
      else notices.set(code, { code, subject });
      changes.publish({ kind: 'notices', notices: list() });
    },
    list,
  };
}
