import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../../../electron/database/client/database-contract.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { noFacts, saidNothing, type Task, type TaskState } from '../../../../shared/task.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { makeTask, start } from '../samples.ts';

const accounts = [testAccount, { ...testAccount, id: '7d6f1f6e-3a2c-4b8e-9d0a-5c4b3a291807', name: 'Other' }];

let folder: string;
let db: DatabaseSync;
let store: Store;

const open = (): void => {
  db = openConnection(path.join(folder, 'latent.db'));
  store = createStore(db, (message) => expect.fail(message)).store;
};

beforeEach(() => {
  folder = mkdtempSync(path.join(testFolder, 'latent-prices-'));
  open();
  for (const account of accounts) store.saveAccount(account);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The same sum from every line of `spending`. */
const spentByLines = (accountId: string): string => store.spent(accountId, 1);

const sent = (account: number, state: TaskState, changes: Partial<Task> = {}): Task =>
  makeTask({ accountId: accounts[account]?.id ?? '', state, submittedAt: start, estimate: '0.1', ...changes });

const states: readonly TaskState[] = [
  { status: 'queued', waitingFor: 'turn' },
  { status: 'submitting' },
  { status: 'rejected', said: saidNothing },
  { status: 'unknown', reason: 'connection-lost', said: saidNothing },
  { status: 'completed', remoteId: 'r', imageCount: 1 },
];

it('what was ever spent equals the sum of the lines after every change, also one that was rolled back or a new start', () => {
  const step = fc.record({
    what: fc.constantFrom('write', 'roll back', 'delete', 'open again'),
    task: fc.nat(5),
    account: fc.nat(1),
    state: fc.constantFrom(...states),
    estimate: fc.constantFrom(null, '0.1', '2'),
    credits: fc.constantFrom(null, '0', '0.000000001', '3'),
    hours: fc.nat(100),
  });
  const ids = Array.from({ length: 6 }, () => makeTask().id);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      for (const { what, task, account, state, estimate, credits, hours } of steps) {
        const id = ids[task] ?? '';
        const write = (): void => store.saveTask(sent(account, state, { id, estimate, facts: { ...noFacts, credits }, submittedAt: start + hours * 3_600_000 }));
        if (what === 'write') write();
        else if (what === 'delete') db.prepare('DELETE FROM tasks WHERE uuid = ?').run(id);
        else if (what === 'open again') {
          db.close();
          open();
        } else {
          db.exec('BEGIN');
          write();
          db.exec('ROLLBACK');
        }
        for (const { id: accountId } of accounts) expect(store.spent(accountId, 0)).toBe(spentByLines(accountId));
      }
    }),
    { numRuns: 60 },
  );
});

it('the first question reads the lines, and no later one does', () => {
  store.saveTask(sent(0, { status: 'submitting' }));
  const statements: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (statement, ...rest) => {
    statements.push(statement);
    return prepare(statement, ...rest);
  };
  const linesRead = (): readonly string[] => {
    // A store that has compiled nothing yet, so that every statement is seen.
    const fresh = createStore(db, (message) => expect.fail(message)).store;
    statements.length = 0;
    expect(fresh.spent(testAccount.id, 0)).toBe('0.1');
    return statements.filter((statement) => statement.includes('FROM spending'));
  };
  expect(linesRead()).toHaveLength(1);
  expect(linesRead()).toEqual([]);
});
