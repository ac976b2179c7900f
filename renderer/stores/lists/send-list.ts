import type { Recipe } from '../../../shared/batch.ts';
import { requestsOf, type ListEntry } from '../../../shared/lists/list-entries.ts';
import { appFacts, selectedAccount } from '../app-store.ts';
import { useCompose } from '../compose/compose-store.ts';
import { submitBatch } from '../compose/submit.ts';
import { showTop } from '../gallery/sheet-top.ts';
import { goTo } from '../view-store.ts';
import { notifyError } from '../../ui/toast.tsx';
import { closeList, openList } from './list-dialog.ts';
import { clearList, isTemplated, useList, type MendedList } from './list-store.ts';

/** What the rows ask for. Rows with faults are left out. */
export const entriesIn = ({ items }: MendedList): readonly ListEntry[] => items.flatMap(({ checked }) => (checked.entry ? [checked.entry] : []));

/**
 * Sends the list as one batch. The dialog closes at once, because a question about money may follow. It opens again, with all that was mended,
 * if the person says no or main does not accept the batch.
 */
export async function sendList(name: string): Promise<void> {
  const { list } = useList.getState();
  const account = selectedAccount(appFacts());
  if (!list || !account) return;
  closeList();
  const requests = entriesIn(list).flatMap(requestsOf);
  const onSend = (): void => {
    goTo('gallery');
    showTop();
  };
  const template = useCompose.getState().prompt;
  const recipe: Recipe = { from: 'list', ...(isTemplated(list.uses) && template.trim() !== '' && { template }) };
  const outcome = await submitBatch({ accountId: account.id, name, recipe, requests }, { onSend });
  if (outcome === 'sent') return clearList();
  openList();
  if (outcome !== 'declined') notifyError(outcome);
}
