import type { TaskWithImages } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { focusPrompt } from '../../stores/compose/compose-store.ts';
import { StoppedSending } from '../../parts/tasks/stopped-sending.tsx';
import styles from './queue-hold-banner.module.css';

/** Says of accounts with waiting tasks that sending with them is stopped. The compose bar says it of the account that it shows. */
export function StoppedAccounts({ waiting }: { readonly waiting: readonly TaskWithImages[] }) {
  const accounts = useApp((facts) => facts.accounts);
  const selected = useApp(({ selectedAccountId }) => selectedAccountId);
  return accounts
    .filter(({ id, sendingStopped }) => sendingStopped && id !== selected && waiting.some(({ task }) => task.accountId === id))
    .map((account) => <StoppedSending key={account.id} account={account} className={styles.held} leave={focusPrompt} />);
}
