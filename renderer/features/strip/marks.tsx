import type { AccountId, EpochMs } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { useNow } from '../../stores/now.ts';
import { useFormats, useWords } from '../../stores/words.ts';
import type { Money } from '../tasks/money.ts';
import styles from './marks.module.css';

/** What is at stake, in words and by its tone. */
export function MoneyMark({ money }: { readonly money: Money }) {
  const say = useWords();
  return (
    <span className={styles.money} data-money={money}>
      {say(`strip.money.${money}`)}
    </span>
  );
}

/** Whose task it is, where there is more than one account. */
export function AccountMark({ accountId }: { readonly accountId: AccountId }) {
  const say = useWords();
  const several = useApp(({ accounts }) => accounts.length > 1);
  const name = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId)?.name);
  if (!several && name !== undefined) return null;
  return <span className={styles.account}>{name ?? say('history.account-gone')}</span>;
}

/** How long ago it was asked for. */
export function Age({ at }: { readonly at: EpochMs }) {
  const now = useNow();
  const { duration, exactTime } = useFormats();
  return (
    <time className={styles.age} dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {duration(now - at)}
    </time>
  );
}
