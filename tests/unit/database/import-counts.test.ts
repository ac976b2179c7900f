import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createImportRows } from '../../../electron/database/imports.ts';
import { migrate } from '../../../electron/database/migrate.ts';
import { createReaders } from '../../../electron/database/readers.ts';
import { createConnection } from '../../../electron/database/statements.ts';

it('the files of an import are counted a few thousand at a time, so that no commit waits for a million', () => {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  migrate(db);
  const connection = createConnection(db);
  const imports = createImportRows(connection, createReaders(connection, (message) => expect.fail(message)));
  imports.saveImport({ id: 'one', sources: [], begunAt: 1, state: 'running' });
  const files = Array.from({ length: 7_000 }, (_, name) => ({ path: `/é${String(name).padStart(4, '0')}.png`, bytes: 2, modifiedAt: 1, outcome: name % 2 === 0 ? 'duplicate' : 'other', taskId: null, picture: null }) as const);
  imports.saveImported('one', files);
  const first = imports.importCounts('one', '');
  expect(first).toMatchObject({ duplicates: 2_500, others: 2_500, bytes: 10_000, last: expect.any(String) });
  expect(imports.importCounts('one', first.last ?? '')).toEqual({ added: 0, duplicates: 1_000, inTrash: 0, skipped: 0, others: 1_000, bytes: 4_000, last: null });
});
