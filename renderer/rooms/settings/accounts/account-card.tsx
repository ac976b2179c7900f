import { Check, Coins, Ellipsis, ExternalLink, FlaskConical, KeyRound, Link2, PenLine, Trash2, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { Account, AccountTest, KeyState } from '../../../../shared/account.ts';
import { assertNever } from '../../../../shared/result.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { bridge } from '../../../bridge.ts';
import { askAccount } from '../../../stores/account-question.ts';
import { useWords } from '../../../words/words.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { ConsoleLink } from '../../../parts/tasks/console-link.tsx';
import styles from './account-card.module.css';
import { TestResult } from './test-result.tsx';

interface AccountCardProps {
  readonly account: Account;
  readonly selected: boolean;
  readonly onForget: (account: Account) => void;
  readonly onRemove: (account: Account) => void;
}

/** One account: its address, the state of its key, and what to do if the key does not work. */
export function AccountCard({ account, selected, onForget, onRemove }: AccountCardProps) {
  const say = useWords();
  const [test, setTest] = useState<AccountTest | 'running' | null>(null);
  const practice = account.kind === 'practice';
  const hasKey = account.key.status === 'present' || account.key.status === 'refused';
  const runTest = async (): Promise<void> => {
    setTest('running');
    const answer = await notifyIfFailed(bridge.accountsTest({ accountId: account.id }));
    setTest(answer.ok ? answer.value : null);
  };
  return (
    <li className={styles.card} data-selected={selected || undefined} aria-label={account.name}>
      <div className={styles.mark} data-practice={practice || undefined}>
        {practice ? <FlaskConical size={16} /> : <Coins size={16} aria-label={say('compose.paid')} />}
      </div>
      <div className={styles.facts}>
        <h3 className={styles.name}>{account.name}</h3>
        {practice ? (
          <p className={styles.soft}>{say('settings.practice-explained')}</p>
        ) : (
          <>
            <p className={styles.address}>{account.baseUrl}</p>
            <KeyLine keyState={account.key} onReplace={() => askAccount({ kind: 'replace-key', account })} />
            <ConsoleLink accountId={account.id} which="key">
              {say('settings.console.key')}
            </ConsoleLink>
            <ConsoleLink accountId={account.id} which="billing">
              {say('settings.console.billing')}
            </ConsoleLink>
          </>
        )}
        {test !== null && (
          <div className={styles.test}>
            <TestResult test={test} />
          </div>
        )}
      </div>
      <div className={styles.actions}>
        {selected ? (
          <span className={styles.selected}>
            <Check size={14} />
            {say('settings.account.in-use')}
          </span>
        ) : (
          <Button size="small" onClick={() => void notifyIfFailed(bridge.accountsSelect({ accountId: account.id }))} aria-label={say('settings.account.use-name', { account: account.name })}>
            {say('settings.account.use')}
          </Button>
        )}
        {!practice && (
          <>
            <Button size="small" disabled={!hasKey || test === 'running'} onClick={() => void runTest()} aria-label={say('settings.test-name', { account: account.name })}>
              {say('settings.test')}
            </Button>
            <Menu
              align="end"
              trigger={
                <IconButton label={say('settings.account.more', { account: account.name })} className={styles.more}>
                  <Ellipsis size={16} />
                </IconButton>
              }
            >
              <MenuItem icon={<PenLine size={14} />} onSelect={() => askAccount({ kind: 'rename', account })}>
                {say('settings.account.rename')}
              </MenuItem>
              <MenuItem icon={<KeyRound size={14} />} onSelect={() => askAccount({ kind: 'replace-key', account })}>
                {say('settings.account.replace-key')}
              </MenuItem>
              <MenuItem icon={<Link2 size={14} />} onSelect={() => askAccount({ kind: 'change-address', account })}>
                {say('settings.account.change-address')}
              </MenuItem>
              <MenuItem icon={<ExternalLink size={14} />} onSelect={() => askAccount({ kind: 'consoles', account })}>
                {say('settings.account.consoles')}
              </MenuItem>
              <MenuSeparator />
              {account.key.status !== 'missing' && (
                <MenuItem icon={<Trash2 size={14} />} danger onSelect={() => onForget(account)}>
                  {say('settings.account.forget-key')}
                </MenuItem>
              )}
              <MenuItem icon={<Unplug size={14} />} danger onSelect={() => onRemove(account)}>
                {say('settings.account.remove')}
              </MenuItem>
            </Menu>
          </>
        )}
      </div>
    </li>
  );
}

function KeyLine({ keyState, onReplace }: { readonly keyState: KeyState; readonly onReplace: () => void }) {
  const say = useWords();
  const trouble = troubleWith(say, keyState);
  return (
    <>
      {'keeping' in keyState && (
        <p className={styles.soft}>
          {keyWords(say, keyState.lastFour)} · {say(`settings.kept.${keyState.keeping}`)}
        </p>
      )}
      {trouble !== null && (
        <div className={styles.trouble}>
          <p>{trouble}</p>
          <Button size="small" onClick={onReplace}>
            {say(keyState.status === 'refused' ? 'settings.account.replace-key' : 'settings.account.paste-key')}
          </Button>
        </div>
      )}
    </>
  );
}

function keyWords(say: Words, lastFour: string): string {
  return lastFour === '' ? say('settings.key-short') : say('settings.key-ends', { lastFour });
}

function troubleWith(say: Words, keyState: KeyState): string | null {
  switch (keyState.status) {
    case 'present':
      return null;
    case 'refused':
    case 'missing':
    case 'unreadable':
      return say(`settings.key.${keyState.status}`);
    default:
      return assertNever(keyState);
  }
}
