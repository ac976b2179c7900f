import { noOptions, type Account } from '../../../shared/account.ts';
import type { RequestFields } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { appFacts } from '../app-store.ts';
import { didAct } from '../undo.ts';

/**
 * Changes the fields of every request to an account. Its other options stay as they are at that moment. It can be undone. Shows errors. False: nothing was
 * changed.
 */
export async function setAccountFields({ id: accountId, name }: Account, fields: RequestFields): Promise<boolean> {
  const options = appFacts().accounts.find(({ id }) => id === accountId)?.options ?? noOptions;
  const answer = await notifyIfFailed(bridge.accountsSetOptions({ accountId, options: { ...options, fields: { ...fields } } }));
  if (!answer.ok) return false;
  const say = currentWords();
  didAct({ words: say('fields.did', { account: name }), name: say('fields.did-name', { account: name }), token: answer.value.token });
  return true;
}
