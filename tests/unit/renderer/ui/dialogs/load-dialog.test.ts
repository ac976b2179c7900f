import { globSync, readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { noConsoles, noOptions, type Account } from '../../../../../shared/account.ts';
import type { AppError } from '../../../../../shared/errors.ts';
import { ok } from '../../../../../shared/result.ts';
import { dialogTable } from '../../../../../renderer/app/dialog-table.ts';
import type { DialogKind } from '../../../../../renderer/ui/dialogs/ask.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';
import { submissionQuestion } from '../../submission-question.ts';

const account: Account = { id: snapshot.selectedAccountId, kind: 'service', name: 'Studio', baseUrl: 'https://a.example', key: { status: 'missing' }, removed: false, consoles: noConsoles, options: noOptions, sendingStopped: false };
const request = { model: 'm', prompt: 'a fox', size: '1x1', quality: '' };

let main: FakeMain;
const errors: AppError[] = [];

beforeEach(() => {
  errors.length = 0;
  main = new FakeMain();
  main.install();
  // Nothing was ever sent with the account, so that the first task asks.
  main.snapshot = ok({ ...snapshot, accounts: [account] });
  vi.doMock('../../../../../renderer/ui/toast.tsx', () => ({ notify: () => undefined, notifyError: (error: AppError) => errors.push(error), notifyIfFailed: (call: unknown) => call }));
  vi.doMock('../../../../../renderer/app/late-rooms.ts', () => {
    throw new Error('the file is damaged');
  });
});

const damaged = { ...dialogTable, ...Object.fromEntries(Object.keys(dialogTable).map((kind) => [kind, () => Promise.reject(new Error('the file is damaged'))])) };
const sound = { ...dialogTable, submission: () => Promise.resolve(() => null) };

async function load() {
  const { connect } = await import('../../../../../renderer/stores/sync.ts');
  await connect();
  const { submitTasks } = await import('../../../../../renderer/stores/compose/submit.ts');
  const { loadDialog } = await import('../../../../../renderer/ui/dialogs/load-dialog.ts');
  return { submitTasks, loadDialog, ...(await submissionQuestion()), ...(await import('../../../../../renderer/ui/dialogs/ask.ts')) };
}

test('a question before money that cannot be shown says so, sends nothing, and does not stop the next one', async () => {
  const { submitTasks, askedNow, answerSubmission, loadDialog } = await load();
  const submission = { accountId: account.id, request, count: 1, retryOf: null };
  const first = submitTasks([submission]);
  expect(askedNow()).not.toBeNull();
  await loadDialog('submission', damaged);
  expect(await first).toEqual(['declined']);
  expect(errors).toEqual([{ code: 'part-missing' }]);
  expect(main.inputsOf('tasksSubmit')).toEqual([]);

  const second = submitTasks([submission]);
  await loadDialog('submission', sound);
  expect(askedNow()).not.toBeNull();
  answerSubmission(true);
  expect(await second).toEqual(['sent']);
});

test.each(Object.keys(dialogTable) as DialogKind[])('“%s” that cannot be shown is closed, and says so', async (kind) => {
  const { loadDialog, ask, useOpenings } = await load();
  const answer = (ask as (asked: DialogKind, props: object) => Promise<unknown>)(kind, {});
  await loadDialog(kind, damaged);
  expect([await answer, useOpenings.getState().openings, errors]).toEqual([null, [], [{ code: 'part-missing' }]]);
});

test('the viewer, below which the window takes no input, is closed if it cannot be shown', async () => {
  await load();
  const { loadLateRooms, useLateCode } = await import('../../../../../renderer/app/load-late-rooms.ts');
  const { openViewer, useView } = await import('../../../../../renderer/stores/windows/view-store.ts');
  await loadLateRooms();
  // Nobody waits for it.
  expect([useLateCode.getState().failed, errors]).toEqual([true, []]);
  openViewer(1);
  await loadLateRooms();
  expect([useView.getState().viewer, errors]).toEqual([null, [{ code: 'part-missing' }]]);
});

test.each(Object.keys(dialogTable))('“%s” is asked for somewhere', (kind) => {
  const asks = new RegExp(`\\bask\\('${kind}'`);
  expect(globSync('renderer/**/*.{ts,tsx}').some((file) => asks.test(readFileSync(file, 'utf8')))).toBe(true);
});
