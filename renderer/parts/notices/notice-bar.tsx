import { CircleAlert } from 'lucide-react';
import type { Notice } from '../../../shared/ipc/api.ts';
import { EnvironmentKeyOffer } from './environment-key-offer.tsx';
import styles from './notice-bar.module.css';
import { useApp } from '../../stores/app-store.ts';
import { goTo } from '../../stores/view-store.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/clipboard.ts';

/** What the person should know that concerns no single task. A notice disappears when main withdraws it. */
export function NoticeBar() {
  const notices = useApp((facts) => facts.notices);
  return (
    <>
      {notices.map((notice) => (
        <NoticeRow key={isProgress(notice) ? notice.code : `${notice.code} ${notice.subject}`} notice={notice} />
      ))}
      <EnvironmentKeyOffer />
    </>
  );
}

function NoticeRow({ notice }: { readonly notice: Notice }) {
  const say = useWords();
  return (
    <div className={styles.bar} role={isProgress(notice) ? 'status' : 'alert'}>
      {!isProgress(notice) && <CircleAlert size={16} className={styles.caution} />}
      <p className={styles.words}>{say(`notice.${notice.code}`, { subject: notice.subject })}</p>
      {notice.code === 'id-not-saved' && (
        <Button size="small" onClick={() => void copyText(notice.subject, 'app.copied-id')}>
          {say('notice.copy-id')}
        </Button>
      )}
      {notice.code.startsWith('library-') && (
        <Button size="small" onClick={() => goTo('settings')}>
          {say('notice.open-settings')}
        </Button>
      )}
    </div>
  );
}

/** Background work that needs nothing from the person. */
function isProgress({ code }: Notice): boolean {
  return code === 'names-being-read' || code === 'thumbnails-being-made';
}
