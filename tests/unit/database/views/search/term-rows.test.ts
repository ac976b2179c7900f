import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createConnection } from '../../../../../electron/database/sqlite/statements.ts';
import { tagId } from '../../../../../electron/database/tables/pictures/mark-rows.ts';
import { idRows, tagsNamed } from '../../../../../electron/database/views/search/term-rows.ts';
import { matchesName } from '../../../../../shared/search/text/match-name.ts';

const names = ['Été', 'summer', 'client: Meier', 'Meierei', 'best of', 'red-haired', 'ὈΔΥΣΣΕΎΣ', '猫', '黒猫', 'ガラス', '100%', 'R&D'];
const texts = ['ete', 'ÉTÉ', 'e\u0301te', 'meier', 'client: m', 'ier', 'of', 'hair', 'οδυσσευς', 'ὀδυσσεύς', '猫', 'カ\u3099', '1', '%', '&', 'd', 'zebra'];

function withTags() {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL UNIQUE)');
  const connection = createConnection(db);
  return { db, connection, tags: names.map((name) => ({ id: tagId(connection, name), name })) };
}

it('a text matches the tags that a tag filter would match', () => {
  const { connection, tags } = withTags();
  for (const text of texts) {
    const expected = tags.filter(({ name }) => matchesName(name, { text, exact: false })).map(({ id }) => id);
    expect(new Set(tagsNamed(connection, text)), text).toEqual(new Set(expected));
  }
});

it('no name is folded again for this', () => {
  const { db, connection, tags } = withTags();
  db.exec(`UPDATE tags SET name = 'unread ' || id`);
  expect(new Set(tagsNamed(connection, 'meier'))).toEqual(new Set(tags.filter(({ name }) => name.includes('Meier')).map(({ id }) => id)));
  expect(tagsNamed(connection, 'unread')).toEqual([]);
});

it('if all ids begin with the text, only a short span is scanned', () => {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  db.exec(`CREATE TABLE tasks (id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, remote_id TEXT UNIQUE);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO tasks SELECT i, 'u' || i, iif(i % 2, NULL, 'task_' || i) FROM n`);
  let statements = 0;
  const connection = createConnection(db, undefined, () => (statements += 1));
  const rowsOf = (text: string, span: { readonly after: number; readonly last: number }): readonly number[] => {
    statements = 0;
    const found = idRows(connection, text, span);
    return Array.from({ length: 20_000 }, (_, at) => at + 1).filter((row) => found.has(row));
  };
  expect(rowsOf('task', { after: 19_000, last: 19_010 })).toEqual([19_002, 19_004, 19_006, 19_008, 19_010]);
  // For each of the two ids, one that counts and one that reads.
  expect(statements).toBe(4);
  expect(rowsOf('task_1900', { after: 0, last: 20_000 })).toEqual([1900, 19_000, 19_002, 19_004, 19_006, 19_008]);
  expect(rowsOf('u1900', { after: 18_998, last: 19_001 })).toEqual([19_000, 19_001]);
});
