import { Plus } from 'lucide-react';
import type { Account } from '../../../../shared/account.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { AccountCard } from './account-card.tsx';
import styles from './accounts.module.css';
import colours from '../../../ui/sheets/colour.module.css';
import textStyles from '../../../ui/sheets/text.module.css';
import rowStyles from '../../../ui/sheets/row.module.css';
import columnStyles from '../../../ui/sheets/column.module.css';
import { ask } from '../../../ui/dialogs/ask.ts';

/** Where pictures are bought, and how each key is kept. */
export function AccountsSection() {
  const say = useWords();
  const accounts = useApp((facts) => facts.accounts);
  const selectedId = useApp((facts) => facts.selectedAccountId);
  const shown = accounts.filter(({ removed }) => !removed);
  return (
    <>
      <ul className={columnStyles.column}>
        {shown.map((account) => (
          <AccountCard key={account.id} account={account} selected={account.id === selectedId} />
        ))}
      </ul>
      <div className={rowStyles.wrap}>
        <Button size="large" variant={shown.some(({ kind }) => kind === 'service') ? 'plain' : 'solid'} icon={<Plus size={15} />} onClick={() => void ask('account', { question: { kind: 'add' } })}>
          {say('settings.account.add')}
        </Button>
      </div>
      <RemovedAccounts accounts={accounts.filter((account) => account.removed)} />
    </>
  );
}

/** They can be added again, with a key. */
function RemovedAccounts({ accounts }: { readonly accounts: readonly Account[] }) {
  const say = useWords();
  if (accounts.length === 0) return null;
  return (
    <section aria-label={say('settings.removed-accounts')} className={styles.removed}>
      <h3>{say('settings.removed-accounts')}</h3>
      <p className={textStyles.hint}>{say('settings.removed-accounts-explained')}</p>
      <ul>
        {accounts.map((account) => (
          <li key={account.id} className={styles.removedRow}>
            <span className={rowStyles.words}>
              {account.name} <span className={classes(textStyles.code, colours.faint)}>{account.baseUrl}</span>
            </span>
            <Button size="small" aria-label={say('settings.account.add-back-name', { account: account.name })} onClick={() => void ask('account', { question: { kind: 'add', from: account } })}>
              {say('settings.account.add-back')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
