import { ArrowDownToLine, PenLine, Trash2, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Account } from '../../../shared/account.ts';
import type { Amount } from '../../../shared/money/amount.ts';
import type { PriceRow } from '../../../shared/money/price-table.ts';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { amountWords } from '../../../shared/words/amounts.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { changeMoney, type OwnPrice } from '../../stores/accounts/change-money.ts';
import { ownPrices } from './price-actions.ts';
import { columnsOf, differs, keyOf, listPrices, pricedOfRow, withPrice, type ListedPrice } from './price-list.ts';
import { useCellWords, useFieldName, useRowWords } from './row-words.ts';
import tableStyles from '../../ui/sheets/table.module.css';
import styles from './prices.module.css';

interface PriceTableProps {
  readonly account: Account;
  readonly rows: readonly PriceRow[];
  readonly onEdit: (price: OwnPrice) => void;
}

/** The most rows that are rendered. The filter finds the others. */
const mostDrawn = 200;
/** The filter is shown if there are more rows than this. */
const few = 12;

/** The person's prices and the learned ones, row by row. */
export function PriceTable({ account, rows, onEdit }: PriceTableProps) {
  const say = useWords();
  const [filter, setFilter] = useState('');
  const fieldName = useFieldName();
  const by = account.options.pricedBy;
  const listed = useMemo(() => listPrices({ rows, by }), [rows, by]);
  const columns = useMemo(() => columnsOf({ rows, by }), [rows, by]);
  if (listed.length === 0) return <p className={styles.explained}>{say('prices.empty')}</p>;
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const found = listed.filter(({ model, size, quality, fields }) => words.every((word) => `${model} ${size} ${quality} ${Object.values(fields).join(' ')}`.toLowerCase().includes(word)));
  return (
    <>
      {listed.length > few && <TextField label={say('prices.filter')} value={filter} onValueChange={setFilter} maxLength={200} />}
      {found.length === 0 ? (
        <p className={styles.explained}>{say('prices.filter-none')}</p>
      ) : (
        <div className={tableStyles.scroller}>
          <table className={styles.table} aria-label={say('prices.table')}>
            <thead>
              <tr>
                <th scope="col">{say('prices.model')}</th>
                <th scope="col">{say('prices.size')}</th>
                <th scope="col">{say('prices.quality')}</th>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {fieldName(name)}
                  </th>
                ))}
                <th scope="col" className={tableStyles.number}>
                  {say('prices.price')}
                </th>
                <th scope="col">{say('prices.from')}</th>
                <th scope="col">
                  <span className="visually-hidden">{say('prices.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, mostDrawn).map((row) => (
                <Row key={row.key} row={row} columns={columns} account={account} onEdit={onEdit} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found.length > mostDrawn && <p className={styles.explained}>{say('prices.more', { count: found.length - mostDrawn })}</p>}
    </>
  );
}

interface RowProps {
  readonly row: ListedPrice;
  readonly columns: readonly string[];
  readonly account: Account;
  readonly onEdit: (price: OwnPrice) => void;
}

function Row({ row, columns, account, onEdit }: RowProps) {
  const say = useWords();
  const formats = useFormats();
  const cell = useCellWords();
  const rowWords = useRowWords();
  const { own, learned, rule } = row;
  const isLearned = (own === null && rule === null) || (differs(row) && row.amount === learned?.amount);
  const amount = (of: Amount | null): string => (of === null ? say('prices.unknown') : amountWords(say, formats, of, account.options.unit));
  const name = rowWords(row);
  const charged: OwnPrice = { ...pricedOfRow(row), per: 'task', amount: learned?.amount ?? null };
  /** The price of each picture applies to any number of them. */
  const fieldCell = (column: string): string => {
    const value = Object.hasOwn(row.fields, column) ? (row.fields[column] ?? '') : '';
    return value === '' && row.per === 'picture' && column === account.options.pricedBy.pictures ? cell('*') : cell(value);
  };
  const remove = (): void => {
    void changeMoney(account.id, { rows: ownPrices(account.id).filter((other) => keyOf(other) !== row.key) }, say('prices.did-delete', { row: name }));
  };
  const takeOver = (): void => {
    void changeMoney(account.id, { rows: withPrice(ownPrices(account.id), charged, null) }, say('prices.did-save', { row: name }));
  };
  return (
    <tr data-learned={isLearned || undefined}>
      <td>{cell(row.model)}</td>
      <td className={styles.short}>{cell(row.size)}</td>
      <td className={styles.short}>{cell(row.quality)}</td>
      {columns.map((column) => (
        <td key={column} className={styles.field}>
          {fieldCell(column)}
        </td>
      ))}
      <td className={tableStyles.number}>
        {amount(row.amount)}
        {row.amount !== null && account.options.pricedBy.pictures !== null && <span className={styles.note}>{say(row.per === 'picture' ? 'money.each-picture' : 'money.each-task')}</span>}
      </td>
      <td>
        {row.unused && <span className={styles.differs}>{say('prices.unused')}</span>}
        {say(isLearned ? 'prices.learned' : 'prices.yours')}
        {learned && <Note row={row} learned={learned} amount={amount} />}
      </td>
      <td className={styles.actions}>
        {differs(row) && (
          <IconButton label={say('prices.take-over', { row: name })} onClick={takeOver}>
            <ArrowDownToLine size={14} />
          </IconButton>
        )}
        <IconButton label={say(own === null ? 'prices.own-instead' : 'prices.edit', { row: name })} onClick={() => onEdit(own ?? charged)}>
          <PenLine size={14} />
        </IconButton>
        {own && (
          <IconButton label={say('prices.delete', { row: name })} onClick={remove}>
            <Trash2 size={14} />
          </IconButton>
        )}
      </td>
    </tr>
  );
}

interface NoteProps {
  readonly row: ListedPrice;
  readonly learned: PriceRow;
  readonly amount: (of: Amount | null) => string;
}

/** What the service charged last, and whether it differs from the person's price. */
function Note({ row, learned, amount }: NoteProps) {
  const say = useWords();
  const { day } = useFormats();
  const rowWords = useRowWords();
  const counts = row.amount === learned.amount ? 'charged' : 'entered';
  const values = { amount: amount(learned.amount), day: day(learned.at), counts };
  if (!differs(row)) return <span className={styles.note}>{say(row.own?.amount === null ? 'prices.service-said-instead' : 'prices.service-said', values)}</span>;
  return (
    <span className={styles.differs}>
      <TriangleAlert size={12} aria-hidden /> {row.rule ? say('prices.rule-differs', { ...values, rule: rowWords(row.rule), own: amount(row.entered) }) : say('prices.differs', { ...values, own: amount(row.entered) })}
    </span>
  );
}
