import { expect, test } from 'vitest';
import { practiceAccountId } from '../../../../../shared/account.ts';
import { costOf } from '../../../../../shared/money/task-cost.ts';
import { noFacts, type Task, type TaskState } from '../../../../../shared/task.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { formatsFor } from '../../../../../shared/words/format.ts';
import { FakeMain } from '../../fake-main.ts';
import { completed, processing, said, sampleTask } from '../../sample-tasks.ts';

new FakeMain().install();
const { costWords, sumWords } = await import('../../../../../renderer/parts/costs/cost-words.ts');

const [say, formats] = [wordsFor('en'), formatsFor('en')];
const words = (task: Task, unit = 'USD'): string | null => {
  const cost = costOf(task);
  return cost && costWords(say, formats, cost, unit).short;
};
const sent = (state: TaskState, more: Partial<Task> = {}): Task => sampleTask(state, { submittedAt: 1, ...more });
const credits = (amount: string) => ({ facts: { ...noFacts, credits: amount } });

test.each<[string, Task, string | null]>([
  ['settled before all else', sent(completed(4), { settled: '0.5', estimate: '0.04', ...credits('0.05') }), '$0.50'],
  ['settled as not charged', sent({ status: 'unknown', reason: 'connection-lost', said }, { settled: '0', estimate: '0.04' }), 'not charged'],
  ['what the service said', sent(completed(1), { estimate: '0.04', ...credits('0.05') }), '$0.05'],
  ['what the service said, if it is nothing', sent({ status: 'failed', remoteId: 'r', said }, { estimate: '0.04', ...credits('0') }), '$0.00'],
  ['an estimate', sent(processing, { estimate: '0.04' }), '≈ $0.04'],
  ['one of an unknown outcome', sent({ status: 'unknown', reason: 'connection-lost', said }, { estimate: '0.04' }), '≈ $0.04'],
  ['one of several ids of an answer, whose price counts once', sent(processing, { estimate: '0' }), 'no charge expected'],
  ['no price', sent(completed(1)), 'price unknown'],
  ['refused, whatever was expected', sent({ status: 'rejected', said }, { estimate: '0.04' }), 'not charged'],
  ['not sent', sampleTask({ status: 'queued', waitingFor: 'turn' }), null],
  ['cancelled', sampleTask({ status: 'withdrawn' }), null],
  ['practice', sent(completed(1), { accountId: practiceAccountId, ...credits('3') }), null],
])('%s', (_what, task, shown) => {
  expect(words(task)).toBe(shown);
});

test('an adopted task costs what the service says', () => {
  expect(words(sampleTask(completed(1), { adopted: true, acceptedAt: 1, ...credits('1.8') }), 'credits')).toBe('1.8 credits');
  expect(words(sampleTask(completed(1), { adopted: true, acceptedAt: 1 }))).toBe('price unknown');
});

test.each([
  [{ spent: '1.16', rest: '0', unpriced: 0 }, '$1.16'],
  [{ spent: '1.16', rest: '0.16', unpriced: 0 }, '≈ $1.16'],
  [{ spent: '1.16', rest: '0.16', unpriced: 2 }, 'at least ≈ $1.16'],
  [{ spent: '0', rest: '0', unpriced: 2 }, 'price unknown'],
  [{ spent: '0', rest: '0', unpriced: 0 }, '$0.00'],
])('the sum %j is %s', (sums, shown) => {
  expect(sumWords(say, formats, sums, 'USD')).toBe(shown);
});
