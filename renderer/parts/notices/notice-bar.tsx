import { CircleAlert, KeyRound } from 'lucide-react';
import { useRef, type ComponentProps } from 'react';
import type { EnvironmentKeyOffer } from '../../../shared/account.ts';
import type { Notice } from '../../../shared/ipc/api.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { goTo } from '../../stores/windows/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.ts';
import colours from '../../ui/sheets/colour.module.css';
import rowStyles from '../../ui/sheets/row.module.css';
import { ask } from '../../ui/dialogs/ask.ts';
import { goToFallback } from '../../ui/focus-fallback.ts';

/** Notices that concern no single task. A notice disappears when main withdraws it. */
export function NoticeBar() {
  const notices = useApp((facts) => facts.notices);
  const offer = useApp((facts) => facts.environmentKey);
  return (
    <>
      {notices.map((notice) => (
        <NoticeRow key={isProgress(notice) ? notice.code : `${notice.code} ${notice.subject}`} notice={notice} />
      ))}
      {offer && <OfferRow offer={offer} />}
    </>
  );
}

/** Gives the focus back when main withdraws it. */
function Row(props: ComponentProps<'div'>) {
  const row = useRef<HTMLDivElement>(null);
  const kept = useKeptFocus(row, goToFallback);
  return <div {...props} {...kept} ref={row} className={rowStyles.strip} />;
}

function NoticeRow({ notice }: { readonly notice: Notice }) {
  const say = useWords();
  return (
    <Row role={isProgress(notice) ? 'status' : 'alert'}>
      {!isProgress(notice) && <CircleAlert size={16} className={colours.caution} />}
      <p className={rowStyles.words}>{say(`notice.${notice.code}`, { subject: isProgress(notice) ? Number(notice.subject) / 100 : notice.subject })}</p>
      {notice.code === 'id-not-saved' && (
        <Button size="small" onClick={() => copyText(notice.subject, 'app.copied-id')}>
          {say('notice.copy-id')}
        </Button>
      )}
      {notice.code.startsWith('library-') && (
        <Button size="small" onClick={() => goTo('settings')}>
          {say('notice.open-settings')}
        </Button>
      )}
    </Row>
  );
}

/** Background work that needs nothing from the person. */
function isProgress({ code }: Notice): boolean {
  return code === 'thumbnails-being-made';
}

/** Offers once to keep the key from SERVICE_API_KEY in an account (service-interface §5). */
function OfferRow({ offer }: { readonly offer: EnvironmentKeyOffer }) {
  const say = useWords();
  return (
    <Row role="status">
      <KeyRound size={16} />
      <p className={rowStyles.words}>{offer.lastFour === '' ? say('notice.environment-key-short') : say('notice.environment-key', { lastFour: offer.lastFour })}</p>
      <Button size="small" onClick={() => void ask('account', { question: { kind: 'environment', ...offer } })}>
        {say('notice.environment-key-keep')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => void notifyIfFailed(bridge.accountsDeclineEnvironmentKey())}>
        {say('notice.environment-key-decline')}
      </Button>
    </Row>
  );
}
