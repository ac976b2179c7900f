import type { Account } from '../../../../shared/account.ts';
import type { Amount } from '../../../../shared/money/amount.ts';
import type { Statements } from './queue-database.ts';

/** What the queue calls an account: workers and those who hand over have accounts of their own with one address. Two accounts with one address and different keys need two databases. */
export const keyOf = ({ kind, baseUrl }: Pick<Account, 'kind' | 'baseUrl'>): string => (kind === 'practice' ? 'practice' : baseUrl);

/** Sees to the account's row. */
export async function ensureAccount({ rows }: Statements, key: string): Promise<void> {
  await rows('INSERT INTO latent.account (key) VALUES ($1) ON CONFLICT DO NOTHING', [key]);
}

/** What `latent queue` can change. Absent: as it is. Null: no limit. */
export interface LimitChanges {
  readonly atOnce?: number;
  readonly day?: Amount | null;
  readonly month?: Amount | null;
  readonly total?: Amount | null;
  /** Sending goes on after unknown outcomes. */
  readonly goOn?: boolean;
}

export async function changeLimits({ rows }: Statements, key: string, { atOnce, day, month, total, goOn = false }: LimitChanges): Promise<void> {
  const kept = (value: Amount | null | undefined): readonly [boolean, Amount | null] => [value === undefined, value ?? null];
  await rows(
    `UPDATE latent.account SET at_once = coalesce($2, at_once),
       day_limit = CASE WHEN $3 THEN day_limit ELSE $4::numeric END, month_limit = CASE WHEN $5 THEN month_limit ELSE $6::numeric END, total_limit = CASE WHEN $7 THEN total_limit ELSE $8::numeric END,
       stopped = stopped AND NOT $9, unclear = CASE WHEN $9 THEN 0 ELSE unclear END
     WHERE key = $1`,
    [key, atOnce ?? null, ...kept(day), ...kept(month), ...kept(total), goOn],
  );
}
