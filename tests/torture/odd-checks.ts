import { remoteIdOf, type TaskWithImages } from '../../shared/task.ts';
import type { Odd } from './chaos.ts';
import { checkPictures, stateOf, type CheckTried, type Evidence, type Tried } from './kill-checks.ts';
import type { Tally } from './tally.ts';

/** Every charge of an odd submission is a task that the history shows with its pictures or its outcome, and no POST was repeated that may have been accepted. */
export const checkOdd: CheckTried = async (tried, evidence, tally) => {
  const { odd, served, script } = tried;
  if (odd === undefined) throw new Error(`There is no row for ${served.prompt}.`);
  const round = `${evidence.round}: ${odd.name}`;
  const found = evidence.inventory.tasks.filter(({ task }) => task.request.prompt === served.prompt);
  tally.add('oddAnswers');
  tally.add('tasks', found.length);
  tally.add('posts', served.posts);
  if (served.posts > tried.ids.length + odd.refusals) tally.fail('duplicatePosts', `${round} ${served.posts} for ${statesOf(found)}`);
  if (odd.isNeighbours) return checkNeighbours(tried, { ...evidence, round }, found, tally);

  if (found.length === 0 && evidence.wasKilled && served.posts === 0) return;
  if (found.length === 1 && found.every((entry) => mayBeUnknown(entry, odd, evidence))) return;
  // Pictures without an id are one task.
  const named = found.flatMap(({ task }) => remoteIdOf(task) ?? []).toSorted();
  const wanted = odd.isUnnamed ? [] : served.ids.toSorted();
  if (found.length !== Math.max(wanted.length, 1) || named.join() !== wanted.join()) tally.fail('hiddenTasks', `${round} ${served.ids.join()} as ${statesOf(found)}`);
  for (const entry of found) {
    const { state } = entry.task;
    const hasWords = !('said' in state) || state.said.message !== null;
    if (state.status !== odd.end || !hasWords) tally.fail('wrongOutcomes', `${round} is ${JSON.stringify(entry)}`);
    await checkPictures({ ...evidence, round }, entry, script, tally);
  }
};

/** Only a process that died can have missed the answer. */
function mayBeUnknown({ task }: TaskWithImages, { isLate }: Odd, { wasKilled, inventory }: Evidence): boolean {
  const { state } = task;
  if (!wasKilled || state.status !== 'unknown' || !inventory.atHead.includes(task.id)) return false;
  return state.reason === 'stopped-while-sending' || (isLate && state.reason === 'no-answer-in-time');
}

/** Tasks that have no end yet. Each that was accepted has its id, or may still get it, or is unknown and at the head. */
function checkNeighbours({ served }: Tried, { round, inventory }: Evidence, found: readonly TaskWithImages[], tally: Tally): void {
  const named = found.flatMap(({ task }) => remoteIdOf(task) ?? []);
  const unnamed = found.filter(({ task: { id, state } }) => state.status === 'submitting' || (state.status === 'unknown' && inventory.atHead.includes(id)));
  const missing = served.ids.filter((id) => !named.includes(id));
  if (missing.length > unnamed.length) tally.fail('hiddenTasks', `${round} ${missing.join()} as ${statesOf(found)}`);
}

const statesOf = (found: readonly TaskWithImages[]): string => found.map(stateOf).join();
