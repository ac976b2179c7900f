import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createConnection } from '../../../../electron/database/sqlite/statements.ts';

test('reading a column that the SELECT does not name throws, and every other use of a row goes on', () => {
  const { sql } = createConnection(new DatabaseSync(':memory:'));
  const select = sql('SELECT 1 AS favourite, NULL AS note');
  for (const row of [select.get(), ...select.all()]) {
    expect(() => row?.['rating']).toThrow('the column rating was not read');
    expect(() => ({ ...row })['rating']).not.toThrow();
    expect({ ...row }).toEqual({ favourite: 1, note: null });
    expect(row && 'rating' in row).toBe(false);
    expect(JSON.stringify(row)).toBe('{"favourite":1,"note":null}');
    expect(structuredClone(row)).toEqual({ favourite: 1, note: null });
  }
  expect(sql('SELECT 1 AS one WHERE false').get()).toBeUndefined();
});
