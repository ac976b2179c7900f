import { parseArgs } from 'node:util';
import buildThreads from '../support/build-threads.ts';
import { databaseDamage } from './database-damage.ts';
import { batchKills } from './batch-kills.ts';
import { createDice } from '../support/dice.ts';
import { hostileIds } from './hostile-ids.ts';
import { downloadKills, signals, submitKills, threadDeaths } from './kill-families.ts';
import { lateAnswers } from './late-answers.ts';
import { oddKills } from './odd-services.ts';
import { mutatedAnswers } from './mutated-answers.ts';
import { listKills } from './list-kills.ts';
import { repeatKills } from './repeat-kills.ts';
import { unsyncedCopies } from './unsynced-copies.ts';
import { unsyncedFiles } from './unsynced-files.ts';
import { allFaultsAreZero, createTally, type Family } from './tally.ts';

/** The command line of `npm run torture`: see docs/reliability.md. */

const families: Readonly<Record<string, Family>> = {
  'batch-kills': batchKills,
  'submit-kills': submitKills,
  'download-kills': downloadKills,
  signals,
  'thread-deaths': threadDeaths,
  'database-damage': databaseDamage,
  'unsynced-files': unsyncedFiles,
  'unsynced-copies': unsyncedCopies,
  'mutated-answers': mutatedAnswers,
  'late-answers': lateAnswers,
  'hostile-ids': hostileIds,
  'odd-services': oddKills,
  'repeat-kills': repeatKills,
  'list-kills': listKills,
};

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
const names = values.only === undefined ? Object.keys(families) : [values.only];
const unknown = names.find((name) => !(name in families));
if (unknown !== undefined) {
  console.error(`There is no family ${unknown}. There are: ${Object.keys(families).join(', ')}.`);
  process.exit(2);
}

const tally = createTally();
process.on('unhandledRejection', (error) => tally.fail('unhandledRejections', String(error)));
console.log(`seed ${seed}`);
await buildThreads();
const log = (line: string): void => {
  if (values.verbose) console.log(line);
};
const seconds: Record<string, number> = {};
let broken = false;

/** Runs one family after another. There are two lanes, because a round mostly waits for a process to start. */
async function lane(waiting: string[]): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const start = performance.now();
    try {
      await families[name]?.({ rounds, dice: createDice(seed, name), tally, log });
    } catch (error) {
      broken = true;
      console.error(`${name}:`, error);
    }
    seconds[name] = Math.round((performance.now() - start) / 1000);
  }
}
const waiting = [...names];
await Promise.all([lane(waiting), lane(waiting)]);

for (const finding of tally.findings) console.error(finding);
console.log(JSON.stringify({ rounds, seed, only: values.only ?? null, ...tally.figures, seconds }));
process.exit(!broken && allFaultsAreZero(tally.figures) ? 0 : 1);
