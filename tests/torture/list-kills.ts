import { remoteIdOf } from '../../shared/task.ts';
import { databaseWorkerFile } from '../support/built-threads.ts';
import type { Dice } from '../support/dice.ts';
import { paddedPng } from '../support/sample-pictures.ts';
import type { Answer } from '../support/scripted-service-script.ts';
import type { Submission } from './chaos.ts';
import { checkPictures, stateOf, type CheckTried } from './kill-checks.ts';
import { killRounds } from './kill-rounds.ts';
import type { Family } from './tally.ts';

const picture = paddedPng(20_000).toString('base64');

/** The task came into being, and its id is in none of them. */
const failures: readonly Answer[] = [
  { status: 500, body: { json: { error: { code: 'internal_error', message: 'Sorry.' } } } },
  { status: 502, body: { text: 'Bad gateway' } },
  { then: { do: 'reset', after: 'before-answer' } },
  { then: { do: 'close', after: 'before-answer' } },
  { body: { json: {} } },
];

/** Several have the same prompt, so that the list has as many tasks that fit. */
function submission(dice: Dice): Submission {
  const count = 1 + dice.below(3);
  const submit = Array.from({ length: count }, () => (dice.chance(0.6) ? dice.pick(failures) : { delayMs: dice.below(90), body: { json: { id: '$ID', status: 'processing' } } }));
  return { count, script: { submit, processing: dice.below(2), images: [{ base64: picture }] } };
}

/**
 * Services that fail after they have charged, and list their tasks; SIGKILL around the POST, and while ids are looked for in the list and attached. In the end, each task
 * that the service created is one task of the history, with its pictures, and the other way round.
 */
export const listKills: Family = (options) =>
  killRounds(options, {
    name: 'list-kills',
    stoppedBy: ['SIGKILL'],
    calm: 0.3,
    workerFile: databaseWorkerFile,
    points: ['after-submitting', 'post-sent', 'before-id', 'after-id'],
    passes: 6,
    randomMs: 400,
    finds: true,
    submissions: (dice) => Array.from({ length: 4 }, () => submission(dice)),
    check,
  });

const check: CheckTried = async ({ ids, script, served }, evidence, tally) => {
  const { round, inventory } = evidence;
  const entries = inventory.tasks.filter(({ task }) => ids.includes(task.id));
  const states = entries.map(stateOf).join();
  tally.add('tasks', entries.length);
  tally.add('posts', served.posts);
  if (served.posts > entries.filter(({ task }) => task.state.status !== 'queued').length) tally.fail('duplicatePosts', `${round} ${served.posts} for ${states}`);
  const found = entries.flatMap(({ task }) => remoteIdOf(task) ?? []);
  if (JSON.stringify(found.toSorted()) !== JSON.stringify(served.ids.toSorted())) tally.fail('hiddenTasks', `${round} ${served.ids.join()} as ${states}`);
  for (const entry of entries) await checkPictures(evidence, entry, script, tally);
};
