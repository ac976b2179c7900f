import type { Dice } from '../support/dice.ts';

/** What must never happen. */
const faults = [
  /** Accepted ids that were committed, or that came before an orderly end, and are not in the history. */
  'lostIds',
  /** POSTs beyond the first for one task, as the service counts them. */
  'duplicatePosts',
  /** Tasks that a service created, and would charge, beyond one for each submission, although it honours keys; or beyond six if the key is lost. */
  'doubleCharges',
  /** POSTs of tasks that are held because an earlier one of their submission was refused. */
  'heldPosts',
  /** Batches of which only some tasks exist after a kill. */
  'halfQueued',
  /** Keys that were marked as refused although the service accepts them. */
  'keysRefused',
  /** Tasks that are shown in another state than the one that the service left them in. */
  'wrongOutcomes',
  /** POSTs for which the budget had no room. */
  'overBudget',
  /** Tasks that the service accepted and that are shown neither with their id nor as `unknown` at the head. */
  'hiddenTasks',
  /** Rows of kept pictures whose file is missing or has another sha256. */
  'rowsWithoutRightFile',
  /** Thumbnails that are stored for another picture. */
  'wrongThumbnails',
  /** Journals, settings, keys, backups or quarantined files that are neither old nor new after a power cut. */
  'brokenCopies',
  /** Paid pictures without a row, or whose file was there before the database was damaged. */
  'picturesLost',
  /** `.part` files after everything has come to rest. */
  'strayParts',
  /** Databases in which a check found faults, or of which no backup could be made. */
  'unsoundDatabases',
  /** Starts that did not end in an open library. */
  'failedLaunches',
  /** Signals after which the process did not end in order. */
  'failedEnds',
  /** Starts that refused a database of ours because its damaged header names another program or a later version. */
  'refusals',
  'unhandledRejections',
  /** Tasks that never came to rest. */
  'unsettled',
  /** Answers that crashed their reader, polluted a prototype, or were read as something impossible. */
  'misreadAnswers',
  /** Ids that came around the submit deadline and are not in the history. */
  'lateIdsLost',
  /** Queries that never came, or for another id than the service gave. */
  'wrongQueries',
] as const;

/** How much was tried. */
const counts = [
  'kills',
  /** SIGTERM and SIGINT. */
  'signals',
  'signalsDuringPosts',
  /** Kills and signals at a named point; the others come at any time. */
  'stopsAtNamedPoints',
  'threadDeaths',
  /** Checks and backups that ended while submissions ran. */
  'checks',
  /** Batches that were stopped by their budget, and then went on with a higher one. */
  'budgetsReached',
  'tasks',
  'posts',
  'idsCommitted',
  /** POSTs whose answer was the pictures. */
  'deliveriesCommitted',
  /** POSTs beyond the first of a task, with its key. */
  'repetitions',
  /** Tasks of unknown outcome that a repetition brought to their id or their pictures. */
  'foundByRepeating',
  /** Tasks of unknown outcome that the service's list brought to their id. */
  'foundInList',
  'picturesKept',
  'thumbnailsKept',
  'damages',
  'restores',
  'mutations',
  'lateAnswers',
  'hostileIds',
  'powerCuts',
  /** Submissions that the service answered oddly. */
  'oddAnswers',
] as const;

export type Fault = (typeof faults)[number];
export type Count = (typeof counts)[number];
export type Figures = Record<Fault | Count, number>;

export interface Tally {
  readonly figures: Readonly<Figures>;
  add(count: Count, by?: number): void;
  /** Counts something that must never happen. `detail` says where it did. */
  fail(fault: Fault, detail: string): void;
  /** Everything that was counted by `fail`, in order. */
  readonly findings: readonly string[];
}

export interface FamilyOptions {
  readonly rounds: number;
  readonly dice: Dice;
  readonly tally: Tally;
  /** Takes one line for each round. */
  readonly log: (line: string) => void;
}

/** Runs all rounds of one kind of fault and counts their outcomes. Rejects only if the torture itself is broken. */
export type Family = (options: FamilyOptions) => Promise<void>;

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
