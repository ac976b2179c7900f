import { beforeEach, describe, expect, test } from 'vitest';
import { noOptions, practiceAccountId, type Account } from '../../../../../shared/account.ts';
import { ok } from '../../../../../shared/result.ts';
import type { QueueReason, Task } from '../../../../../shared/task.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';
import { sampleTask } from '../../sample-tasks.ts';
import { submissionQuestion } from '../../submission-question.ts';

const studio: Account = { id: snapshot.selectedAccountId, kind: 'service', name: 'Studio', baseUrl: 'https://a.example', key: { status: 'present', keeping: 'session', lastFour: '1234' }, removed: false, consoles: { key: null, billing: null }, options: noOptions, sendingStopped: true };
const other: Account = { ...studio, id: '22222222-2222-4222-8222-222222222222', name: 'Other' };
const going: Account = { ...studio, id: '33333333-3333-4333-8333-333333333333', name: 'Going', sendingStopped: false };
const practice: Account = { ...studio, id: practiceAccountId, kind: 'practice', name: 'Practice' };

const queued = (waitingFor: QueueReason, account = studio): Task => sampleTask({ status: 'queued', waitingFor }, { accountId: account.id });

let main: FakeMain;
beforeEach(() => {
  main = new FakeMain();
  main.install();
  main.snapshot = ok({ ...snapshot, accounts: [studio, other, going, practice], settings: { ...snapshot.settings, askAbove: 100, confirmedAccounts: [studio.id, other.id, going.id] } });
});

async function load(tasks: readonly Task[]) {
  const { connect } = await import('../../../../../renderer/stores/sync.ts');
  await connect();
  const { useTasks, ...store } = await import('../../../../../renderer/stores/tasks-store.ts');
  useTasks.setState({ tasks: new Map(tasks.map((task) => [task.id, { task, images: [] }])) });
  return { useTasks, ...store, ...(await import('../../../../../renderer/stores/tasks/resume-sending.ts')), ...(await submissionQuestion()) };
}

describe('going on after unknown outcomes', () => {
  test('asks first, whatever the number, with what is then sent', async () => {
    const held = [queued('held'), queued('batch-held')];
    const tasks = [queued('unclear'), queued('stopped'), ...held, queued('unclear', other), sampleTask({ status: 'processing', remoteId: 'r', misses: 0 })];
    const { resumeSending, askedNow, answerSubmission } = await load(tasks);
    const refused = resumeSending([studio.id]);
    expect(askedNow()).toMatchObject({ account: { name: 'Studio' }, count: 2, resumes: true, queued: true });
    answerSubmission(false);
    await refused;
    expect(main.inputsOf('accountsResumeSending')).toEqual([]);

    const agreed = resumeSending([studio.id, studio.id]);
    answerSubmission(true);
    await agreed;
    expect(main.inputsOf('accountsResumeSending')).toEqual([{ accountId: studio.id }]);
  });

  test('asks for each account, and the free one too, because each POST may be in vain', async () => {
    const { resumeSending, askedNow, answerSubmission } = await load([queued('unclear'), queued('unclear', other), queued('unclear', practice)]);
    const resumed = resumeSending([studio.id, other.id, practice.id]);
    const asked: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      await expect.poll(() => askedNow()).not.toBeNull();
      asked.push(askedNow()?.account.name ?? '');
      answerSubmission(true);
    }
    await resumed;
    expect(asked).toEqual(['Studio', 'Other', 'Practice']);
    expect(main.inputsOf('accountsResumeSending')).toHaveLength(3);
  });

  test('asks nothing where nothing waits, and does nothing for an account that sends', async () => {
    const { resumeSending, askedNow } = await load([queued('turn', going)]);
    await resumeSending([going.id, studio.id]);
    expect(askedNow()).toBeNull();
    expect(main.inputsOf('accountsResumeSending')).toEqual([{ accountId: studio.id }]);
  });
});
