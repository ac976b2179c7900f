import { compareAmounts, type Amount } from '../../../shared/money/amount.ts';
import { ownRowFor, priceOf, type Priced, type PriceRow } from '../../../shared/money/price-table.ts';

/** A row of the table: the person's price and the learned one for the same model, size and quality. */
export interface ListedPrice extends Priced {
  readonly key: string;
  readonly own: PriceRow | null;
  readonly learned: PriceRow | null;
  /** The person's more general row that also applies to these requests, if it has a price. */
  readonly rule: PriceRow | null;
  /** The price that counts. Null: unknown. */
  readonly amount: Amount | null;
}

/** A row that the person writes. */
export interface OwnPrice extends Priced {
  readonly amount: Amount | null;
}

export const keyOf = ({ model, size, quality }: Priced): string => JSON.stringify([model, size, quality]);

export const ownRows = (rows: readonly PriceRow[]): readonly PriceRow[] => rows.filter(({ origin }) => origin === 'person');

/** By model, size and quality. A learned price is not listed if a rule of the person says the same. */
export function listPrices(rows: readonly PriceRow[]): readonly ListedPrice[] {
  const byKey = new Map<string, ListedPrice>();
  for (const own of ownRows(rows)) byKey.set(keyOf(own), { ...pricedOf(own), key: keyOf(own), own, learned: null, rule: null, amount: own.amount });
  for (const learned of rows.filter(({ origin }) => origin === 'learned')) {
    const key = keyOf(learned);
    const own = byKey.get(key)?.own ?? null;
    const decides = ownRowFor(rows, learned);
    const rule = own === null && decides !== null && decides.amount !== null ? decides : null;
    const listed = { ...pricedOf(learned), key, own, learned, rule, amount: priceOf(rows, learned) };
    if (rule === null || differs(listed)) byKey.set(key, listed);
  }
  return [...byKey.values()].sort((a, b) => order(a.model, b.model) || order(a.size, b.size) || order(a.quality, b.quality));
}

/** Whether the service charged something else than the person entered. */
export function differs({ own, rule, learned }: Pick<ListedPrice, 'own' | 'rule' | 'learned'>): boolean {
  const entered = (own ?? rule)?.amount ?? null;
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

const pricedOf = ({ model, size, quality }: Priced): Priced => ({ model, size, quality });

const collator = new Intl.Collator(undefined, { numeric: true });
const order = (a: string, b: string): number => collator.compare(a, b);
