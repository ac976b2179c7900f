/** Why a metric misses its goal, one sentence each, found out by looking; printed only where the goal is missed. */
export const reasons: Readonly<Record<string, string>> = {};
