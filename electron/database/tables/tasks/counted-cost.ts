/** Milliseconds in a line of the table `spending`: a quarter of an hour, because every time zone's day begins with one. It is part of the schema, so it never changes. */
export const spendingQuarter = 900_000;

/** Tasks that may cost something. What was never sent, and imported pictures, are no spending. */
export const isSent = (row: string): string => `${row}.imported IS NULL AND ${row}.status NOT IN ('queued', 'withdrawn') AND coalesce(${row}.submitted_at, ${row}.accepted_at) IS NOT NULL`;

/**
 * What a sent task counts as spent: what the person or the service said, or the estimate where neither did. A refused task costs nothing. `costOf`
 * (shared/money/task-cost.ts) is the same rule.
 */
export const counted = (row: string): string => `CASE WHEN ${row}.status = 'rejected' THEN 0 ELSE coalesce(${row}.cost, ${row}.estimate, 0) END`;
/** The part of it that is only estimated. */
export const countedEstimate = (row: string): string => `CASE WHEN ${row}.status = 'rejected' OR ${row}.cost IS NOT NULL THEN 0 ELSE coalesce(${row}.estimate, 0) END`;
/** Whether nobody knows its price. */
export const isUnpriced = (row: string): string => `${row}.status <> 'rejected' AND ${row}.cost IS NULL AND ${row}.estimate IS NULL`;
