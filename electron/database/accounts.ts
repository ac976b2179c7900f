import { z } from 'zod';
import type { StoredAccount } from '../core/ports.ts';
import type { Store } from './contract.ts';
import type { Readers } from './readers.ts';
import type { Connection } from './statements.ts';
import type { Row } from './task-rows.ts';

const accountRow = z.object({
  uuid: z.string(),
  kind: z.enum(['practice', 'service']),
  name: z.string(),
  base_url: z.string(),
  created_at: z.int(),
});

const upsertAccount = `INSERT INTO accounts (uuid, kind, name, base_url, created_at) VALUES (:uuid, :kind, :name, :base_url, :created_at)
  ON CONFLICT (uuid) DO UPDATE SET kind = excluded.kind, name = excluded.name, base_url = excluded.base_url, created_at = excluded.created_at`;

/** Oldest first. */
export function createAccounts({ sql, transaction }: Connection, readers: Readers): Pick<Store, 'accounts' | 'saveAccount'> {
  return {
    accounts: () =>
      sql('SELECT uuid, kind, name, base_url, created_at FROM accounts ORDER BY created_at, id')
        .all()
        .flatMap((row) => readers.orReport(row, rowToAccount) ?? []),
    saveAccount: ({ id, kind, name, baseUrl, createdAt }) =>
      transaction(() => {
        sql(upsertAccount).run({ uuid: id, kind, name, base_url: baseUrl, created_at: Math.round(createdAt) });
      }),
  };
}

function rowToAccount(row: Row): StoredAccount {
  const { uuid, kind, name, base_url, created_at } = accountRow.parse(row);
  return { id: uuid, kind, name, baseUrl: base_url, createdAt: created_at };
}
