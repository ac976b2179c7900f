import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { saidNothing, type TaskState, type TaskWithImages } from '../../../shared/task.ts';
import type { Odd } from '../../torture/chaos.ts';
import { checkOdd } from '../../torture/odd-checks.ts';
import { oddServices, oddSubmission } from '../../torture/odd-table.ts';
import { createDice } from '../../support/dice.ts';
import { createTally, type Fault } from '../../torture/tally.ts';
import { makeTask } from '../database/samples.ts';

const id = randomUUID();
const usual: Odd = { name: 'row', end: 'completed', isUnnamed: false, isLate: false, refusals: 0, isNeighbours: false };
const request = { model: 'm', prompt: 'p', size: '', quality: '' };
const shown = (state: TaskState, taskId = id): TaskWithImages => ({ task: makeTask({ id: taskId, state, request }), images: [] });
const completed = (remoteId: string): TaskState => ({ status: 'completed', remoteId, imageCount: 0 });
const unknown = (reason: 'stopped-while-sending' | 'no-answer-in-time' | 'answer-without-id'): TaskState => ({ status: 'unknown', reason, said: saidNothing });
const processing: TaskState = { status: 'processing', remoteId: 'a', misses: 0 };

interface Case {
  readonly odd?: Partial<Odd>;
  readonly posts?: number;
  /** Those that the service charged. */
  readonly ids?: readonly string[];
  readonly history?: readonly TaskWithImages[];
  readonly wasKilled?: boolean;
  readonly isAtHead?: boolean;
}

async function faults({ odd, posts = 1, ids = ['a'], history = [shown(completed('a'))], wasKilled = false, isAtHead = true }: Case): Promise<readonly Fault[]> {
  const tally = createTally();
  const tried = { ids: [id], script: {}, served: { prompt: 'p', posts, ids }, odd: { ...usual, ...odd } };
  const inventory = { tasks: history, atHead: isAtHead ? history.map(({ task }) => task.id) : [], thumbnails: 0, wrongThumbnails: [] };
  await checkOdd(tried, { round: 'test', folder: '', tried: [tried], seen: [], inventory, open: [], mustKnowIds: false, wasKilled }, tally);
  return [...new Set(tally.findings.map((finding) => finding.slice(0, finding.indexOf(':')) as Fault))];
}

describe('the checks of an odd submission', () => {
  const other = randomUUID();
  it.each<readonly [string, Case, readonly Fault[]]>([
    ['as it should be', {}, []],
    ['sent again', { posts: 2 }, ['duplicatePosts']],
    ['sent again after a certain refusal', { posts: 2, odd: { refusals: 1 } }, []],
    ['several ids, all there', { ids: ['a', 'b'], history: [shown(completed('a')), shown(completed('b'), other)] }, []],
    ['several ids, one lost', { ids: ['a', 'b'] }, ['hiddenTasks']],
    ['an id that the service did not give', { history: [shown(completed('x'))] }, ['hiddenTasks']],
    ['pictures in place of an id', { odd: { isUnnamed: true }, history: [shown(completed(''))] }, []],
    ['pictures in place of an id, without a kill', { odd: { isUnnamed: true }, history: [shown(unknown('answer-without-id'))] }, ['wrongOutcomes']],
    ['pictures in place of an id, killed before the commit', { odd: { isUnnamed: true }, history: [shown(unknown('stopped-while-sending'))], wasKilled: true }, []],
    ['unknown and hidden', { history: [shown(unknown('stopped-while-sending'))], wasKilled: true, isAtHead: false }, ['hiddenTasks', 'wrongOutcomes']],
    ['unknown though no process died', { history: [shown(unknown('stopped-while-sending'))] }, ['hiddenTasks', 'wrongOutcomes']],
    ['a late answer to a process that is gone', { odd: { isLate: true }, history: [shown(unknown('no-answer-in-time'))], wasKilled: true }, []],
    ['an answer in time that was not read', { history: [shown(unknown('answer-without-id'))], wasKilled: true }, ['hiddenTasks', 'wrongOutcomes']],
    ['a refusal', { odd: { end: 'rejected' }, ids: [], history: [shown({ status: 'rejected', said: { ...saidNothing, message: 'No.' } })] }, []],
    ['a refusal without its words', { odd: { end: 'rejected' }, ids: [], history: [shown({ status: 'rejected', said: saidNothing })] }, ['wrongOutcomes']],
    ['charged and absent', { history: [], wasKilled: true }, ['hiddenTasks']],
    ['killed before it was written', { history: [], posts: 0, ids: [], wasKilled: true }, []],
    ['a neighbour that waits', { odd: { isNeighbours: true }, history: [shown(processing)] }, []],
    ['a neighbour whose id is lost', { odd: { isNeighbours: true }, ids: ['a', 'b'], history: [shown(processing)] }, ['hiddenTasks']],
    ['a neighbour that is sent at the moment', { odd: { isNeighbours: true }, history: [shown({ status: 'submitting' })] }, []],
  ])('%s', async (_, tried, found) => {
    expect(await faults(tried)).toEqual(found);
  });
});

describe('the table of odd services', () => {
  it('has rows of different names, which lead to every commit', () => {
    const names = oddServices.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(oddServices.map(({ brings }) => brings))).toEqual(new Set(['ids', 'delivery', undefined]));
  });

  it('says the same for the same seed', () => {
    const made = (): string => JSON.stringify(oddServices.map((row) => oddSubmission(row, createDice(7, row.name), { url: 'http://127.0.0.1:1' })));
    expect(made()).toBe(made());
  });
});
