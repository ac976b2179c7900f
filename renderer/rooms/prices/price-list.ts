import { compareAmounts, type Amount } from '../../../shared/money/amount.ts';
import { kindOf, pricedFields, sortedFields, type Priced } from '../../../shared/money/price-fields.ts';
import { amountOf, ownRowFor, priceFor, type PricePer, type PriceRow, type PriceTable } from '../../../shared/money/price-table.ts';
import type { OwnPrice } from '../../stores/accounts/change-money.ts';
import { currentFormats } from '../../words/words.ts';

/** A row of the table: the person's price and the learned one for the same model, size, quality and fields. */
export interface ListedPrice extends Priced {
  readonly key: string;
  readonly own: PriceRow | null;
  readonly learned: PriceRow | null;
  /** The person's more general row that also applies to these requests, if it has a price. */
  readonly rule: PriceRow | null;
  /** The price that counts. Null: unknown. */
  readonly amount: Amount | null;
  readonly per: PricePer;
  /** What the person's row says of a whole task with these values, as `learned` does. Null: unknown. */
  readonly entered: Amount | null;
  /** Whether it names a field that does not change the account's prices, so that it applies to no request. */
  readonly unused: boolean;
}

/** What the row is about. A field that the request does not have is the same as one that the row does not name. */
export const pricedOfRow = ({ model, size, quality, fields }: Priced): Priced => ({ model, size, quality, fields: sortedFields(Object.entries(fields).filter(([, value]) => value !== '')) });

export const keyOf = (priced: Priced): string => kindOf(pricedOfRow(priced));

export const ownRows = (rows: readonly PriceRow[]): readonly PriceRow[] => rows.filter(({ origin }) => origin === 'person');

/** The further fields that have a column: those that change the account's prices, and those that a row of the person names. */
export function columnsOf({ rows, by }: PriceTable): readonly string[] {
  return [...new Set([...pricedFields(by), ...ownRows(rows).flatMap(({ fields }) => Object.keys(fields))])];
}

/** By model, size, quality and fields. A learned price is not listed if a rule of the person says the same, or if it was learned while prices depended on other fields. */
export function listPrices(table: PriceTable): readonly ListedPrice[] {
  const { rows, by } = table;
  const names = pricedFields(by);
  const byKey = new Map<string, ListedPrice>();
  for (const own of ownRows(rows)) {
    const unused = Object.keys(own.fields).some((name) => !names.includes(name));
    byKey.set(keyOf(own), { ...pricedOfRow(own), key: keyOf(own), own, learned: null, rule: null, amount: own.amount, per: own.per, entered: amountOf(own, own, by), unused });
  }
  for (const learned of rows.filter(({ origin }) => origin === 'learned')) {
    if (Object.keys(learned.fields).length !== names.length || !names.every((name) => Object.hasOwn(learned.fields, name))) continue;
    const key = keyOf(learned);
    const own = byKey.get(key)?.own ?? null;
    const decides = ownRowFor(table, learned);
    const rule = own === null && decides !== null && decides.amount !== null ? decides : null;
    const entering = own ?? rule;
    const listed = { ...pricedOfRow(learned), key, own, learned, rule, amount: priceFor(table, learned), per: 'task', entered: entering && amountOf(entering, learned, by), unused: false } as const;
    if (rule === null || differs(listed)) byKey.set(key, listed);
  }
  return [...byKey.values()].sort((a, b) => order(a.model, b.model) || order(a.size, b.size) || order(a.quality, b.quality) || Object.keys(a.fields).length - Object.keys(b.fields).length || order(JSON.stringify(a.fields), JSON.stringify(b.fields)));
}

/** Whether the service charged something else than the person entered. */
export function differs({ entered, learned }: Pick<ListedPrice, 'entered' | 'learned'>): boolean {
  return learned !== null && learned.amount !== null && entered !== null && compareAmounts(entered, learned.amount) !== 0;
}

/** Adds a row. It replaces the row with the same key, and the row that was edited. */
export function withPrice(own: readonly OwnPrice[], price: OwnPrice, before: string | null): readonly OwnPrice[] {
  return [...own.filter((row) => keyOf(row) !== keyOf(price) && keyOf(row) !== before), price];
}

/** The rows after an import: the imported ones, and the person's rows that they do not replace. */
export function withImported(own: readonly OwnPrice[], imported: readonly OwnPrice[]): readonly OwnPrice[] {
  const keys = new Set(imported.map(keyOf));
  return [...own.filter((row) => !keys.has(keyOf(row))), ...imported];
}

const order = (a: string, b: string): number => currentFormats().compare(a, b);
