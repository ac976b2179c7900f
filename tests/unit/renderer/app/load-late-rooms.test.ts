import { beforeEach, expect, test, vi } from 'vitest';
import { noConsoles, noOptions, type Account } from '../../../../shared/account.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import { FakeMain, snapshot } from '../fake-main.ts';
import { sampleTask } from '../sample-tasks.ts';

const account: Account = { id: snapshot.selectedAccountId, kind: 'service', name: 'Studio', baseUrl: 'https://a.example', key: { status: 'missing' }, removed: false, consoles: noConsoles, options: noOptions, sendingStopped: false };
const request = { model: 'm', prompt: 'a fox', size: '1x1', quality: '' };
const unknown = sampleTask({ status: 'unknown', reason: 'connection-lost', said: { httpStatus: null, code: null, message: null } });

let main: FakeMain;
const errors: AppError[] = [];
/** Whether the file can be read now. */
let isThere = false;

beforeEach(() => {
  errors.length = 0;
  isThere = false;
  main = new FakeMain();
  main.install();
  // Nothing was ever sent with the account, so that the first task asks.
  main.snapshot = ok({ ...snapshot, accounts: [account] });
  vi.doMock('../../../../renderer/ui/toast.tsx', () => ({ notify: () => undefined, notifyError: (error: AppError) => errors.push(error), notifyIfFailed: (call: unknown) => call }));
  vi.doMock('../../../../renderer/app/late-rooms.ts', () => {
    if (!isThere) throw new Error('the file is damaged');
    return { Queue: () => null };
  });
});

async function load() {
  const { connect } = await import('../../../../renderer/stores/sync.ts');
  await connect();
  const submit = await import('../../../../renderer/stores/compose/submit.ts');
  const { loadLateRooms, useLateCode } = await import('../../../../renderer/app/load-late-rooms.ts');
  const { isAnyLateDialogOpen } = await import('../../../../renderer/app/late-dialogs.ts');
  return { ...submit, loadLateRooms, useLateCode, isAnyLateDialogOpen };
}

test('a question before money that cannot be shown says so, sends nothing, and does not stop the next one', async () => {
  const { submitTasks, useSubmissionQuestion, answerSubmission, loadLateRooms, useLateCode } = await load();
  const submission = { accountId: account.id, request, count: 1, retryOf: null };
  const first = submitTasks([submission]);
  expect(useSubmissionQuestion.getState().question).not.toBeNull();
  await loadLateRooms();
  expect(await first).toEqual(['declined']);
  expect(errors).toEqual([{ code: 'part-missing' }]);
  expect(main.inputsOf('tasksSubmit')).toEqual([]);

  isThere = true;
  vi.doMock('../../../../renderer/app/late-rooms.ts', () => ({ Queue: () => null }));
  const second = submitTasks([submission]);
  expect(useSubmissionQuestion.getState().question).not.toBeNull();
  await loadLateRooms();
  expect(useLateCode.getState()).toMatchObject({ failed: false });
  answerSubmission(true);
  expect(await second).toEqual(['sent']);
});

test.each<[string, () => Promise<void>]>([
  ['a question of a task', async () => (await import('../../../../renderer/stores/windows/view-store.ts')).ask({ kind: 'generate-again', tasks: [unknown] })],
  ['a form of an account', async () => (await import('../../../../renderer/stores/accounts/account-question.ts')).openAddAccount()],
  ['prices', async () => (await import('../../../../renderer/stores/accounts/money-question.ts')).askMoney({ kind: 'prices', accountId: account.id })],
  ['the viewer, below which the window takes no input', async () => (await import('../../../../renderer/stores/windows/view-store.ts')).openViewer(1)],
  ['the list dialog', async () => (await import('../../../../renderer/stores/lists/list-dialog-store.ts')).openList()],
])('%s that cannot be shown is closed, and says so', async (_, open) => {
  const { loadLateRooms, isAnyLateDialogOpen } = await load();
  await open();
  expect(isAnyLateDialogOpen()).toBe(true);
  await loadLateRooms();
  expect(isAnyLateDialogOpen()).toBe(false);
  expect(errors).toEqual([{ code: 'part-missing' }]);
});

test('a failure that nobody waits for is not reported', async () => {
  const { loadLateRooms, useLateCode } = await load();
  await loadLateRooms();
  expect([useLateCode.getState().failed, errors]).toEqual([true, []]);
});
