import { databaseWorkerFile } from '../support/built-threads.ts';
import type { Submission } from './chaos.ts';
import type { Dice } from '../support/dice.ts';
import type { KillPoint } from './engine-messages.ts';
import { killRounds } from './kill-rounds.ts';
import { checkOdd } from './odd-checks.ts';
import { oddServices, oddSubmission, submitDeadlineMs, watchLimitMinutes, type OddService, type Place } from './odd-table.ts';
import type { Family, FamilyOptions } from './tally.ts';

const perRound = 7;

/** Seven odd services a round, and SIGKILL in three of four rounds. */
export const oddKills: Family = (options) =>
  rounds(options, 0.25, (dice, point, service) => pickedFor(point, dice).map((row) => oddSubmission(row, dice, service)));

/** Each round has all of these at once, and nothing stops the process. */
export const oddTable = (options: FamilyOptions, rows: readonly OddService[] = oddServices): Promise<void> =>
  rounds(options, 1, (dice, _, service) => rows.map((row) => oddSubmission(row, dice, service)));

type Submissions = (dice: Dice, point: KillPoint | null, service: Place['service']) => readonly Submission[];

function rounds(options: FamilyOptions, calm: number, submissions: Submissions): Promise<void> {
  return killRounds(options, {
    name: 'odd-services',
    stoppedBy: ['SIGKILL'],
    calm,
    workerFile: databaseWorkerFile,
    points: [
      'before-ids', 'post-sent', 'after-delivery', 'picture-arriving', 'after-ids', 'before-delivery', 'before-id', 'before-completion',
      'after-id', 'after-completion', 'before-picture-row', 'after-picture-row', 'after-submitting',
    ],
    passes: 4,
    randomMs: 900,
    engine: { submitDeadlineMs, watchLimitMinutes },
    submissions,
    check: checkOdd,
  });
}

/** Different rows. One of them leads to the point, if only some do. */
function pickedFor(point: KillPoint | null, dice: Dice): readonly OddService[] {
  const wanted = point?.endsWith('-ids') === true ? 'ids' : point?.endsWith('-delivery') === true ? 'delivery' : null;
  const leading = wanted === null ? [] : [dice.pick(oddServices.filter(({ brings }) => brings === wanted))];
  const left = oddServices.filter((row) => !leading.includes(row));
  const others = Array.from({ length: perRound - leading.length }, () => left.splice(dice.below(left.length), 1)).flat();
  return [...leading, ...others];
}
