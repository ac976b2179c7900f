import { ChevronDown, Coins, Plus, Settings } from 'lucide-react';
import { openAddAccount } from '../../stores/accounts/account-question.ts';
import { chooseAccount } from '../../stores/accounts/choose-account.ts';
import { selectedAccount, useApp } from '../../stores/app-store.ts';
import { goTo } from '../../stores/windows/view-store.ts';
import { useWords } from '../../words/words.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { MoneyItems } from '../../parts/money/money-items.tsx';
import styles from './account-switcher.module.css';

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
        <button type="button" className={styles.trigger} data-practice={practice || undefined} aria-label={`${say('compose.account')}: ${label}`}>
          {!practice && <Coins size={14} className={styles.paid} />}
          <span className={styles.name}>{name}</span>
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
          .map((other) => ({ value: other.id, name: other.name, hint: other.kind === 'practice' ? say('app.practice-explained') : new URL(other.baseUrl).host }))}
      />
      <MenuSeparator />
      {!practice && <MoneyItems accountId={account.id} />}
      <MenuItem icon={<Plus size={14} />} onSelect={openAddAccount}>
        {say('settings.account.add')}
      </MenuItem>
      <MenuItem icon={<Settings size={14} />} shortcut="go-settings" onSelect={() => goTo('settings')}>
        {say('app.settings')}
      </MenuItem>
    </Menu>
  );
}
