import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest, failuresText } from '../../../.scripts/failures.ts';
import { closingLine, failedOnce, sum, tallyPlaywright, tallyVitest } from '../../../.scripts/tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'latent-tally-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const vitest = (change: object = {}) =>
  report({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [], ...change });
const playwright = (change: object = {}) => report({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 1, ...change } });

describe('the closing count', () => {
  test('adds up all runners', () => {
    const total = sum([tallyVitest(vitest(), 0), tallyPlaywright(playwright(), 0), failedOnce]);
    expect(closingLine(total)).toBe('8 passed, 1 failed, 3 skipped');
  });

  test('counts a test file that could not be loaded', () => {
    const file = vitest({ testResults: [{ status: 'failed', assertionResults: [] }] });
    expect(tallyVitest(file, 1)).toEqual({ passed: 5, failed: 1, skipped: 2 });
  });

  test('counts a failed test once, not its file again', () => {
    const file = vitest({ numFailedTests: 1, testResults: [{ status: 'failed', assertionResults: [{ status: 'failed' }] }] });
    expect(tallyVitest(file, 1).failed).toBe(1);
  });

  test('counts a test that passed only when repeated as failed', () => {
    expect(tallyPlaywright(playwright({ flaky: 1 }), 0)).toEqual({ passed: 3, failed: 1, skipped: 1 });
  });

  test.each([
    ['ended badly though no test failed', () => vitest(), 1],
    ['ran nothing', () => vitest({ numPassedTests: 0 }), 0],
    ['wrote half a report', () => report('{"numPassed'), 0],
    ['wrote no report', () => join(folder, 'none.json'), 0],
  ])('a runner that %s has failed', (_, file, exitCode) => {
    expect(tallyVitest(file(), exitCode).failed).toBe(1);
    expect(tallyPlaywright(file().replace('report', 'none'), exitCode).failed).toBe(1);
  });
});

describe('the list of failures', () => {
  test('names a failed test of vitest and a file that could not be loaded', () => {
    const failed = { status: 'failed', fullName: 'adds up', failureMessages: ['expected 1'] };
    const file = vitest({
      testResults: [
        { name: 'a.test.ts', status: 'failed', assertionResults: [failed, { status: 'passed', fullName: 'is quick', failureMessages: [] }] },
        { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
        { name: 'c.test.ts', status: 'passed', assertionResults: [] },
      ],
    });
    expect(failuresOfVitest(file)).toEqual([
      { name: 'a.test.ts › adds up', why: 'expected 1' },
      { name: 'b.test.ts', why: 'no such module' },
    ]);
  });

  test('names a failed test of Playwright, however deep its group is', () => {
    const spec = { title: 'opens', file: 'window.test.ts', line: 7, ok: false, tests: [{ results: [{ errors: [{ message: 'timed out' }] }] }] };
    const file = report({ suites: [{ specs: [{ ...spec, ok: true }], suites: [{ specs: [spec] }] }] });
    expect(failuresOfPlaywright(file)).toEqual([{ name: 'window.test.ts:7 › opens', why: 'timed out' }]);
  });

  test('is short, and empty when nothing failed or no report is there', () => {
    expect(failuresText([{ name: 'a', why: 'line\n'.repeat(100) }]).split('\n').length).toBeLessThan(30);
    expect(failuresText([...failuresOfVitest(vitest()), ...failuresOfPlaywright(join(folder, 'none.json'))])).toBe('');
  });
});
