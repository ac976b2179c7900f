import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '../../../shared/account.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { useWords } from '../../stores/words.ts';
import { Button } from '../../ui/button.tsx';
import { notifyError } from '../../ui/toast.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountDialog } from './account-dialog.tsx';
import type { AccountQuestion } from './account-question.ts';
import styles from './accounts-section.module.css';
import { ForgetKeyDialog } from './forget-key-dialog.tsx';
import { Section } from './section.tsx';

/** Where pictures are bought, and how each key is kept. */
export function AccountsSection() {
  const say = useWords();
  const accounts = useApp((facts) => facts.accounts);
  const selectedId = useApp((facts) => facts.selectedAccountId);
  const [question, setQuestion] = useState<AccountQuestion | null>(null);
  const [forgetting, setForgetting] = useState<Account | null>(null);
  const shown = accounts.filter((account) => account.inView);
  const practice = accounts.find((account) => account.kind === 'practice' && !account.inView);
  return (
    <Section title={say('settings.accounts')} explained={say('settings.accounts-explained')}>
      <ul className={styles.cards}>
        {shown.map((account) => (
          <AccountCard key={account.id} account={account} selected={account.id === selectedId} onAsk={setQuestion} onForget={setForgetting} />
        ))}
      </ul>
      <div className={styles.row}>
        <Button size="large" variant={shown.some(({ kind }) => kind === 'service') ? 'plain' : 'solid'} icon={<Plus size={15} />} onClick={() => setQuestion({ kind: 'add' })}>
          {say('settings.account.add')}
        </Button>
        {practice && (
          <Button size="large" variant="quiet" onClick={() => void select(practice)}>
            {say('settings.practice-back')}
          </Button>
        )}
      </div>
      <AccountDialog question={question} onClose={() => setQuestion(null)} />
      <ForgetKeyDialog account={forgetting} onClose={() => setForgetting(null)} />
    </Section>
  );
}

async function select(account: Account): Promise<void> {
  const answer = await bridge.accountsSelect({ accountId: account.id });
  if (!answer.ok) notifyError(answer.error);
}
