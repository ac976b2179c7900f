/**
 * Parses numbers that SQLite joined with commas. Reading a million rows as one text is four times as fast as reading them one by one, and creates
 * no object for each row.
 */
export function parseNumbers(text: unknown, into: (value: number) => void): void {
  if (typeof text !== 'string' || text === '') return;
  let value = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === comma) {
      into(value);
      value = 0;
    } else {
      value = value * 10 + (code - zero);
    }
  }
  into(value);
}

const comma = 44;
const zero = 48;

/** An Int32Array that grows. */
export interface Column {
  push(value: number): void;
  readonly length: number;
  /** The value pushed last; 0 before the first. */
  last(): number;
  /** The values, in an array of exactly that length. */
  take(): Int32Array;
}

export function createColumn(expected: number): Column {
  let values = new Int32Array(Math.max(expected, 256));
  let length = 0;
  return {
    push(value) {
      if (length === values.length) {
        const larger = new Int32Array(length * 2);
        larger.set(values);
        values = larger;
      }
      values[length] = value;
      length += 1;
    },
    get length() {
      return length;
    },
    last: () => values[length - 1] ?? 0,
    take: () => (length === values.length ? values : values.slice(0, length)),
  };
}

/** The numbers of such a text, as an array. */
export function numbersIn(text: unknown): Int32Array {
  const column = createColumn(0);
  parseNumbers(text, column.push);
  return column.take();
}

/** The values at these places of each column. */
export function picked<Columns extends { readonly [Name in keyof Columns]: Int32Array }>(columns: Columns, places: Int32Array): Columns {
  return Object.fromEntries(Object.entries<Int32Array>(columns).map(([name, values]) => [name, places.map((place) => values[place] ?? 0)])) as Columns;
}

/** The places of a list that satisfy a condition. */
export function placesWhere(length: number, condition: (place: number) => boolean): Int32Array {
  const places = createColumn(0);
  for (let place = 0; place < length; place += 1) {
    if (condition(place)) places.push(place);
  }
  return places.take();
}
