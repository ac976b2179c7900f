/** What must not happen at all. */
const faults = [
  /** Ids that were committed, or said to be, and are not in the history. */
  'lostIds',
  /** POSTs beyond the first for one task, as the service counts them. */
  'duplicatePosts',
  /** Tasks that the service accepted and that are shown neither with their id nor as `unknown` at the head. */
  'hiddenTasks',
  /** Rows of kept pictures whose file is missing or has another sha256. */
  'rowsWithoutRightFile',
  /** What must be old or new after a power cut (journal, settings, keys, backups, quarantine), and is neither. */
  'brokenCopies',
  /** Picture files that were there before the database was damaged, and are not afterwards. */
  'picturesLost',
  /** `.part` files after the next start has settled. */
  'strayParts',
  /** Starts that did not end in an open library. */
  'failedLaunches',
  /** Starts that refused, in plain words, a history of ours whose damaged header names another program or a later version. */
  'refusals',
  'unhandledRejections',
  /** Tasks that still had something to do long after everything should have come to rest. */
  'unsettled',
  /** Answers that crashed their reader, polluted a prototype, or were read as something that cannot be. */
  'misreadAnswers',
  /** Ids that came around the submit deadline and were not taken. */
  'lateIdsLost',
  /** Queries that did not ask for exactly the id that the service gave, or that never came. */
  'wrongQueries',
] as const;

/** How much was tried. */
const counts = [
  'kills',
  /** Of the kills, those that came exactly where they should; the others came at any time. */
  'killsAtNamedPoints',
  'tasks',
  'posts',
  'idsCommitted',
  'picturesKept',
  'damages',
  'restores',
  'mutations',
  'lateAnswers',
  'hostileIds',
  'powerCuts',
] as const;

export type Fault = (typeof faults)[number];
export type Count = (typeof counts)[number];
export type Figures = Record<Fault | Count, number>;

export interface Tally {
  readonly figures: Readonly<Figures>;
  add(count: Count, by?: number): void;
  /** Something that must not happen did; `detail` says where, for a person to look. */
  fail(fault: Fault, detail: string): void;
  /** Everything that went wrong, in order. */
  readonly findings: readonly string[];
}

export function createTally(): Tally {
  const figures = Object.fromEntries([...faults, ...counts].map((name) => [name, 0])) as Figures;
  const findings: string[] = [];
  return {
    figures,
    findings,
    add(count, by = 1) {
      figures[count] += by;
    },
    fail(fault, detail) {
      figures[fault] += 1;
      findings.push(`${fault}: ${detail}`);
    },
  };
}

export function allFaultsAreZero(figures: Readonly<Figures>): boolean {
  return faults.every((fault) => figures[fault] === 0);
}
