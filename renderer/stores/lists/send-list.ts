import type { Recipe } from '../../../shared/batch.ts';
import { matrixOfList, requestsOf, type ListEntry } from '../../../shared/lists/list-entries.ts';
import type { PricedRequest } from '../../../shared/money/price-fields.ts';
import type { GenerationRequest } from '../../../shared/task.ts';
import { appFacts, selectedAccount } from '../app-store.ts';
import { composeChoices, focusPrompt, useCompose } from '../compose/compose-store.ts';
import { lacksReferences, useReferences } from '../compose/compose-references.ts';
import { sentExtras } from '../../../shared/request/sent-extras.ts';
import { submitBatch } from '../compose/submit.ts';
import { showTop } from '../gallery/sheet-top.ts';
import { notify, notifyError } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { closeList, openList } from './list-dialog-store.ts';
import { clearList, hasVariables, setAsideUnsent, useList, type MendedList } from './list-store.ts';

/** What the rows ask for. Rows with faults are left out. */
export const entriesIn = ({ items }: MendedList): readonly ListEntry[] => items.flatMap(({ checked }) => (checked.entry ? [checked.entry] : []));

/** The distinct requests that prices depend on, each with its number of tasks. A list of thousands mostly has a few of them. */
export function kindsIn(entries: readonly ListEntry[], references: GenerationRequest['references']): readonly { readonly request: PricedRequest; readonly count: number }[] {
  const kinds = new Map<string, { readonly request: PricedRequest; count: number }>();
  for (const { prompts, values, fields, count } of entries) {
    for (const model of values.model) {
      for (const size of values.size) {
        for (const quality of values.quality) {
          const key = JSON.stringify([model, size, quality, fields]);
          const kind = kinds.get(key) ?? { request: { model, size, quality, ...(fields && { fields }), ...(references && { references }) }, count: 0 };
          kind.count += prompts.length * count;
          kinds.set(key, kind);
        }
      }
    }
  }
  return [...kinds.values()];
}

/**
 * Sends the list as one batch. The dialog closes at once, because a question about money may follow. It opens again, with all corrections,
 * if the person says no or main does not accept the batch. If only the first are sent, the
 * rows of the others are put aside, and undo brings them back.
 */
export async function sendList(name: string): Promise<void> {
  const { list } = useList.getState();
  const account = selectedAccount(appFacts());
  if (!list || !account || lacksReferences(useReferences.getState())) return;
  closeList();
  const { references } = sentExtras(account, composeChoices());
  const requests = entriesIn(list).flatMap(requestsOf).map((request) => (references ? { ...request, references } : request));
  let unsent = 0;
  const onSend = (left: number): void => {
    unsent = left;
    focusPrompt();
    showTop();
  };
  const template = useCompose.getState().prompt;
  const recipe: Recipe = { from: 'list', ...(hasVariables(list) && template.trim() !== '' && { template }), ...matrixOfList(requests) };
  const outcome = await submitBatch({ accountId: account.id, name, recipe, requests }, { onSend });
  if (outcome === 'sent' && unsent > 0) {
    setAsideUnsent(requests.length - unsent);
    return notify(currentWords()('list.put-aside', { sent: requests.length - unsent, unsent }));
  }
  if (outcome === 'sent') return clearList();
  openList();
  if (outcome !== 'declined') notifyError(outcome);
}
