import type { PricedBy } from '../account.ts';
import type { AccountId, EpochMs } from '../task.ts';
import { addAmounts, compareAmounts, noAmount, readPrice, timesAmount, type Amount } from './amount.ts';
import { kindOf, pricedOf, type Priced, type PricedRequest } from './price-fields.ts';

/** The most rows in the table of one account. */
export const mostPriceRows = 5_000;

/** `task`: the amount is that of a whole submission. `picture`: it is that of each picture of the submission. */
export const pricesPer = ['task', 'picture'] as const;
export type PricePer = (typeof pricesPer)[number];

/** One row of an account's price table. */
export interface PriceRow extends Priced {
  /** In the account's unit. Null: the person left the price open. */
  readonly amount: Amount | null;
  readonly per: PricePer;
  /** `person`: entered or imported; `*` in a field stands for any text. `learned`: what the service said a task cost; it holds for exactly these values. */
  readonly origin: 'person' | 'learned';
  readonly at: EpochMs;
}

/** The rows of an account's price table. */
export interface AccountPrices {
  readonly accountId: AccountId;
  readonly rows: readonly PriceRow[];
}

/** The rows of an account, and what its prices depend on. */
export interface PriceTable {
  readonly rows: readonly PriceRow[];
  readonly by: PricedBy;
}

const choices = ['model', 'size', 'quality'] as const;

/**
 * The price of one submission by the table. Null if it is unknown. What the person entered comes before what was learned, because a service
 * may charge nothing for a trial. A learned price counts where the person entered none or said that it is unknown, and where the service has
 * charged more since, so that a budget holds.
 */
export const priceOf = (table: PriceTable, request: PricedRequest): Amount | null => priceFor(table, pricedOf(request, table.by));

/** The same by what the price depends on. */
export function priceFor(table: PriceTable, priced: Priced): Amount | null {
  const [own, learned] = [ownRowFor(table, priced), bestOf(table, priced, 'learned')];
  const ownAmount = own && amountOf(own, priced, table.by);
  if (learned === null) return ownAmount;
  return own === null || ownAmount === null || isDearerSince(learned, own.at, ownAmount) ? learned.amount : ownAmount;
}

/** Whether the service has charged more than the person's row says, after the person saved the table. */
const isDearerSince = (learned: PriceRow, at: EpochMs, amount: Amount): boolean => learned.amount !== null && learned.at > at && compareAmounts(learned.amount, amount) > 0;

/**
 * The matching row of the person: the one with the most specific fields, then the one with the longer pattern, then the newest. Of rows that are equal in all of this,
 * as those of one import may be, the dearest: a budget never counts the cheaper one.
 */
export function ownRowFor(table: PriceTable, priced: Priced): PriceRow | null {
  return bestOf(table, priced, 'person');
}

function bestOf({ rows, by }: PriceTable, priced: Priced, origin: PriceRow['origin']): PriceRow | null {
  let best: PriceRow | null = null;
  for (const row of rows) {
    if (row.origin === origin && faultsOf(row, priced, by)?.length === 0 && (best === null || rank(row, best) > 0 || (rank(row, best) === 0 && isDearer(row, best, priced, by)))) best = row;
  }
  return best;
}

/** An unknown price counts as the dearest. */
function isDearer(row: PriceRow, than: PriceRow, priced: Priced, by: PricedBy): boolean {
  const [one, other] = [amountOf(row, priced, by), amountOf(than, priced, by)];
  return other !== null && (one === null || compareAmounts(one, other) > 0);
}

/** What this row says that a submission costs. Null: unknown, also if the number of pictures is not a whole number, or the sum is more than any submission costs. */
export function amountOf({ amount, per }: Pick<PriceRow, 'amount' | 'per'>, priced: Priced, by: PricedBy): Amount | null {
  if (amount === null || per === 'task') return amount;
  const pictures = picturesOf(priced, by);
  return pictures === null ? null : readPrice(timesAmount(amount, pictures));
}

/** How many pictures are asked for: 1 if the request does not say. Null: it says something else than a whole number. */
export function picturesOf({ fields }: Priced, { pictures }: PricedBy): number | null {
  const text = pictures === null || !Object.hasOwn(fields, pictures) ? '' : fields[pictures];
  if (text === undefined || text === '') return 1;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** A field that keeps the price of a request unknown. `value`: `''` if the request does not have it. */
export interface UnpricedField {
  readonly name: string;
  readonly value: string;
}

/** The fields because of which the price of a request is unknown, although prices of the same model, size and quality are known. Empty: there is no such price. */
export function unpricedFields(table: PriceTable, request: PricedRequest): readonly UnpricedField[] {
  const { by } = table;
  const priced = pricedOf(request, by);
  let fewest: readonly string[] = [];
  for (const row of table.rows) {
    if (row.amount === null) continue;
    const faults = faultsOf(row, priced, by);
    if (faults === null) continue;
    const names = faults.length > 0 ? faults : by.pictures !== null && amountOf(row, priced, by) === null ? [by.pictures] : [];
    if (names.length > 0 && (fewest.length === 0 || names.length < fewest.length)) fewest = names;
  }
  return fewest.map((name) => ({ name, value: priced.fields[name] ?? '' }));
}

/** The price of several submissions: of those whose price is known (`amount`), and how many have none (`unpriced`: "at least"). */
export function sumPrices(table: PriceTable, submissions: Iterable<{ readonly request: PricedRequest; readonly count: number }>): { readonly amount: Amount; readonly unpriced: number } {
  // A batch of thousands mostly asks for a few kinds of pictures.
  const kinds = new Map<string, { readonly priced: Priced; count: number }>();
  for (const { request, count } of submissions) {
    const priced = pricedOf(request, table.by);
    const key = kindOf(priced);
    const kind = kinds.get(key);
    if (kind) kind.count += count;
    else kinds.set(key, { priced, count });
  }
  let [amount, unpriced] = [noAmount, 0];
  for (const { priced, count } of kinds.values()) {
    const price = priceFor(table, priced);
    if (price === null) unpriced += count;
    else amount = addAmounts(amount, timesAmount(price, count));
  }
  return { amount, unpriced };
}

/**
 * The names of the fields because of which a row does not hold. Null: it is of another model, size or quality, or names a field that does not change the account's prices. A
 * row that does not name a field holds only for requests that do not have it, because with the field they may cost more. What costs so much for each picture holds for any number.
 */
function faultsOf(row: PriceRow, { fields, ...chosen }: Priced, by: PricedBy): readonly string[] | null {
  const isMatch = (mine: string, asked: string): boolean => (isPattern(row, mine) ? matchesPattern(mine, asked) : mine === asked);
  if (!choices.every((field) => isMatch(row[field], chosen[field])) || Object.keys(row.fields).some((name) => !Object.hasOwn(fields, name))) return null;
  return Object.keys(fields).filter((name) => {
    const [asked = '', mine] = [fields[name], Object.hasOwn(row.fields, name) ? row.fields[name] : undefined];
    if (row.origin === 'learned') return mine !== asked;
    return mine === undefined ? asked !== '' && !(row.per === 'picture' && name === by.pictures) : !isMatch(mine, asked);
  });
}

const isPattern = (row: PriceRow, text: string): boolean => row.origin === 'person' && text.includes('*');

/** Positive if `a` comes before `b`. Both match. */
function rank(a: PriceRow, b: PriceRow): number {
  return exactFields(a) - exactFields(b) || patternLength(a) - patternLength(b) || a.at - b.at;
}

const textsOf = (row: PriceRow): readonly string[] => [...choices.map((field) => row[field]), ...Object.values(row.fields)];

const exactFields = (row: PriceRow): number => textsOf(row).filter((text) => !isPattern(row, text)).length;

/** How much of the text the patterns of a row determine. */
const patternLength = (row: PriceRow): number => textsOf(row).reduce((sum, text) => sum + (isPattern(row, text) ? text.replaceAll('*', '').length : 0), 0);

/** Whether `text` has the pieces between the asterisks in this order, the first at its beginning and the last at its end. */
function matchesPattern(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
