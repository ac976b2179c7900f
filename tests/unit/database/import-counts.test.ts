import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import type { CountedFiles } from '../../../electron/core/import/import-store.ts';
import { createImportRows } from '../../../electron/database/tables/import-rows.ts';
import { migrate } from '../../../electron/database/schema/migrate.ts';
import { createReaders } from '../../../electron/database/tables/row-readers.ts';
import { createConnection } from '../../../electron/database/sqlite/statements.ts';

let imports: ReturnType<typeof createImportRows>;
beforeEach(() => {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  const connection = createConnection(db);
  imports = createImportRows(connection, createReaders(connection, (message) => expect.fail(message)));
  imports.saveImport({ id: 'one', sources: [], begunAt: 1, state: 'running' });
  return () => db.close();
});

const filesWith = (even: 'duplicate' | 'unreadable') =>
  Array.from({ length: 7_000 }, (_, name) => ({ path: `/é${String(name).padStart(4, '0')}.png`, bytes: 2, modifiedAt: 1, outcome: name % 2 === 0 ? even : 'other', taskId: null, picture: null }) as const);

it('the files of an import are counted some thousand at a time, so that no commit waits for a million of them', () => {
  imports.saveImported('one', filesWith('duplicate'));
  const first = imports.importCounts('one', '');
  expect(first).toMatchObject({ duplicates: 2_500, others: { '': 2_500 }, bytes: 10_000, last: expect.any(String) });
  expect(imports.importCounts('one', first.last ?? '')).toEqual({ added: 0, incomplete: 0, duplicates: 1_000, inTrash: 0, skipped: 0, others: { '': 1_000 }, leftOut: {}, bytes: 4_000, last: null });
});

it('files that an import tries again are forgotten some thousand at a time', () => {
  imports.saveImported('one', filesWith('unreadable'));
  const left = (): number => {
    let skipped = 0;
    for (let after: string | null = ''; after !== null; ) {
      const page: CountedFiles = imports.importCounts('one', after);
      skipped += page.skipped;
      after = page.last;
    }
    return skipped;
  };
  const last = imports.forgetPassing('one', '');
  expect(last).toBe('/é4999.png');
  expect(left()).toBe(1_000);
  expect(imports.forgetPassing('one', last ?? '')).toBeNull();
  expect(left()).toBe(0);
  expect(imports.importCounts('one', '')).toMatchObject({ others: { '': 3_500 }, skipped: 0 });
});
