import { remoteIdOf } from '../../shared/task.ts';
import { mostRepetitions } from '../../electron/core/engine/task-machine.ts';
import { databaseWorkerFile } from '../support/built-threads.ts';
import { paddedPng } from '../support/sample-pictures.ts';
import type { Answer, TaskScript } from '../support/scripted-service-script.ts';
import type { Submission } from './chaos.ts';
import type { Dice } from '../support/dice.ts';
import { checkPictures, stateOf, type CheckTried } from './kill-checks.ts';
import { killRounds } from './kill-rounds.ts';
import type { Family } from './tally.ts';

const speed = 200;
/** Hours for which the service remembers keys, and for which the account says so. */
const hours = 1;
const hourMs = 3_600_000 / speed;
const picture = paddedPng(20_000).toString('base64');

const failures: readonly Answer[] = [
  { status: 500, body: { json: { error: { code: 'internal_error', message: 'Sorry.' } } } },
  { status: 502, body: { text: 'Bad gateway' } },
  { then: { do: 'reset', after: 'before-answer' } },
  { then: { do: 'close', after: 'before-answer' } },
  { body: { json: {} } },
];
const inProgress: Answer = { status: 409, body: { json: { error: { code: 'idempotency_key_in_use', message: 'Still working on it.' } } } };
const unpaid: Answer = { status: 402, body: { json: { error: { code: 'insufficient_credits', message: 'No credits.' } } } };
const busy: Answer = { status: 429, headers: { 'retry-after': '1' }, body: { json: { error: { code: 'rate_limited', message: 'Later.' } } } };
const pictures: Answer = { body: { json: { created: 1, data: [{ url: '$IMAGE' }] } } };

/** The answers to the POSTs of one task. The first is never a refusal: it would be certain. */
function answers(dice: Dice): readonly (Answer | null)[] {
  // Never a clear answer.
  if (dice.chance(0.06)) return [dice.pick(failures)];
  const clear = dice.chance(0.25) ? pictures : null;
  const first = dice.chance(0.3) ? [] : [dice.pick(failures)];
  const then = first.length > 0 && dice.chance(0.4) ? [dice.pick([...failures, inProgress, busy, unpaid])] : [];
  return [...first, ...then, clear];
}

function submission(dice: Dice): Submission {
  const keys = dice.pick(['honoured', hours * hourMs, 'lost'] as const);
  const script: TaskScript = { processing: dice.below(2), submit: answers(dice), images: [{ base64: picture }], ...(keys === 'lost' ? {} : { keys }) };
  return { count: 1, script };
}

/**
 * Services that fail, honour keys, forget them after the hours that the account names, or never see them; with SIGKILL around the POST and its repetitions,
 * and times without a process that are longer than those hours. A service that honours keys has created one task for each submission. One that never sees
 * them has created six at most. What was charged is shown: with its id or its pictures, or as unknown.
 */
export const repeatKills: Family = (options) =>
  killRounds(options, {
    name: 'repeat-kills',
    stoppedBy: ['SIGKILL'],
    calm: 0.2,
    workerFile: databaseWorkerFile,
    points: ['after-submitting', 'post-sent', 'before-id', 'after-id', 'before-delivery', 'after-delivery'],
    passes: 4,
    randomMs: 1_500,
    downMs: (dice) => (dice.chance(0.15) ? hours * hourMs : 0),
    submissions: (dice) => Array.from({ length: 4 }, () => submission(dice)),
    engine: { repeats: { hours }, speed, submitDeadlineMs: 6_000 * speed },
    check,
  });

const check: CheckTried = async ({ ids, script, served }, evidence, tally) => {
  const { round, inventory } = evidence;
  const entry = inventory.tasks.find(({ task }) => ids.includes(task.id));
  if (entry === undefined) return;
  const { task } = entry;
  tally.add('tasks');
  tally.add('posts', served.posts);
  tally.add('repetitions', Math.max(0, served.posts - 1));
  const most = script.keys === undefined ? 1 + mostRepetitions : 1;
  if (served.ids.length > most) tally.fail('doubleCharges', `${round} ${served.ids.join()} for ${stateOf(entry)}`);
  // What was answered with 429 is not counted.
  const refused = script.submit?.filter((answer) => answer === busy).length ?? 0;
  if (served.posts > 1 + mostRepetitions + refused) tally.fail('duplicatePosts', `${round} ${served.posts} for ${stateOf(entry)}`);

  const { status } = task.state;
  const remoteId = remoteIdOf(task);
  if (task.repeated > 0 && status === 'completed') tally.add('foundByRepeating');
  if (remoteId !== null && !served.ids.includes(remoteId)) tally.fail('hiddenTasks', `${round} ${remoteId} is none of ${served.ids.join()}`);
  if (!['completed', 'unknown', 'queued'].includes(status) || (status === 'queued' && served.posts > 0)) tally.fail('wrongOutcomes', `${round} ${stateOf(entry)} after ${served.posts} POSTs`);
  if (status === 'unknown' && !inventory.atHead.includes(task.id)) tally.fail('hiddenTasks', `${round} ${stateOf(entry)}`);
  await checkPictures(evidence, entry, script, tally);
};
