import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskPageQuery } from '../../../electron/core/engine/task-store.ts';
import { openAcceptedIds } from '../../../electron/database/recovery/accepted-ids.ts';
import { openConnection } from '../../../electron/database/schema/connection.ts';
import type { Store } from '../../../electron/database/client/database-contract.ts';
import { createConnection } from '../../../electron/database/sqlite/statements.ts';
import { createStore } from '../../../electron/database/tables/store.ts';
import { testAccount } from '../../support/open-test-database.ts';
import { makeAnswer, makeSources, makeTask } from './samples.ts';

/** What a window waits for must not read all of a library: SQLite itself is asked how it goes about each query. */

let folder: string;
let db: DatabaseSync;
let statements: string[];
let explain: (statement: string) => readonly string[];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'latent-plans-'));
  db = openConnection(path.join(folder, 'latent.db'));
  const prepare = db.prepare.bind(db);
  explain = (statement) => prepare(`EXPLAIN QUERY PLAN ${statement}`).all().map((row) => String(row['detail']));
  db.prepare = (statement, ...rest) => {
    statements.push(statement);
    return prepare(statement, ...rest);
  };
  statements = [];
  const store = newStore();
  store.saveAccount(testAccount);
  const task = makeTask({ state: { status: 'completed', remoteId: 'r', imageCount: 1 } });
  store.saveCompletion(task, makeSources(1), makeAnswer());
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Has compiled nothing yet, so that every statement of a call is seen. */
const newStore = (): Store => createStore(db, (message) => expect.fail(message)).store;

const page: TaskPageQuery = { statuses: [], before: { createdAt: 5, id: 'a' }, limit: 200 };

const calls: Readonly<Record<string, (store: Store) => unknown>> = {
  headTasks: (store) => store.headTasks(page),
  unfinishedTasks: (store) => store.unfinishedTasks(),
  tasksToRepeat: (store) => store.tasksToRepeat(),
  'page of everything': (store) => store.page(page),
  'page of two statuses': (store) => store.page({ ...page, statuses: ['failed', 'completed'] }),
  usedMarks: (store) => store.usedMarks(),
  keptIds: (store) => store.keptIds(9, 10),
  keptFiles: (store) => store.keptFiles(1, 10),
  moveFiles: (store) => store.moveFiles([{ id: 1, from: 'a', to: 'b' }]),
  turnTo: (store) => store.turnTo(1, { width: 2, height: 3 }),
  describe: (store) => store.describe([1]),
  task: (store) => store.task('a'),
  answer: (store) => store.answer('a'),
  unknownFiles: (store) => store.unknownFiles([{ path: 'a', bytes: 1 }]),
  isKeptLength: (store) => store.isKeptLength(9),
  keptContents: (store) => store.keptContents(9, 'a'),
  importedAlready: (store) => store.importedAlready('a', [{ path: 'b', bytes: 1, modifiedAt: 2 }]),
  picturesOfImport: (store) => store.picturesOfImport('a', '', 9),
  skippedFiles: (store) => store.skippedFiles('a', ''),
  enteredByHand: (store) => store.enteredByHand(testAccount.id, 'r'),
  findByRemoteId: (store) => store.findByRemoteId(testAccount.id, 'r'),
  'second record of accepted ids': (store) => openAcceptedIds(path.join(folder, 'latent.db'), createConnection(db), store, (message) => expect.fail(message)),
};

/** Reads a table or an index from end to end. Lists that are as long as what is asked for are allowed, and so is the first of the favourites. */
const readsAll = /^SCAN (tasks|images|answers|import_files)(?! USING (COVERING )?INDEX (tasks_at_head|tasks_unfinished|tasks_to_repeat|images_favourite))|\(remote_id>\?\)/;

/** Reads all files of an import. An import of 50,000 asks some thousand times. */
const readsImport = /USING PRIMARY KEY \(import=\?\)/;

describe('no query reads all of a table', () => {
  it.each(Object.keys(calls))('%s', (name) => {
    statements = [];
    calls[name]?.(newStore());
    const plans = statements.map((statement) => ({ statement, plan: explain(statement) }));
    expect(plans.length).toBeGreaterThan(0);
    for (const { statement, plan } of plans) expect(plan.filter((step) => readsAll.test(step)), statement).toEqual([]);
  });

  it('files of an import are looked up by their paths', () => {
    statements = [];
    newStore().importedAlready('a', [{ path: 'b', bytes: 1, modifiedAt: 2 }]);
    expect(statements).not.toEqual([]);
    for (const statement of statements) expect(explain(statement).filter((step) => readsImport.test(step)), statement).toEqual([]);
  });

  it('lists come in the order of their index, without sorting', () => {
    for (const where of ['at_head = 1', 'unfinished = 1', 'imported IS NULL AND (created_at, uuid) < (1, 2)']) {
      const plan = explain(`SELECT * FROM tasks WHERE ${where} ORDER BY created_at DESC, uuid DESC LIMIT 10`);
      expect(plan.join('\n')).not.toMatch(/TEMP B-TREE/);
    }
  });
});
