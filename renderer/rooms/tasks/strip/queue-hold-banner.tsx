import { Pause } from 'lucide-react';
import type { TaskWithImages } from '../../../../shared/task.ts';
import { StoppedSending } from '../../../parts/tasks/stopped-sending.tsx';
import { useApp } from '../../../stores/app-store.ts';
import { focusPrompt } from '../../../stores/compose/compose-store.ts';
import { holdAll } from '../../../stores/tasks/hold.ts';
import { useWords } from '../../../words/words.ts';
import { CostlyButton } from '../../../ui/costly-button.tsx';
import styles from './queue-hold-banner.module.css';
import rowStyles from '../../../ui/sheets/row.module.css';

/** Says, near the prompt, that the whole queue is on hold. */
export function QueueHoldBanner() {
  const say = useWords();
  const stopped = useApp(({ settings }) => settings.queueStopped);
  if (!stopped) return null;
  const resume = (): void => {
    // The button disappears, so move the focus first. It returns there after a question, too.
    focusPrompt();
    void holdAll(false);
  };
  return (
    <div className={styles.banner} role="status">
      <Pause size={14} aria-hidden />
      <p className={rowStyles.words}>{say('queue.on-hold')}</p>
      <CostlyButton size="small" onPress={resume}>
        {say('queue.resume-all')}
      </CostlyButton>
    </div>
  );
}

/** Says of accounts with waiting tasks that sending with them is stopped. The compose bar says it of the account that it shows. */
export function StoppedAccounts({ waiting }: { readonly waiting: readonly TaskWithImages[] }) {
  const accounts = useApp((facts) => facts.accounts);
  const selected = useApp(({ selectedAccountId }) => selectedAccountId);
  return accounts
    .filter(({ id, sendingStopped }) => sendingStopped && id !== selected && waiting.some(({ task }) => task.accountId === id))
    .map((account) => <StoppedSending key={account.id} account={account} className={styles.banner} leave={focusPrompt} />);
}
