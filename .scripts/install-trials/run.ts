import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { capture, root } from '../child.ts';
import { say, Sentence } from '../say.ts';
import { closingLine } from '../tally.ts';
import { kindNames, kinds, type KindName } from './kinds.ts';
import { pairsIn, type Pair } from './package-pairs.ts';
import { makeSystem, systemNames, type System, type SystemName } from './systems.ts';
import { withRows } from './trial-table.ts';
import { tryWindows } from './windows/windows-trial.ts';
import { tryPackage, type Namespaces, type Outcome } from './trial.ts';

const page = join(root, 'docs/install-trials.md');

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Started by the command install-trials, in namespaces that end with it. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { packages: { type: 'string' } } });
  const chosen = <Name extends string>(names: readonly Name[]): readonly Name[] => {
    const named = names.filter((name) => positionals.includes(name));
    return named.length > 0 ? named : names;
  };
  const unknown = positionals.find((name) => ![...systemNames, ...kindNames, 'windows'].some((known) => known === name));
  if (unknown !== undefined) throw new Sentence(`There is no ${unknown}. Systems: ${systemNames.join(', ')}, windows. Packages: ${kindNames.join(', ')}.`);

  const onlyWindows = positionals.includes('windows') && !systemNames.some((name) => positionals.includes(name));
  const outcomes = onlyWindows ? [] : await tryOnLinux(values.packages ?? join(root, 'release'), chosen(systemNames), chosen(kindNames));
  if (onlyWindows || positionals.length === 0 || positionals.includes('windows')) outcomes.push(...(await tryWindows()).map(record));
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  for (const failure of failures) console.error(`\n✘ ${failure}`);
  console.log(closingLine({ passed: outcomes.length - failures.length, failed: failures.length, skipped: 0 }));
  return failures.length === 0 && outcomes.length > 0 ? 0 : 1;
}

async function tryOnLinux(folder: string, systems: readonly SystemName[], wanted: readonly KindName[]): Promise<Outcome[]> {
  const pairs = pairsIn(folder, wanted);
  if (pairs.length === 0) throw new Sentence(`${folder} has no two versions of a package for x64. docs/install-trials.md says how to make them.`);
  const [deb] = pairsIn(folder, ['deb']);
  if (deb === undefined) throw new Sentence(`${folder} has no two versions of the .deb, which names the libraries that every package needs.`);
  const libraries = capture('dpkg-deb', ['--field', deb.older.file, 'Depends']).output.trim();
  const outcomes: Outcome[] = [];
  for (const name of systems) {
    const system = makeSystem(name);
    if (typeof system === 'string') say(`${name} cannot be made here: ${system}`);
    // The part of Ubuntu that debootstrap makes has no rpm.
    else for (const pair of pairs.filter(({ kind }) => !(kind === 'rpm' && name.startsWith('ubuntu')))) outcomes.push(...(await tryOn(system, pair, libraries)));
  }
  return outcomes;
}

/** With and without user namespaces; and for a package that decides about them while it is installed, forbidden afterwards. */
async function tryOn(system: System, pair: Pair, libraries: string): Promise<Outcome[]> {
  const ways: readonly Namespaces[] = kinds[pair.kind].hasSandboxHelper ? ['yes', 'no', 'later no'] : ['yes', 'no'];
  const outcomes: Outcome[] = [];
  for (const namespaces of ways) {
    outcomes.push(record(await tryPackage(system, pair, namespaces, libraries)));
  }
  return outcomes;
}

/** Writes what was seen into the page at once, so that a run that is ended leaves what it did. */
function record(outcome: Outcome): Outcome {
  writeFileSync(page, withRows(readFileSync(page, 'utf8'), [outcome.row]));
  say(outcome.failure ?? 'as it should be');
  return outcome;
}
