import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createConnection } from '../../../../electron/database/statements.ts';
import { tagId } from '../../../../electron/database/tag-id.ts';
import { tagsNamed } from '../../../../electron/database/views/term-rows.ts';
import { matchesName } from '../../../../shared/search/names.ts';

const names = ['Été', 'summer', 'client: Meier', 'Meierei', 'best of', 'red-haired', 'ὈΔΥΣΣΕΎΣ', '猫', '黒猫', 'ガラス', '100%', 'R&D'];
const texts = ['ete', 'ÉTÉ', 'e\u0301te', 'meier', 'client: m', 'ier', 'of', 'hair', 'οδυσσευς', 'ὀδυσσεύς', '猫', 'カ\u3099', '1', '%', '&', 'd', 'zebra'];

function withTags() {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL UNIQUE)');
  const connection = createConnection(db);
  return { db, connection, tags: names.map((name) => ({ id: tagId(connection, name), name })) };
}

it('a text may mean the tags that a filter would take it for', () => {
  const { connection, tags } = withTags();
  for (const text of texts) {
    const expected = tags.filter(({ name }) => matchesName(name, { text, exact: false })).map(({ id }) => id);
    expect(new Set(tagsNamed(connection, text)), text).toEqual(new Set(expected));
  }
});

it('no name is folded again to know it', () => {
  const { db, connection, tags } = withTags();
  db.exec(`UPDATE tags SET name = 'unread ' || id`);
  expect(new Set(tagsNamed(connection, 'meier'))).toEqual(new Set(tags.filter(({ name }) => name.includes('Meier')).map(({ id }) => id)));
  expect(tagsNamed(connection, 'unread')).toEqual([]);
});
