import { isFree } from '../../../shared/account.ts';
import { requestsOfForm, written } from '../../../shared/request/compose-matrix.ts';
import { bridge } from '../../bridge.ts';
import { notifyError, notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { appFacts } from '../app-store.ts';
import { choicesIn, useCompose } from './compose-store.ts';
import { submitTasks } from './submit.ts';

/** Whether a practice picture is being asked for, because a click is easily made twice. */
let trying = false;

/** Has the practice service paint one picture, so that a person sees how one comes into being. The prompt field stays as it is. */
export async function tryPractice(): Promise<void> {
  const { accounts, selectedAccountId, settings } = appFacts();
  const practice = accounts.find(({ id }) => isFree(id));
  if (practice === undefined || trying) return;
  trying = true;
  try {
    if (practice.id !== selectedAccountId && !(await notifyIfFailed(bridge.accountsSelect({ accountId: practice.id }))).ok) return;
    const choices = written(choicesIn(useCompose.getState(), { selectedAccountId: practice.id, settings }));
    // Nothing that was chosen for another account, and one picture, whatever the form asks for.
    const [request] = requestsOfForm([currentWords()('gallery.empty-example-1')], choices, {}, 1);
    if (request === undefined) return;
    const [outcome] = await submitTasks([{ accountId: practice.id, request, count: 1, retryOf: null }]);
    if (outcome !== undefined && outcome !== 'sent' && outcome !== 'declined') notifyError(outcome);
  } finally {
    trying = false;
  }
}
