import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createConnection, type Connection } from '../../../../../electron/database/sqlite/statements.ts';
import { createTermsTable, wordsMatch } from '../../../../../electron/database/views/search/full-text-query.ts';
import { parseSearch } from '../../../../../shared/search/parse.ts';
import { textTerms } from '../../../../../shared/search/text/text-terms.ts';

const today = { year: 2026, month: 11, day: 21 };

function withPrompts(prompts: readonly string[]): Connection {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  db.exec(`CREATE VIRTUAL TABLE task_words USING fts5(prompt, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'); ${createTermsTable}`);
  for (const prompt of prompts) db.prepare('INSERT INTO task_words (prompt) VALUES (?)').run(prompt);
  return createConnection(db);
}

const matchOf = (connection: Connection, typed: string): string | null => {
  const [term] = textTerms(parseSearch(typed, today));
  return (term && wordsMatch(connection, term)?.text) ?? null;
};

it('lists the words that begin with the text, if there are any', () => {
  const connection = withPrompts(['Light on a lighthouse', 'lighting', 'LIGHT', 'ligature', 'lightness, été', 'lighthouse keeper']);
  expect(matchOf(connection, 'light')).toBe('("light" OR "lighthouse" OR "lighting" OR "lightness")');
  expect(matchOf(connection, '"lighthouse keep')).toBe('("lighthouse keeper")');
  expect(matchOf(connection, 'lightx')).toBeNull();
  expect(matchOf(connection, 'zzzz')).toBeNull();
  // A whole word, and beginnings that have lists of their own.
  expect(matchOf(connection, 'light ')).toBe('"light"');
  expect(matchOf(connection, 'lig')).toBe('"lig"*');
});

it('uses the prefix search of the index if very many words begin with the text', () => {
  const connection = withPrompts(Array.from({ length: 60 }, (_, number) => `star${String.fromCharCode(97 + (number % 26))}${number}`));
  expect(matchOf(connection, 'star')).toBe('"star"*');
  expect(matchOf(connection, 'stara')).toBe('("stara0" OR "stara26" OR "stara52")');
});
