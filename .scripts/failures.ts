import { readJson } from './tally.ts';

/** A test that failed: where it stands, and what it said. */
export interface Failure {
  readonly name: string;
  readonly why: string;
}

interface VitestFile {
  readonly name: string;
  readonly message?: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string; readonly failureMessages: readonly string[] | null }[];
}

interface PlaywrightSuite {
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly ok: boolean;
    readonly tests: readonly { readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** The failures of a vitest run, read from its JSON report; a file that could not be loaded is one. */
export function failuresOfVitest(reportFile: string): Failure[] {
  const report = readJson(reportFile) as { readonly testResults: readonly VitestFile[] } | null;
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [{ name: file.name, why: file.message ?? '' }] : [];
    return failed.map(({ fullName, failureMessages }) => ({ name: `${file.name} › ${fullName}`, why: (failureMessages ?? []).join('\n') }));
  });
}

/** The failures of a Playwright run, read from its JSON report. */
export function failuresOfPlaywright(reportFile: string): Failure[] {
  const report = readJson(reportFile) as PlaywrightSuite | null;
  return report === null ? [] : failuresOfSuite(report);
}

function failuresOfSuite({ specs = [], suites = [] }: PlaywrightSuite): Failure[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const found = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      return { name: `${file}:${line} › ${title}`, why: found.map(({ message = '' }) => message).join('\n') };
    });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/** The text of failures, at most 25 lines of each, because a log keeps only its end. */
export function failuresText(failures: readonly Failure[]): string {
  return failures.map(({ name, why }) => `✘ ${name}\n${why.split('\n').slice(0, 25).join('\n')}\n`).join('\n');
}
