import { create } from 'zustand';
import type { Account } from '../../../shared/account.ts';
import type { ComposeChoices } from '../../../shared/settings.ts';
import type { AccountId, RequestFields } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notifyError } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { appFacts } from '../app-store.ts';
import { didAct, type Outcome } from '../undo.ts';

/** Whose fields the dialog edits: those of the next request, or those of every request to an account. */
export type FieldsQuestion = { readonly kind: 'request' } | { readonly kind: 'account'; readonly accountId: AccountId };

/** Null: the dialog is closed. */
export const useFieldsQuestion = create<{ readonly question: FieldsQuestion | null }>(() => ({ question: null }));

export function askFields(question: FieldsQuestion | null): void {
  useFieldsQuestion.setState({ question });
}

/** The fields that the next request is sent with. Its own replace those of the account. */
export const sentFields = (account: Account, choices: ComposeChoices): RequestFields => ({ ...account.options.fields, ...choices.fields });

/** Changes the fields of every request to an account. It can be undone. Shows errors. False: nothing was changed. */
export async function setAccountFields({ id: accountId, name, options: { fields: before } }: Account, fields: RequestFields): Promise<boolean> {
  const say = currentWords();
  const set = async (to: RequestFields): Promise<Outcome> => {
    const account = appFacts().accounts.find(({ id }) => id === accountId);
    if (!account) return 'nothing';
    const answer = await bridge.accountsSetOptions({ accountId, options: { ...account.options, fields: { ...to } } });
    return answer.ok ? 'done' : answer.error;
  };
  const outcome = await set(fields);
  if (typeof outcome === 'object') notifyError(outcome);
  if (outcome !== 'done') return false;
  didAct({ words: say('fields.did', { account: name }), name: say('fields.did-name', { account: name }), undo: () => set(before), redo: () => set(fields) });
  return true;
}
