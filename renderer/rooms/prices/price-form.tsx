import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { readPrice } from '../../../shared/money/amount.ts';
import { mostPriceRows, type Priced } from '../../../shared/money/price-table.ts';
import { longestChoice, writtenSize } from '../../../shared/request/request-checks.ts';
import type { AccountId } from '../../../shared/task.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useWords } from '../../words/words.ts';
import { changePrices, ownPrices } from './price-actions.ts';
import { keyOf, withPrice, type OwnPrice } from './price-list.ts';
import { useRowWords } from './row-words.ts';
import styles from './price-form.module.css';

/** The initial content of the form: nothing, a request whose price is missing, or a row. */
export type PriceDraft = { readonly from: 'new' } | { readonly from: 'request'; readonly price: Priced } | { readonly from: 'row'; readonly price: OwnPrice };

interface PriceFormProps {
  readonly accountId: AccountId;
  readonly draft: PriceDraft;
  /** Whether it replaces another draft, so that the form takes the focus. */
  readonly follows: boolean;
  readonly onDone: () => void;
}

const fields = ['model', 'size', 'quality'] as const;

/** Adds a row, or changes one. */
export function PriceForm({ accountId, draft, follows, onDone }: PriceFormProps) {
  const say = useWords();
  const rowWords = useRowWords();
  const begun: Priced = draft.from === 'new' ? { model: '', size: '*', quality: '*' } : draft.price;
  const [typed, setTyped] = useState({ ...begun, price: draft.from === 'row' ? (draft.price.amount ?? '') : '' });
  const [tried, setTried] = useState(false);
  const modelField = useRef<HTMLInputElement>(null);
  const priceField = useRef<HTMLInputElement>(null);
  const isModelOpen = begun.model === '';
  useLayoutEffect(() => {
    if (draft.from !== 'new' || follows) (isModelOpen ? modelField : priceField).current?.focus();
  }, [draft.from, follows, isModelOpen]);

  const amount = typed.price.trim() === '' ? null : readPrice(typed.price);
  const wrongPrice = typed.price.trim() !== '' && amount === null;
  const price: OwnPrice = { model: typed.model.trim(), size: writtenSize(typed.size.trim()), quality: typed.quality.trim(), amount };
  const own = ownPrices(accountId);
  const before = draft.from === 'row' ? keyOf(draft.price) : null;
  const rows = withPrice(own, price, before);
  const isFull = rows.length > mostPriceRows;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (price.model === '') return modelField.current?.focus();
    if (wrongPrice || isFull) return;
    const row = rowWords(price);
    if (await changePrices(accountId, rows, { words: say('prices.did-save', { row }), name: say('prices.did-save-name', { row }) })) onDone();
  };
  return (
    <form className={styles.form} aria-label={draft.from === 'row' ? say('prices.edit-heading', { row: rowWords(draft.price) }) : say('prices.add-heading')} onSubmit={(event) => void submit(event)}>
      <h3 className={styles.heading}>{draft.from === 'row' ? say('prices.edit-heading', { row: rowWords(draft.price) }) : say('prices.add-heading')}</h3>
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
        <div className={styles.buttons}>
          <Button size="large" variant="solid" submits disabled={wrongPrice || isFull}>
            {say(draft.from === 'row' ? 'prices.save' : 'prices.add')}
          </Button>
          {draft.from === 'row' && (
            <Button size="large" onClick={onDone}>
              {say('app.cancel')}
            </Button>
          )}
        </div>
      </div>
      <p className={styles.hint}>{say('prices.form-hint')}</p>
    </form>
  );
}
