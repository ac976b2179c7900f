import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../child.ts';
import { ensureExifTool, ensureTestPrograms } from '../electron/linux.ts';
import { failuresOfPlaywright, failuresOfVitest, failuresText } from '../failures.ts';
import { Sentence } from '../say.ts';
import { closingLine, failedOnce, passedOnce, sum, tallyPlaywright, tallyVitest, type Tally } from '../tally.ts';
import withElectron from './with-electron.ts';

/**
 * `npm test`: the checks and every test that is not a long one. `npm run test:long` (`--long`): the long ones, which are
 * unit tests in files named `*.long.test.ts` and end-to-end tests tagged `@long`. Ends with the failed tests, which also
 * stand in failures.txt beside the reports, and with one line that adds everything up.
 */
export default async function test(args: readonly string[]): Promise<number> {
  const long = args.includes('--long');
  const results = join(root, 'test-results', ...(long ? ['long'] : []));
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const tallies: Tally[] = [];
  const step = async (name: string, count: () => Promise<Tally>): Promise<Tally> => {
    const start = performance.now();
    console.log(`\n── ${name}`);
    const tally = await count().catch(sayWhy);
    tallies.push(tally);
    console.log(`── ${name}: ${closingLine(tally)} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    return tally;
  };

  for (const ensure of [ensureTestPrograms, ensureExifTool]) nameMissing(ensure);
  if (!long) {
    await step('types', () => check('npm', ['run', '--silent', 'types']));
    await step('lint', () => check('npm', ['run', '--silent', 'lint']));
    await step('unused', () => check('npm', ['run', '--silent', 'unused']));
  }
  await step('unit tests', () => unitTests(join(results, 'unit.json'), long ? ['.long.test.'] : ['--exclude=**/*.long.test.*']));
  const build = await step('build', () => check('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn']));
  await step('end-to-end tests', () => endToEndTests(build, join(results, 'e2e.json'), [long ? '--grep=@long' : '--grep-invert=@long', `--output=${join(results, 'e2e')}`]));

  const failures = failuresText([...failuresOfVitest(join(results, 'unit.json')), ...failuresOfPlaywright(join(results, 'e2e.json'))]);
  if (failures !== '') {
    writeFileSync(join(results, 'failures.txt'), failures);
    console.log(`\n${failures}`);
  }
  const total = sum(tallies);
  console.log(`\n${closingLine(total)}`);
  return total.failed === 0 ? 0 : 1;
}

/** What tests will miss is named now, because they begin minutes later. What they do not need still runs. */
function nameMissing(ensure: () => void): void {
  try {
    ensure();
  } catch (error) {
    sayWhy(error);
  }
}

async function check(program: string, args: readonly string[]): Promise<Tally> {
  return (await run(program, args)) === 0 ? passedOnce : failedOnce;
}

async function unitTests(report: string, which: readonly string[]): Promise<Tally> {
  const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...which]);
  return tallyVitest(report, code);
}

async function endToEndTests(build: Tally, report: string, which: readonly string[]): Promise<Tally> {
  if (build.failed > 0) throw new Sentence('Not run, because there is nothing built to run.');
  const code = await withElectron(['playwright', 'test', '--config', 'tests', '--reporter=list,json', ...which], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return tallyPlaywright(report, code);
}

/** A step that could not even start has failed; the others still run. */
function sayWhy(error: unknown): Tally {
  console.error(error instanceof Sentence ? error.message : error);
  return failedOnce;
}
