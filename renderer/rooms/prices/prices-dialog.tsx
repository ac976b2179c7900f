import { FileDown, FileUp, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { longestUnit, type Account } from '../../../shared/account.ts';
import type { PricedRequest } from '../../../shared/money/price-fields.ts';
import type { PriceRow } from '../../../shared/money/price-table.ts';
import type { AccountId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { changeMoney } from '../../stores/accounts/change-money.ts';
import { Button } from '../../ui/button.tsx';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { NothingToAsk } from '../../ui/dialogs/dialog-host.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.ts';
import { focusFallback } from '../../ui/focus-fallback.ts';
import { PriceForm, type PriceDraft } from './price-form.tsx';
import { PricedByForm } from './priced-by-form.tsx';
import { PriceImport } from './price-import.tsx';
import { PriceTable } from './own-prices-table.tsx';
import styles from './prices.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import rowStyles from '../../ui/sheets/row.module.css';

const noRows: readonly PriceRow[] = [];

interface PricesDialogProps extends Asked {
  readonly accountId: AccountId;
  /** The request whose price is to be entered. Absent: none. */
  readonly request?: PricedRequest;
}

/** The price table of an account. Each change is saved at once. */
export function PricesDialog({ accountId, request, close }: PricesDialogProps) {
  const say = useWords();
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId));
  if (!account) return <NothingToAsk close={close} />;
  return (
    <Dialog title={say('prices.title', { account: account.name })} description={say('prices.explained')} fallbackFocus={focusFallback} wide>
      <Prices account={account} request={request ?? null} />
    </Dialog>
  );
}

function Prices({ account, request }: { readonly account: Account; readonly request: PricedRequest | null }) {
  const say = useWords();
  const rows = useApp(({ prices }) => prices.find(({ accountId }) => accountId === account.id)?.rows ?? noRows);
  const [draft, setDraft] = useState<PriceDraft>(() => (request ? { from: 'request', price: request } : { from: 'new' }));
  const [choosing, setChoosing] = useState(false);
  const [importing, setImporting] = useState(false);
  const unitHint = useId();
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
      <div className={rowStyles.fields}>
        <UnitField key={account.options.unit} account={account} hintId={unitHint} />
        <span className={rowStyles.space} />
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
      <p id={unitHint} className={textStyles.hint}>
        {say('prices.unit-hint')}
      </p>
      {choosing && <PricedByForm account={account} onClose={() => setChoosing(false)} />}
      <PriceForm key={`${round} ${JSON.stringify(account.options.pricedBy)}`} account={account} draft={draft} follows={round > 0} onDone={() => begin({ from: 'new' })} />
      <PriceTable account={account} rows={rows} onEdit={(price) => begin({ from: 'row', price })} />
    </>
  );
}

/** The unit of an account's amounts. Leaving the field saves it. */
function UnitField({ account, hintId }: { readonly account: Account; readonly hintId: string }) {
  const say = useWords();
  const [typed, setTyped] = useState(account.options.unit);
  const unit = /^[a-z]{3}$/.test(typed.trim()) ? typed.trim().toUpperCase() : typed.trim();
  const keep = (): void => {
    if (unit === '') setTyped(account.options.unit);
    else if (unit !== account.options.unit) void changeMoney(account.id, { options: { unit } }, say('prices.did-unit', { unit }));
  };
  return (
    <div className={styles.unit} onBlur={keep}>
      <TextField
        label={say('prices.unit')}
        value={typed}
        onValueChange={setTyped}
        aria-describedby={hintId}
        error={unit === '' ? say('prices.unit-wrong') : null}
        maxLength={longestUnit}
        onKeyDown={({ key }) => key === 'Enter' && keep()}
      />
    </div>
  );
}
