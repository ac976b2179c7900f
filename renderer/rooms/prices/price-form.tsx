import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { readPrice } from '../../../shared/money/amount.ts';
import { longestPricedValue, pricedFields, pricedOf, sortedFields, writtenValue, type Priced, type PricedRequest } from '../../../shared/money/price-fields.ts';
import { mostPriceRows, pricesPer, type PricePer } from '../../../shared/money/price-table.ts';
import { longestChoice, writtenSize } from '../../../shared/request/request-checks.ts';
import type { Account } from '../../../shared/account.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useWords } from '../../words/words.ts';
import { changeMoney, type OwnPrice } from '../../stores/accounts/change-money.ts';
import { leaveByEscape } from '../../ui/leave-by-escape.ts';
import { ownPrices } from './price-actions.ts';
import { keyOf, pricedOfRow, withPrice } from './price-list.ts';
import { useFieldName, useRowWords } from './row-words.ts';
import styles from './prices.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import rowStyles from '../../ui/sheets/row.module.css';

/** The initial content of the form: nothing, a request whose price is missing, or a row. */
export type PriceDraft = { readonly from: 'new' } | { readonly from: 'request'; readonly price: PricedRequest } | { readonly from: 'row'; readonly price: OwnPrice };

interface PriceFormProps {
  readonly account: Account;
  readonly draft: PriceDraft;
  /** Whether it replaces another draft, so that the form takes the focus. */
  readonly follows: boolean;
  readonly onDone: () => void;
}

const fields = ['model', 'size', 'quality'] as const;

/** Adds a row, or changes one. */
export function PriceForm({ account, draft, follows, onDone }: PriceFormProps) {
  const say = useWords();
  const rowWords = useRowWords();
  const fieldName = useFieldName();
  const by = account.options.pricedBy;
  const begun: Priced = draft.from === 'new' ? { model: '', size: '*', quality: '*', fields: {} } : draft.from === 'row' ? draft.price : pricedOfRow(pricedOf(draft.price, by));
  const names = [...new Set([...pricedFields(by), ...Object.keys(begun.fields)])];
  const [typed, setTyped] = useState({ ...begun, price: draft.from === 'row' ? (draft.price.amount ?? '') : '' });
  const [per, setPer] = useState<PricePer>(draft.from === 'row' ? draft.price.per : 'task');
  const [tried, setTried] = useState(false);
  const modelField = useRef<HTMLInputElement>(null);
  const priceField = useRef<HTMLInputElement>(null);
  const isModelOpen = begun.model === '';
  useLayoutEffect(() => {
    if (draft.from !== 'new' || follows) (isModelOpen ? modelField : priceField).current?.focus();
  }, [draft.from, follows, isModelOpen]);

  const amount = typed.price.trim() === '' ? null : readPrice(typed.price);
  const wrongPrice = typed.price.trim() !== '' && amount === null;
  const values = names.map((name) => [name, writtenValue(typed.fields[name] ?? '')] as const).filter(([, value]) => value !== '');
  const price: OwnPrice = { model: typed.model.trim(), size: writtenSize(typed.size.trim()), quality: typed.quality.trim(), fields: sortedFields(values), per, amount };
  const own = ownPrices(account.id);
  const before = draft.from === 'row' ? keyOf(draft.price) : null;
  const rows = withPrice(own, price, before);
  const isFull = rows.length > mostPriceRows;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (price.model === '') return modelField.current?.focus();
    if (wrongPrice || isFull) return;
    const row = rowWords(price);
    if (await changeMoney(account.id, { rows }, say('prices.did-save', { row }))) onDone();
  };
  return (
    <form {...leaveByEscape(draft.from === 'row' ? onDone : null)} className={styles.form} aria-label={draft.from === 'row' ? say('prices.edit-heading', { row: rowWords(draft.price) }) : say('prices.add-heading')} onSubmit={(event) => void submit(event)}>
      <h3>{draft.from === 'row' ? say('prices.edit-heading', { row: rowWords(draft.price) }) : say('prices.add-heading')}</h3>
      <div className={styles.fields}>
        {fields.map((field) => (
          <TextField
            key={field}
            {...(field === 'model' && { ref: modelField })}
            label={say(`prices.${field}`)}
            value={typed[field]}
            onValueChange={(text) => setTyped({ ...typed, [field]: text })}
            maxLength={longestChoice[field]}
            error={field === 'model' && tried && price.model === '' ? say('prices.needs-model') : null}
          />
        ))}
        {names.map((name) => (
          <TextField
            key={`field ${name}`}
            label={fieldName(name)}
            value={typed.fields[name] ?? ''}
            onValueChange={(text) => setTyped({ ...typed, fields: { ...typed.fields, [name]: text } })}
            placeholder={per === 'picture' && name === by.pictures ? say('prices.any') : say('prices.none-given')}
            maxLength={longestPricedValue}
          />
        ))}
        <TextField
          ref={priceField}
          label={say('prices.price')}
          value={typed.price}
          onValueChange={(text) => setTyped({ ...typed, price: text })}
          placeholder={say('prices.unknown')}
          inputMode="decimal"
          maxLength={64}
          error={wrongPrice ? say('prices.no-amount', { text: typed.price.trim() }) : isFull ? say('prices.full') : null}
        />
      </div>
      <div className={rowStyles.wrap}>
        {(by.pictures !== null || per === 'picture') && (
          <SegmentedControl label={say('prices.per')} value={per} onValueChange={setPer} options={pricesPer.map((value) => ({ value, name: say(`money.each-${value}`) }))} />
        )}
        <Button size="large" variant="solid" submits disabled={wrongPrice || isFull}>
          {say(draft.from === 'row' ? 'prices.save' : 'prices.add')}
        </Button>
        {draft.from === 'row' && (
          <Button size="large" onClick={onDone}>
            {say('app.cancel')}
          </Button>
        )}
      </div>
      <p className={textStyles.hint}>{say(names.length > 0 ? 'prices.form-hint-fields' : 'prices.form-hint')}</p>
    </form>
  );
}
