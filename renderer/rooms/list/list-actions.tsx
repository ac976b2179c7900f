import { useMemo } from 'react';
import { selectedAccount, useApp } from '../../stores/app-store.ts';
import { closeList } from '../../stores/lists/list-dialog-store.ts';
import { hasFaults, hasVariables, keepFirstRows, setListName, useList, type MendedList } from '../../stores/lists/list-store.ts';
import { entriesIn, kindsIn, sendList } from '../../stores/lists/send-list.ts';
import { composeChoices } from '../../stores/compose/compose-store.ts';
import { longestBatchName, mostInBatch } from '../../../shared/input-limits.ts';
import { tasksOf } from '../../../shared/lists/list-entries.ts';
import { mostListRows } from '../../../shared/lists/list-row.ts';
import { expectedPrice, firstUnpriced } from '../../../shared/money/expected-price.ts';
import type { Words } from '../../../shared/words/index.ts';
import { MissingPrice } from '../../parts/tasks/missing-price.tsx';
import { noPriceWords, priceWords } from '../../../shared/money/price-words.ts';
import { choiceTexts } from '../../../shared/request/compose-matrix.ts';
import { sentExtras } from '../../../shared/request/sent-extras.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { CostlyButton } from '../../ui/costly-button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import textStyles from '../../ui/sheets/text.module.css';
import styles from './list-dialog.module.css';

/** How many tasks the list makes, why it cannot be sent, its name, and the button that sends it. */
export function ListActions() {
  const say = useWords();
  const formats = useFormats();
  const list = useList((state) => state.list);
  const name = useList((state) => state.name);
  const account = useApp(selectedAccount);
  const entries = useMemo(() => (list ? entriesIn(list) : []), [list]);
  const tasks = entries.reduce((sum, entry) => sum + tasksOf(entry), 0);
  const [prices, accounts] = [useApp((facts) => facts.prices), useApp((facts) => facts.accounts)];
  const [price, missing] = useMemo(() => {
    if (!account || tasks > mostInBatch) return [null, null];
    const kinds = kindsIn(entries, sentExtras(account, composeChoices()).references);
    const unpriced = firstUnpriced(account.id, kinds.map(({ request }) => request), { prices, accounts });
    return [expectedPrice(kinds.map((kind) => ({ accountId: account.id, ...kind })), { prices, accounts }), unpriced];
  }, [entries, account, tasks, prices, accounts]);
  if (!list) return null;
  const usual = say('list.usual-name', { count: list.items.length });
  const why = !account ? say('compose.no-account') : account.key.status !== 'present' ? say('compose.no-key') : whyNot(say, list, tasks);
  const chosen = choiceTexts(say, composeChoices(), ' + ').join(', ');
  const faults = list.items.length - entries.length;
  return (
    <div className={styles.actions}>
      <div className={styles.sum} role="status">
        <strong>
          {faults > 0 ? say('list.sum-ready', { rows: list.items.length, ready: entries.length, tasks }) : say('list.sum', { rows: list.items.length, tasks })}
          {price && `, ${priceWords(say, formats, price)}`}
        </strong>
        {account && missing && (
          <MissingPrice accountId={account.id} request={missing} className={styles.missing}>
            {noPriceWords(say, account.id, missing, { prices, accounts })}
          </MissingPrice>
        )}
        <span className={why === null ? textStyles.hint : textStyles.error}>{why ?? say('list.choices', { account: account?.name ?? '', choices: chosen, empty: chosen === '' ? 'yes' : 'no' })}</span>
      </div>
      {list.more && (
        <Button size="large" onClick={keepFirstRows}>
          {say('list.keep-first', { most: mostListRows })}
        </Button>
      )}
      <div className={styles.name}>
        <TextField label={say('list.name')} value={name} placeholder={usual} maxLength={longestBatchName} onValueChange={setListName} />
      </div>
      <Button size="large" onClick={closeList}>
        {say('list.later')}
      </Button>
      <CostlyButton size="large" variant="solid" aria-disabled={why !== null} title={why ?? undefined} aria-description={why ?? undefined} onPress={() => why === null && void sendList(name.trim() || usual)}>
        {say('list.send', { count: tasks })}
      </CostlyButton>
    </div>
  );
}

/** Why the list cannot be sent as it is. Null: it can. */
function whyNot(say: Words, list: MendedList, tasks: number): string | null {
  const faults = list.items.filter(hasFaults).length;
  if (list.items.length === 0) return say('list.empty');
  if (!list.uses.includes('prompt') && !hasVariables(list)) return say('list.no-prompt-column');
  if (list.more) return say('list.more', { most: mostListRows });
  if (faults > 0) return say('list.faults', { count: faults });
  if (tasks > mostInBatch) return say('list.too-many', { count: tasks, most: mostInBatch });
  return null;
}
