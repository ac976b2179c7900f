/** What a metric found out: one line of the table. */
export interface Finding {
  readonly metric: string;
  /** What was measured, in words for the table. */
  readonly what: string;
  readonly ours: Figure;
  readonly peer: (Figure & { readonly name: string }) | null;
  /** What is held against the goal: ours to the peer's, or ours alone. */
  readonly value: Figure;
  readonly goal: Goal;
}

/** A thing that the goals name and that could not be measured. */
export interface Unmeasured {
  readonly metric: string;
  readonly what: string;
  /** One sentence. */
  readonly why: string;
}

export interface Figure {
  readonly value: number;
  /** `ms`, `MB`, `MB/s`, `µs CPU`, `×` … */
  readonly unit: string;
}

export interface Goal {
  readonly bound: 'at least' | 'at most';
  readonly value: number;
}

export interface BenchContext {
  /** Runs of each side of a comparison. */
  readonly runs: number;
  /** Pictures in the libraries that are called large and small. */
  readonly large: number;
  readonly small: number;
  /** Tasks in flight. */
  readonly inFlight: readonly number[];
  /** A folder for whatever is written, removed at the end. */
  readonly scratch: string;
  say(line: string): void;
}

export type Metric = (context: BenchContext) => Promise<readonly (Finding | Unmeasured)[]>;

/** A figure without any measurement does not hold. */
export function holds({ value, goal }: Finding): boolean {
  if (!Number.isFinite(value.value)) return false;
  return goal.bound === 'at least' ? value.value >= goal.value : value.value <= goal.value;
}

export const atLeast = (value: number): Goal => ({ bound: 'at least', value });
export const atMost = (value: number): Goal => ({ bound: 'at most', value });

/** Ours divided by the peer's, as a finding. */
export function ratioFinding(metric: string, what: string, ours: Figure, peer: Figure & { readonly name: string }, goal: Goal): Finding {
  return { metric, what, ours, peer, value: { value: ours.value / peer.value, unit: '×' }, goal };
}

/** Ours alone against the goal. */
export function plainFinding(metric: string, what: string, ours: Figure, goal: Goal): Finding {
  return { metric, what, ours, peer: null, value: ours, goal };
}

/** How many of `among` are wrong; none may be. It does not hold among nothing. */
export function wrongFinding(metric: string, what: string, wrong: number, among: number): Finding {
  return plainFinding(metric, what, { value: among === 0 ? Number.NaN : wrong, unit: '' }, atMost(0));
}
