import { Braces, Check, Coins, Ellipsis, ExternalLink, FlaskConical, Images, KeyRound, Link2, PenLine, Repeat, Trash2, Unplug } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Account, KeyState } from '../../../../shared/account.ts';
import { budgetPeriods, type BudgetPeriod } from '../../../../shared/money/budget.ts';
import type { AccountId } from '../../../../shared/task.ts';
import { chooseAccount } from '../../../stores/accounts/choose-account.ts';
import { useAccountMoney } from '../../../stores/accounts/account-money.ts';
import { useApp } from '../../../stores/app-store.ts';
import { amountWords } from '../../../../shared/words/amounts.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { MoneyItems } from '../../../parts/money/money-items.tsx';
import { ConsoleLink } from '../../../parts/accounts/console-link.tsx';
import styles from './accounts.module.css';
import colours from '../../../ui/sheets/colour.module.css';
import textStyles from '../../../ui/sheets/text.module.css';
import { testAccount } from './account-form.ts';
import { askRemoval, forgetKey } from './account-removal.tsx';
import { LastTestResult, TestResult } from './test-result.tsx';
import { ask } from '../../../ui/dialogs/ask.ts';

interface AccountCardProps {
  readonly account: Account;
  readonly selected: boolean;
}

const forms = [
  ['rename', PenLine],
  ['replace-key', KeyRound],
  ['change-address', Link2],
  ['consoles', ExternalLink],
] as const;

/** One account: its address, the state of its key, its prices and budget, what its last test said, and what to do if the key does not work. */
export function AccountCard({ account, selected }: AccountCardProps) {
  const say = useWords();
  const [testing, setTesting] = useState(false);
  const practice = account.kind === 'practice';
  const hasKey = account.key.status === 'present' || account.key.status === 'refused';
  const runTest = async (): Promise<void> => {
    await testAccount(account.id, () => setTesting(true));
    setTesting(false);
  };
  return (
    <li className={styles.card} data-selected={selected || undefined} aria-label={account.name}>
      <div className={styles.mark} data-practice={practice || undefined}>
        {practice ? <FlaskConical size={16} /> : <Coins size={16} aria-label={say('compose.paid')} />}
      </div>
      <div className={styles.facts}>
        <h3 className={styles.name}>{account.name}</h3>
        {practice ? (
          <p className={textStyles.hint}>{say('settings.practice-explained')}</p>
        ) : (
          <>
            <p className={classes(textStyles.code, colours.soft)}>{account.baseUrl}</p>
            <KeyLine keyState={account.key} onReplace={() => void ask('account', { question: { kind: 'replace-key', account } })} />
            <AccountMoney account={account} />
            <ConsoleLink accountId={account.id} which="key">
              {say('settings.console.key')}
            </ConsoleLink>
            <ConsoleLink accountId={account.id} which="billing">
              {say('settings.console.billing')}
            </ConsoleLink>
          </>
        )}
        {testing || account.lastTest ? (
          <div className={styles.test}>{testing || !account.lastTest ? <TestResult test="running" /> : <LastTestResult last={account.lastTest} />}</div>
        ) : (
          !practice && hasKey && <p className={textStyles.hint}>{say('settings.test.none')}</p>
        )}
      </div>
      <div className={styles.actions}>
        {selected ? (
          <span className={styles.selected}>
            <Check size={14} />
            {say('settings.account.in-use')}
          </span>
        ) : (
          <Button size="small" onClick={() => chooseAccount(account.id)} aria-label={say('settings.account.use-name', { account: account.name })}>
            {say('settings.account.use')}
          </Button>
        )}
        {practice && (
          <MoreMenu account={account.name}>
            <RepeatsItem accountId={account.id} />
          </MoreMenu>
        )}
        {!practice && (
          <>
            <Button size="small" disabled={!hasKey || testing} onClick={() => void runTest()} aria-label={say('settings.test-name', { account: account.name })}>
              {say('settings.test')}
            </Button>
            <MoreMenu account={account.name}>
              <MoneyItems accountId={account.id} />
              <MenuItem icon={<Braces size={14} />} onSelect={() => void ask('fields', { accountId: account.id })}>
                {say('fields.open')}
              </MenuItem>
              <MenuItem icon={<Images size={14} />} onSelect={() => void ask('references', { accountId: account.id })}>
                {say('references.setting')}
              </MenuItem>
              <RepeatsItem accountId={account.id} />
              <MenuSeparator />
              {forms.map(([kind, Icon]) => (
                <MenuItem key={kind} icon={<Icon size={14} />} onSelect={() => void ask('account', { question: { kind, account } })}>
                  {say(`settings.account.${kind}`)}
                </MenuItem>
              ))}
              <MenuSeparator />
              {account.key.status !== 'missing' && (
                <MenuItem icon={<Trash2 size={14} />} danger onSelect={() => void forgetKey(account)}>
                  {say('settings.account.delete-key')}
                </MenuItem>
              )}
              <MenuItem icon={<Unplug size={14} />} danger onSelect={() => void askRemoval(account)}>
                {say('settings.account.remove')}
              </MenuItem>
            </MoreMenu>
          </>
        )}
      </div>
    </li>
  );
}

function MoreMenu({ account, children }: { readonly account: string; readonly children: ReactNode }) {
  const say = useWords();
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={say('settings.account.more', { account })} size="small">
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}

function RepeatsItem({ accountId }: { readonly accountId: AccountId }) {
  const say = useWords();
  return (
    <MenuItem icon={<Repeat size={14} />} onSelect={() => void ask('repeats', { accountId })}>
      {say('repeats.setting')}
    </MenuItem>
  );
}

/** How the key is kept, or what is wrong with it and what to do. */
function KeyLine({ keyState, onReplace }: { readonly keyState: KeyState; readonly onReplace: () => void }) {
  const say = useWords();
  return (
    <>
      {'keeping' in keyState && (
        <p className={textStyles.hint}>
          {keyState.lastFour === '' ? say('settings.key-short') : say('settings.key-ends', { lastFour: keyState.lastFour })} · {say(`settings.kept.${keyState.keeping}`)}
        </p>
      )}
      {keyState.status !== 'present' && (
        <div className={styles.trouble}>
          <p>{say(`settings.key.${keyState.status}`)}</p>
          <Button size="small" onClick={onReplace}>
            {say(keyState.status === 'refused' ? 'settings.account.replace-key' : 'settings.account.paste-key')}
          </Button>
        </div>
      )}
    </>
  );
}

/** How many prices are known of an account, and what was spent of each of its limits. */
function AccountMoney({ account }: { readonly account: Account }) {
  const say = useWords();
  const count = useApp(({ prices }) => prices.find(({ accountId }) => accountId === account.id)?.rows.filter(({ amount }) => amount !== null).length ?? 0);
  const limited = budgetPeriods.filter((period) => account.options.budget[period] !== null);
  return (
    <>
      <p className={textStyles.hint}>{say(count === 0 && limited.length > 0 ? 'settings.account.no-prices-held' : 'settings.account.prices-known', { count })}</p>
      {limited.length > 0 && <Limits account={account} periods={limited} />}
    </>
  );
}

function Limits({ account: { id, options }, periods }: { readonly account: Account; readonly periods: readonly BudgetPeriod[] }) {
  const say = useWords();
  const formats = useFormats();
  const spent = useAccountMoney(id)?.spent;
  const words = (period: BudgetPeriod): string => {
    const limit = amountWords(say, formats, options.budget[period] ?? '0', options.unit);
    return say(`settings.account.spent.${period}`, { spent: spent ? amountWords(say, formats, spent[period], options.unit) : '…', limit });
  };
  return <p className={textStyles.hint}>{periods.map(words).join(' · ')}</p>;
}
