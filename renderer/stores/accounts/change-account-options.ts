import { noOptions, type AccountOptions } from '../../../shared/account.ts';
import type { AccountId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notifyError } from '../../ui/toast.tsx';
import { appFacts } from '../app-store.ts';
import { didAct, type Outcome } from '../undo.ts';

/** What the act is called: in its message, and in the offer to undo it. */
interface ActWords {
  readonly words: string;
  readonly name: string;
}

/** Options that send nothing, whatever they are. The others are changed with `changeMoney`. */
type FreeOptions = Pick<AccountOptions, 'fields'>;

/** Changes some options of an account. The others stay as they are at that moment. It can be undone. Shows errors. False: nothing was changed. */
export async function changeOptions(accountId: AccountId, change: Partial<FreeOptions>, words: ActWords): Promise<boolean> {
  const optionsNow = (): AccountOptions => appFacts().accounts.find(({ id }) => id === accountId)?.options ?? noOptions;
  const before = optionsNow();
  const taken = Object.fromEntries((Object.keys(change) as (keyof FreeOptions)[]).map((key) => [key, before[key]]));
  const set = async (to: Partial<FreeOptions>): Promise<Outcome> => {
    const options = { ...optionsNow(), ...to };
    const answer = await bridge.accountsSetOptions({ accountId, options: { ...options, fields: { ...options.fields } } });
    return answer.ok ? 'done' : answer.error;
  };
  const outcome = await set(change);
  if (typeof outcome === 'object') notifyError(outcome);
  if (outcome !== 'done') return false;
  didAct({ ...words, undo: () => set(taken), redo: () => set(change) });
  return true;
}
