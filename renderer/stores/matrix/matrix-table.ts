import { matrixFields, type Combination, type LineField, type Matrix, type MatrixField } from '../../../shared/library/batch-matrix.ts';

/** A column or a row: the values that its tasks share. */
export interface MatrixLine {
  readonly values: Partial<Combination>;
}

/** The shape of a grid. An axis with a single value is not shown. */
export interface MatrixTable {
  readonly across: readonly LineField[];
  /** Empty: there is one row. */
  readonly down: readonly LineField[];
  readonly columns: readonly MatrixLine[];
  readonly rows: readonly MatrixLine[];
  /** What all tasks have in common. Empty values are left out. */
  readonly common: readonly { readonly field: MatrixField; readonly value: string }[];
}

/** A cell. −1 is the header of a row or column. */
export interface MatrixPlace {
  readonly row: number;
  readonly column: number;
}

/**
 * The first axis with several values is across, and all combinations of the others are down.
 * @param swapped the other way round
 * @param prompts those that are down too
 */
export function tableOf(of: Matrix['values'], swapped: boolean, prompts: readonly string[] = []): MatrixTable {
  const values = { ...of, prompt: prompts };
  const [first, ...others] = [...matrixFields, 'prompt' as const].filter((field) => values[field].length > 1);
  const one: readonly LineField[] = [first ?? 'model'];
  const [across, down] = swapped && others.length > 0 ? [others, one] : [one, others];
  return {
    across,
    down,
    columns: linesOf(values, across),
    rows: linesOf(values, down),
    common: matrixFields.flatMap((field) => (across.includes(field) || down.includes(field) ? [] : values[field].flatMap((value) => (value === '' ? [] : [{ field, value }])))),
  };
}

const linesOf = (values: Readonly<Record<LineField, readonly string[]>>, fields: readonly LineField[]): readonly MatrixLine[] =>
  fields.reduce<readonly MatrixLine[]>((lines, field) => lines.flatMap((line) => values[field].map((value) => ({ values: { ...line.values, [field]: value } }))), [{ values: {} }]);

const keyOf = (fields: readonly LineField[], values: Partial<Combination>): string => JSON.stringify(fields.map((field) => values[field]));

/** Finds the cell of a request. Returns null if the grid has no such values. */
export function placesIn({ across, down, columns, rows }: MatrixTable): (request: Combination) => MatrixPlace | null {
  const columnAt = new Map(columns.map(({ values }, at) => [keyOf(across, values), at]));
  const rowAt = new Map(rows.map(({ values }, at) => [keyOf(down, values), at]));
  return (request) => {
    const column = columnAt.get(keyOf(across, request));
    const row = rowAt.get(keyOf(down, request));
    return column === undefined || row === undefined ? null : { row, column };
  };
}

/** The cell that a key leads to. Above the first row and left of the first column are the headers. At an edge, the cell itself. */
export function placeBeside({ row, column }: MatrixPlace, key: string, { rows, columns, down }: MatrixTable): MatrixPlace {
  const step: MatrixPlace = { row: { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0, column: { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0 };
  const to = key === 'Home' ? { row, column: 0 } : key === 'End' ? { row, column: columns.length - 1 } : { row: row + step.row, column: column + step.column };
  // A single row has no header.
  const least = down.length === 0 ? 0 : -1;
  return { row: Math.min(Math.max(to.row, -1), rows.length - 1), column: Math.min(Math.max(to.column, least), columns.length - 1) };
}
