import { KeyRound } from 'lucide-react';
import { bridge } from '../../bridge.ts';
import { askAccount } from '../../stores/account-question.ts';
import { useApp } from '../../stores/app-store.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { notifyIfFailed } from '../../ui/toast.tsx';
import notice from './notice-bar.module.css';

/** Offers once to keep the key from SERVICE_API_KEY in an account (service-interface §5). */
export function EnvironmentKeyOffer() {
  const say = useWords();
  const offer = useApp((facts) => facts.environmentKey);
  if (!offer) return null;
  return (
    <div className={notice.bar} role="status">
      <KeyRound size={16} />
      <p className={notice.words}>{say('notice.environment-key', { lastFour: offer.lastFour })}</p>
      <Button size="small" onClick={() => askAccount({ kind: 'environment', lastFour: offer.lastFour })}>
        {say('notice.environment-key-keep')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => void notifyIfFailed(bridge.accountsDeclineEnvironmentKey())}>
        {say('notice.environment-key-decline')}
      </Button>
    </div>
  );
}
