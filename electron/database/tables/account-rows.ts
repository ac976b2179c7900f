import { z } from 'zod';
import { readStoredOptions } from '../../../shared/account-options-schema.ts';
import type { AccountStore, StoredAccount } from '../../core/accounts/account-store.ts';
import type { Synchronous } from '../client/database-contract.ts';
import type { Readers } from './row-readers.ts';
import type { Connection } from '../sqlite/statements.ts';
import type { Row } from './tasks/task-rows.ts';

const accountRow = z.object({
  uuid: z.string(),
  kind: z.enum(['practice', 'service']),
  name: z.string(),
  base_url: z.string(),
  created_at: z.int(),
  removed_at: z.int().nullable(),
  key_console: z.string().nullable(),
  billing_console: z.string().nullable(),
  options: z.string().nullable(),
  sending_stopped_at: z.int().nullable(),
});

const upsertAccount = `INSERT INTO accounts (uuid, kind, name, base_url, created_at, removed_at, key_console, billing_console, options, sending_stopped_at)
  VALUES (:uuid, :kind, :name, :base_url, :created_at, :removed_at, :key_console, :billing_console, :options, :sending_stopped_at)
  ON CONFLICT (uuid) DO UPDATE SET kind = excluded.kind, name = excluded.name, base_url = excluded.base_url, created_at = excluded.created_at,
    removed_at = excluded.removed_at, key_console = excluded.key_console, billing_console = excluded.billing_console,
    options = excluded.options, sending_stopped_at = excluded.sending_stopped_at`;

export function createAccounts({ sql, transaction }: Connection, readers: Readers): Synchronous<AccountStore> {
  return {
    accounts: () =>
      sql('SELECT uuid, kind, name, base_url, created_at, removed_at, key_console, billing_console, options, sending_stopped_at FROM accounts ORDER BY created_at, id')
        .all()
        .flatMap((row) => readers.orReport(row, rowToAccount) ?? []),
    saveAccount: ({ id, kind, name, baseUrl, createdAt, removedAt, consoles, options, sendingStoppedAt }) =>
      transaction(() => {
        sql(upsertAccount).run({
          uuid: id,
          kind,
          name,
          base_url: baseUrl,
          created_at: Math.round(createdAt),
          removed_at: removedAt === undefined ? null : Math.round(removedAt),
          key_console: consoles?.key ?? null,
          billing_console: consoles?.billing ?? null,
          options: options === undefined ? null : JSON.stringify(options),
          sending_stopped_at: sendingStoppedAt === undefined ? null : Math.round(sendingStoppedAt),
        });
      }),
  };
}

function rowToAccount(row: Row): StoredAccount {
  const { uuid, kind, name, base_url, created_at, removed_at, key_console, billing_console, options, sending_stopped_at } = accountRow.parse(row);
  return {
    id: uuid,
    kind,
    name,
    baseUrl: base_url,
    createdAt: created_at,
    ...(removed_at !== null && { removedAt: removed_at }),
    ...((key_console !== null || billing_console !== null) && { consoles: { key: key_console, billing: billing_console } }),
    ...(options !== null && { options: readStoredOptions(options) }),
    ...(sending_stopped_at !== null && { sendingStoppedAt: sending_stopped_at }),
  };
}
