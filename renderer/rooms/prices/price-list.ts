import { compareAmounts, type Amount } from '../../../shared/money/amount.ts';
import { priceOf, type Priced, type PriceRow } from '../../../shared/money/price-table.ts';

/** A row of the table that is shown: what the person and the service say about the same model, size and quality. */
export interface ListedPrice extends Priced {
  readonly key: string;
  readonly own: PriceRow | null;
  readonly learned: PriceRow | null;
  /** The person's row with a pattern that says something else, if this learned row counts instead of it. */
  readonly overridden: PriceRow | null;
}

/** A row that the person writes. */
export interface OwnPrice extends Priced {
  readonly amount: Amount | null;
}

export const keyOf = ({ model, size, quality }: Priced): string => JSON.stringify([model, size, quality]);

export const ownRows = (rows: readonly PriceRow[]): readonly PriceRow[] => rows.filter(({ origin }) => origin === 'person');

/** By model, size and quality. */
export function listPrices(rows: readonly PriceRow[]): readonly ListedPrice[] {
  const own = ownRows(rows);
  const byKey = new Map<string, ListedPrice>();
  for (const row of own) byKey.set(keyOf(row), { ...pricedOf(row), key: keyOf(row), own: row, learned: null, overridden: null });
  for (const learned of rows.filter(({ origin }) => origin === 'learned')) {
    const key = keyOf(learned);
    const same = byKey.get(key);
    byKey.set(key, same ? { ...same, learned } : { ...pricedOf(learned), key, own: null, learned, overridden: patternFor(own, learned) });
  }
  return [...byKey.values()].sort((a, b) => order(a.model, b.model) || order(a.size, b.size) || order(a.quality, b.quality));
}

/** Whether the service charged something else than the person's row says. */
export function differs({ own, learned }: ListedPrice): boolean {
  return own !== null && learned !== null && learned.amount !== null && own.amount !== null && compareAmounts(own.amount, learned.amount) !== 0;
}

/** The rows with one more, which replaces the row with the same key, and the one that it was made of. */
export function withPrice(own: readonly OwnPrice[], price: OwnPrice, before: string | null): readonly OwnPrice[] {
  return [...own.filter((row) => keyOf(row) !== keyOf(price) && keyOf(row) !== before), price];
}

/** What an import leaves: the imported rows, and those of the person that they do not replace. */
export function withImported(own: readonly OwnPrice[], imported: readonly OwnPrice[]): readonly OwnPrice[] {
  const keys = new Set(imported.map(keyOf));
  return [...own.filter((row) => !keys.has(keyOf(row))), ...imported];
}

function patternFor(own: readonly PriceRow[], learned: PriceRow): PriceRow | null {
  const says = priceOf(own, learned);
  if (says === null || learned.amount === null || compareAmounts(says, learned.amount) === 0) return null;
  return own.find((row) => row.amount === says && priceOf([row], learned) === says) ?? null;
}

const pricedOf = ({ model, size, quality }: Priced): Priced => ({ model, size, quality });

const collator = new Intl.Collator(undefined, { numeric: true });
const order = (a: string, b: string): number => collator.compare(a, b);
