import { useEffect } from 'react';
import type { Account, RemovalFacts } from '../../../../shared/account.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { bridge } from '../../../bridge.ts';
import { whileTasksChange } from '../../../stores/accounts/account-money.ts';
import { didAct, followedBy } from '../../../stores/undo.ts';
import { currentWords, useWords } from '../../../words/words.ts';
import { notify, notifyIfFailed } from '../../../ui/toast.tsx';
import { ask, change, type Asked } from '../../../ui/dialogs/ask.ts';
import { Question } from '../../../ui/dialogs/dialog.tsx';
import styles from './accounts.module.css';
import { fallbackFocus } from './account-form.ts';

/** Asks before a key is forgotten, because it may exist nowhere else. */
export async function forgetKey({ id: accountId, name: account }: Account): Promise<void> {
  const say = currentWords();
  const words = { title: say('settings.delete-key.title', { account }), description: say('settings.delete-key.explained'), confirm: say('settings.delete-key.confirm') };
  if ((await ask('confirm', words)) !== null) await notifyIfFailed(bridge.accountsForgetKey({ accountId }));
}

/** Counts the account's tasks, then asks whether to remove it. */
export async function askRemoval(account: Account): Promise<void> {
  const read = async (): Promise<{ readonly account: Account; readonly facts: RemovalFacts } | null> => {
    const answer = await notifyIfFailed(bridge.accountsRemovalFacts({ accountId: account.id }));
    return answer.ok ? { account, facts: answer.value } : null;
  };
  await ask('remove-account', read());
}

interface RemoveProps extends Asked {
  readonly account: Account;
  readonly facts: RemovalFacts;
}

/** Says what happens to the key and the tasks before an account is removed. Tasks continue to be sent and to end while it is open. */
export function RemoveQuestion({ account, facts }: RemoveProps) {
  const say = useWords();
  useEffect(
    () =>
      whileTasksChange(async (isOutdated) => {
        const answer = await bridge.accountsRemovalFacts({ accountId: account.id });
        if (answer.ok && !isOutdated()) change('remove-account', { facts: answer.value });
      }),
    [account],
  );
  return (
    <Question
      fallbackFocus={fallbackFocus}
      title={say('settings.remove.title', { account: account.name })}
      description={say('settings.remove.explained')}
      confirm={say('settings.remove.confirm')}
      onConfirm={() => void removeAccount(account)}
    >
      <ul className={styles.consequences}>
        {[keyWords(say, account), ...taskWords(say, facts)].map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Question>
  );
}

function keyWords(say: Words, { key }: Account): string {
  if (key.status === 'missing') return say('settings.remove.no-key');
  return 'lastFour' in key && key.lastFour !== '' ? say('settings.remove.key', { lastFour: key.lastFour }) : say('settings.remove.key-short');
}

function taskWords(say: Words, { waiting, inProgress, unknown }: RemovalFacts): readonly string[] {
  if (waiting + inProgress + unknown === 0) return [say('settings.remove.no-tasks')];
  return [
    waiting > 0 ? say('settings.remove.waiting', { count: waiting }) : '',
    inProgress > 0 ? say('settings.remove.in-progress', { count: inProgress }) : '',
    unknown > 0 ? say('settings.remove.unknown', { count: unknown }) : '',
  ].filter(Boolean);
}

/** Undo restores the account without its key, which is not kept, and asks whether the cancelled tasks go back in the queue, where they wait for a key. */
async function removeAccount({ id: accountId, name: account }: Account): Promise<void> {
  const say = currentWords();
  const answer = await notifyIfFailed(bridge.accountsRemove({ accountId }));
  if (!answer.ok) return;
  didAct({
    words: say('settings.removed', { account }),
    name: say('settings.removed-name', { account }),
    token: answer.value.token,
    around: (run, what) => followedBy(run(), () => (what === 'undo' ? notify(say('settings.restored', { account })) : undefined)),
  });
}
