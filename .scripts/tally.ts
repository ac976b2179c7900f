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
}

/** Counts a finished vitest run. A file that could not be loaded is a failure, though none of its tests is. */
export function tallyVitest(reportFile: string, exitCode: number): Tally {
  const report = readJson(reportFile) as VitestReport | null;
  if (report === null) return failedOnce;
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
  return honest(
    { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles, skipped: report.numPendingTests + report.numTodoTests },
    exitCode,
  );
}

/** Counts a finished Playwright run. A test that passed only when repeated has failed. */
export function tallyPlaywright(reportFile: string, exitCode: number): Tally {
  const report = readJson(reportFile) as PlaywrightReport | null;
  if (report === null) return failedOnce;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return honest({ passed: expected, failed: unexpected + flaky, skipped }, exitCode);
}

/** A runner that ended badly, or ran nothing, has failed whatever its report says. */
function honest(tally: Tally, exitCode: number): Tally {
  const bad = exitCode !== 0 || tally.passed + tally.failed === 0;
  return bad && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** A runner's report; null when it left no whole one. */
export function readJson(file: string): unknown {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
