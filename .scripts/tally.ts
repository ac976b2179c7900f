import { existsSync, readFileSync } from 'node:fs';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const passedOnce: Tally = { passed: 1, failed: 0, skipped: 0 };
export const failedOnce: Tally = { passed: 0, failed: 1, skipped: 0 };

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }), {
    passed: 0,
    failed: 0,
    skipped: 0,
  });
}

/** The line that closes a run. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** The parts of vitest's JSON report that count. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
}

/** The parts of Playwright's JSON report that count. */
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number };
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string; readonly results: readonly { readonly error?: { readonly message?: string } }[] }[];
  }[];
}

/** Counts a finished vitest run. A file that could not be loaded is a failure, though none of its tests is. */
export function tallyVitest(reportFile: string, exitCode: number): Tally {
  const report = read(reportFile) as VitestReport | null;
  if (report === null) return failedOnce;
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
  return honest(
    { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles, skipped: report.numPendingTests + report.numTodoTests },
    exitCode,
  );
}

/** What `tallyPlaywright` found. */
export interface PlaywrightTally extends Tally {
  /** Titles of the tests that waited in vain and passed when they were repeated. */
  readonly unsteady: readonly string[];
}

/**
 * Counts a finished Playwright run. Of the tests that passed only when repeated (in CI, once), those that had waited in vain are
 * taken for passed, and named: the machine was slow. One that saw something wrong did not pass, whatever it saw the second time.
 */
export function tallyPlaywright(reportFile: string, exitCode: number): PlaywrightTally {
  const report = read(reportFile) as PlaywrightReport | null;
  if (report === null) return { ...failedOnce, unsteady: [] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const unsteady = report.suites.flatMap(waitedInVain);
  return { ...honest({ passed: expected + unsteady.length, failed: unexpected + flaky - unsteady.length, skipped }, exitCode), unsteady };
}

function waitedInVain({ suites = [], specs }: PlaywrightSuite): string[] {
  const here = specs.filter(({ tests }) =>
    tests.some(({ status, results }) => status === 'flaky' && results.every(({ error }) => error === undefined || /\btimeout\b/i.test(error.message ?? ''))),
  );
  return [...here.map(({ title }) => title), ...suites.flatMap(waitedInVain)];
}

/** A runner that ended badly, or ran nothing, has failed whatever its report says. */
function honest(tally: Tally, exitCode: number): Tally {
  const bad = exitCode !== 0 || tally.passed + tally.failed === 0;
  return bad && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** Null when the runner left no whole report. */
function read(file: string): unknown {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
