import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../child.ts';
import { Sentence } from '../say.ts';
import { closingLine, failedOnce, passedOnce, sum, tallyPlaywright, tallyVitest, type Tally } from '../tally.ts';
import withElectron from './with-electron.ts';

const results = join(root, 'test-results');
const unitReport = join(results, 'unit.json');
const endToEndReport = join(results, 'e2e.json');

/** Everything that must pass, the quick checks first. Ends with one line that adds it all up. */
export default async function test(): Promise<number> {
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

  await step('types', () => check('npm', ['run', '--silent', 'types']));
  await step('lint', () => check('npm', ['run', '--silent', 'lint']));
  await step('unused', () => check('npm', ['run', '--silent', 'unused']));
  await step('unit tests', unitTests);
  const build = await step('build', () => check('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn']));
  await step('end-to-end tests', () => endToEndTests(build));

  const total = sum(tallies);
  console.log(`\n${closingLine(total)}`);
  return total.failed === 0 ? 0 : 1;
}

async function check(program: string, args: readonly string[]): Promise<Tally> {
  return (await run(program, args)) === 0 ? passedOnce : failedOnce;
}

async function unitTests(): Promise<Tally> {
  const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]);
  return tallyVitest(unitReport, code);
}

async function endToEndTests(build: Tally): Promise<Tally> {
  if (build.failed > 0) throw new Sentence('Not run, because there is nothing built to run.');
  const code = await withElectron(['playwright', 'test', '--config', 'tests', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: endToEndReport,
  });
  const tally = tallyPlaywright(endToEndReport, code);
  for (const title of tally.unsteady) console.warn(`Unsteady: “${title}” waited in vain, and passed when it was repeated.`);
  return tally;
}

/** A step that could not even start has failed; the others still run. */
function sayWhy(error: unknown): Tally {
  console.error(error instanceof Sentence ? error.message : error);
  return failedOnce;
}
