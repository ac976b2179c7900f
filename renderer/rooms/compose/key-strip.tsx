import { KeyRound } from 'lucide-react';
import type { Account } from '../../../shared/account.ts';
import { assertNever } from '../../../shared/result.ts';
import type { Words } from '../../../shared/words/index.ts';
import { goTo } from '../../stores/view-store.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { ConsoleLink } from '../../parts/tasks/console-link.tsx';
import styles from './compose-bar.module.css';

/** Says why nothing can be sent with this account, and leads to where that can be fixed. */
export function KeyStrip({ account }: { readonly account: Account | null }) {
  const say = useWords();
  const words = account ? wordsForKey(say, account) : say('compose.no-account');
  if (words === null) return null;
  return (
    <div className={styles.strip} role="status">
      <KeyRound size={15} className={styles.caution} />
      <p>{words}</p>
      {account && (
        <ConsoleLink accountId={account.id} which="key">
          {say('settings.console.open-key')}
        </ConsoleLink>
      )}
      <Button size="small" onClick={() => goTo('settings')}>
        {say('compose.open-settings')}
      </Button>
    </div>
  );
}

export function hasUsableKey(account: Account): boolean {
  return account.key.status === 'present';
}

function wordsForKey(say: Words, { name, key }: Account): string | null {
  switch (key.status) {
    case 'present':
      return null;
    case 'missing':
      return say('compose.key-missing', { account: name });
    case 'refused':
      return say('compose.key-refused', { account: name, lastFour: key.lastFour || 'none' });
    case 'unreadable':
      return say('compose.key-unreadable', { account: name });
    default:
      return assertNever(key);
  }
}
