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

/** The values of a column at these positions. */
export function pickedIn(column: Int32Array, positions: Int32Array): Int32Array {
  const values = new Int32Array(positions.length);
  for (let position = 0; position < positions.length; position += 1) {
    values[position] = column[positions[position] ?? 0] ?? 0;
  }
  return values;
}

/** The same for each of several columns. */
export function picked<Columns extends { readonly [Name in keyof Columns]: Int32Array }>(columns: Columns, positions: Int32Array): Columns {
  return Object.fromEntries(Object.entries<Int32Array>(columns).map(([name, values]) => [name, pickedIn(values, positions)])) as Columns;
}

/** The positions of a list that satisfy a condition. */
export function positionsWhere(length: number, condition: (position: number) => boolean): Int32Array {
  const positions = createColumn(0);
  for (let position = 0; position < length; position += 1) {
    if (condition(position)) positions.push(position);
  }
  return positions.take();
}
