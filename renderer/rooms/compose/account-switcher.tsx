import { ChevronDown, Coins, Plus } from 'lucide-react';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { nothingIn } from '../../commands/command.ts';
import type { Account } from '../../../shared/account.ts';
import type { Words } from '../../../shared/words/index.ts';
import { chooseAccount } from '../../stores/accounts/choose-account.ts';
import { selectedAccount, useApp } from '../../stores/app-store.ts';
import { useWords } from '../../words/words.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { MoneyItems } from '../../parts/money/money-items.tsx';
import styles from './account-switcher.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import { ask } from '../../ui/dialogs/ask.ts';

/** Who pays for the next picture. An account that costs money is marked; the practice account is plain text. */
export function AccountSwitcher() {
  const say = useWords();
  const account = useApp(selectedAccount);
  const accounts = useApp((facts) => facts.accounts);
  if (!account) return null;
  const practice = account.kind === 'practice';
  const name = practice ? say('compose.practice-mark') : account.name;
  const label = practice ? name : say('compose.paid-account', { account: name });
  return (
    <Menu
      trigger={
        <button type="button" className={styles.trigger} data-practice={practice || undefined} aria-label={say('compose.account-is', { account: label })}>
          {!practice && <Coins size={14} className={styles.paid} />}
          <span className={textStyles.cut}>{name}</span>
          <ChevronDown size={13} className={styles.chevron} />
        </button>
      }
    >
      <MenuChoice
        label={say('compose.account')}
        value={account.id}
        onValueChange={chooseAccount}
        choices={accounts
          .filter(({ removed }) => !removed)
          .map((other) => ({ value: other.id, name: other.name, hint: hintOf(say, other) }))}
      />
      <MenuSeparator />
      {!practice && <MoneyItems accountId={account.id} />}
      <MenuItem icon={<Plus size={14} />} onSelect={() => void ask('account', { question: { kind: 'add' } })}>
        {say('settings.account.add')}
      </MenuItem>
      <CommandMenu items={['go-settings']} subject={nothingIn('everywhere')} />
    </Menu>
  );
}

/** Which service it is, and whether a task that is sent with it would wait. */
function hintOf(say: Words, { kind, baseUrl, key, sendingStopped }: Account): string {
  if (kind === 'practice') return say('app.practice-explained');
  const trouble = key.status === 'refused' ? say('tasks.rejected.key') : key.status !== 'present' ? say('compose.no-key') : sendingStopped ? say('tasks.queued.unclear') : null;
  return [new URL(baseUrl).host, trouble].filter(Boolean).join(' · ');
}
