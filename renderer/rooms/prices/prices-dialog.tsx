import { FileDown, FileUp, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '../../../shared/account.ts';
import type { PricedRequest } from '../../../shared/money/price-fields.ts';
import type { PriceRow } from '../../../shared/money/price-table.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { askMoney, useMoneyQuestion } from '../../stores/accounts/money-question.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useLast } from '../../ui/dialogs/dialog.tsx';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.ts';
import { focusFallback } from './focus-fallback.ts';
import { PriceForm, type PriceDraft } from './price-form.tsx';
import { PricedByForm } from './priced-by-form.tsx';
import { PriceImport } from './price-import.tsx';
import { PriceTable } from './own-prices-table.tsx';
import { UnitField } from './unit-field.tsx';
import styles from './prices-dialog.module.css';

const noRows: readonly PriceRow[] = [];

/** The price table of an account. Each change is saved at once. The app mounts it once. */
export function PricesDialog() {
  const question = useMoneyQuestion((state) => (state.question?.kind === 'prices' ? state.question : null));
  const shown = useLast(question);
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === shown?.accountId));
  if (!shown || !account) return null;
  return <PricesOf account={account} request={shown.request ?? null} open={question !== null} onClose={() => askMoney(null)} />;
}

interface PricesOfProps {
  readonly account: Account;
  /** The request whose price is to be entered. */
  readonly request: PricedRequest | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The same dialog, which can also open above another one. */
export function PricesOf({ account, request, open, onClose }: PricesOfProps) {
  const say = useWords();
  return (
    <Dialog open={open} onClose={onClose} title={say('prices.title', { account: account.name })} description={say('prices.explained')} fallbackFocus={focusFallback} wide>
      <Prices account={account} request={request} />
    </Dialog>
  );
}

/** A component of its own, so that closing the dialog discards what was typed. */
function Prices({ account, request }: { readonly account: Account; readonly request: PricedRequest | null }) {
  const say = useWords();
  const rows = useApp(({ prices }) => prices.find(({ accountId }) => accountId === account.id)?.rows ?? noRows);
  const [draft, setDraft] = useState<PriceDraft>(() => (request ? { from: 'request', price: request } : { from: 'new' }));
  const [choosing, setChoosing] = useState(false);
  const [importing, setImporting] = useState(false);
  // A new key empties the form.
  const [round, setRound] = useState(0);
  const begin = (next: PriceDraft): void => {
    setDraft(next);
    setRound(round + 1);
  };
  if (importing) return <PriceImport accountId={account.id} onClose={() => setImporting(false)} />;
  const save = async (): Promise<void> => {
    const answer = await notifyIfFailed(bridge.pricesExport({ accountId: account.id }));
    if (answer.ok && answer.value.saved) notify(say('prices.exported'));
  };
  return (
    <>
      <div className={styles.tools}>
        <UnitField key={account.options.unit} account={account} />
        <span className={styles.space} />
        <Button icon={<SlidersHorizontal size={15} />} onClick={() => setChoosing(!choosing)} aria-expanded={choosing}>
          {say('prices.depends')}
        </Button>
        <Button icon={<FileUp size={15} />} onClick={() => setImporting(true)}>
          {say('prices.import')}
        </Button>
        <Button icon={<FileDown size={15} />} disabled={rows.length === 0} onClick={() => void save()}>
          {say('prices.export')}
        </Button>
      </div>
      {choosing && <PricedByForm account={account} onClose={() => setChoosing(false)} />}
      <PriceForm key={`${round} ${JSON.stringify(account.options.pricedBy)}`} account={account} draft={draft} follows={round > 0} onDone={() => begin({ from: 'new' })} />
      <PriceTable account={account} rows={rows} onEdit={(price) => begin({ from: 'row', price })} />
    </>
  );
}
