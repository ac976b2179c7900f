import type { Notice } from '../../shared/ipc/api.ts';
import type { ChangeFeed } from './changes.ts';

/** Notices that hold now, one per code. */
export function createNoticeBoard(changes: ChangeFeed): { put: (code: Notice['code'], subject: string | null) => void; list: () => readonly Notice[] } {
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
