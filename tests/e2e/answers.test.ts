import { randomUUID } from 'node:crypto';
import { practiceAccountId } from '../../shared/account.ts';
import type { TaskState, TaskWithImages } from '../../shared/task.ts';
import { answerCorpus, startPracticeWithCorpus, type CorpusAnswer } from '../support/answer-corpus.ts';
import { beginAgain, withSharedServedApp } from '../support/fresh-app.ts';
import { expect, test } from '../support/test.ts';

/** Odd answers of services, in the real window. */

const served = withSharedServedApp();
const request = (prompt: string) => ({ model: 'm', prompt, size: '256x256', quality: 'low' });

test('the practice service shows several tasks of one answer, pictures at once and pictures that come later', async () => {
  const { app } = served;
  await beginAgain(app, 'Practice');
  const before = (await app.history()).total;
  for (const word of ['several', 'at once', 'late pictures']) await app.submit(`a fox [${word}]`);
  await expect(app.pictures).toHaveCount(4);
  await expect.poll(async () => (await app.history('is:done')).total).toBeGreaterThanOrEqual(4);
  expect((await app.history()).total).toBe(before + 4);
  const atOnce = (await app.history('"at once"')).tasks[0];
  expect(atOnce).toMatchObject({ task: { polls: 0, state: { status: 'completed', remoteId: '' } } });
});

test('429 keeps a task in the queue, says so, and it is sent by itself', async () => {
  const { app, service } = served;
  await service.script('a busy service', { submit: [{ status: 429, headers: { 'retry-after': '4' }, body: { json: { error: 'Too many tasks' } } }, { body: { json: { id: '$ID', status: 'processing' } } }], processing: 0, images: [] });
  await beginAgain(app, 'Studio');
  await app.submit('a busy service');
  await expect(app.tile('queued')).toContainText('The service is busy');
  await expect(app.tile('queued')).toBeHidden();
  expect(await service.posts('a busy service')).toBe(2);
});

test('a task that the service does not show to a good key waits alone, and says why', async () => {
  const { app, service } = served;
  const forbidden = { status: 403, body: { json: { error: { message: 'This task belongs to another organization.' } } } } as const;
  await service.script('an old task', { query: Array.from({ length: 50 }, () => forbidden), end: 'never' });
  await service.script('a task of today', { end: 'never' });
  await beginAgain(app, 'Studio');
  await app.submit('an old task');
  await app.submit('a task of today');
  const old = app.tile('processing').filter({ hasText: 'an old task' });
  await expect(old).toContainText('The service does not show this task to the account’s key');
  await old.click({ position: { x: 12, y: 12 } });
  await expect(app.page.getByRole('complementary').getByText('This task belongs to another organization.').first()).toBeVisible();
  const [account] = (await app.accounts()).filter(({ name }) => name === 'Studio');
  expect(account?.key.status).toBe('present');
  await expect.poll(async () => (await app.history('"a task of today"')).tasks[0]?.task).toMatchObject({ trouble: null, state: { status: 'processing' } });
});

/** The states that agree with an answer of this outcome. Pictures of the corpus are at hosts that do not exist. */
function statesAfter({ request: kind, outcome }: CorpusAnswer): readonly TaskState['status'][] {
  switch (outcome.kind) {
    case 'accepted':
      return ['processing', 'paused', 'completed', 'missing', 'failed'];
    case 'delivered':
      return ['completed'];
    case 'busy':
      // After its pause it is sent again by itself, which this service accepts.
      return ['queued', 'submitting', 'processing', 'completed'];
    case 'unknown':
    case 'rejected':
    case 'completed':
    case 'failed':
      return [outcome.kind];
    case 'not-found':
      return ['missing'];
    default:
      return kind === 'query' ? ['processing', 'completed'] : [];
  }
}

/** What the title of a task depends on. Of the tasks that are alike in this, one is looked at in the window. */
const titledBy = ({ task: { state }, images }: TaskWithImages, { outcome }: CorpusAnswer): string =>
  JSON.stringify([outcome.kind, state.status, 'waitingFor' in state && state.waitingFor, 'said' in state && [state.said.httpStatus, state.said.code], images.map((image) => image.state.status).toSorted()]);

/** What the history says of a task after an answer with this outcome. */
function titleAfter({ request: kind, outcome }: CorpusAnswer): RegExp {
  switch (outcome.kind) {
    case 'accepted':
      return /^(In progress|Taking long|Done|Downloading|No picture|ID not found at the service|Failed|Download expired|Unusable download)$/;
    case 'delivered':
      return /^(Done|Downloading|Download expired|Unusable download)$/;
    case 'busy':
      return /^(The service is busy|Sending|In progress|Downloading|Done)$/;
    case 'unknown':
      return /^Outcome unknown$/;
    case 'rejected':
      return outcome.keyRefused === true ? /^Key refused$/ : /^(Not accepted|No credits left|Not allowed|Too many at once|Key refused)$/;
    case 'completed':
      return (outcome.images ?? []).length === 0 ? /^No picture$/ : /^(Done|Downloading|Download expired|Unusable download)$/;
    case 'failed':
      return /^Failed$/;
    case 'not-found':
      return /^ID not found at the service$/;
    default:
      return kind === 'query' ? /^(In progress|Done|Downloading)$/ : /never/;
  }
}

/** Whether the outcome has come of the answer: some need several answers. */
function isSettled({ request: kind, outcome }: CorpusAnswer, { task }: TaskWithImages): boolean {
  if (kind === 'submit') return task.state.status !== 'submitting' && (task.state.status !== 'queued' || task.state.waitingFor === 'busy');
  if (outcome.kind === 'completed' || outcome.kind === 'failed') return task.state.status === outcome.kind;
  return outcome.kind === 'not-found' ? task.state.status === 'missing' : task.polls > 0;
}

test('every answer of the corpus ends as its file says, in words', { tag: '@long' }, async () => {
  const { app } = served;
  const { page } = app;
  await beginAgain(app, 'Studio');
  // A refused or busy account sends nothing more, so each of those answers has an account of its own.
  const groups = Map.groupBy(answerCorpus, ({ name, outcome }) => (outcome.kind === 'busy' || outcome.keyRefused === true || outcome.kind === 'key-refused' ? name : 'together'));
  const services = await Promise.all(
    Array.from(groups.values(), async (answers) => {
      const practice = await startPracticeWithCorpus();
      const { accountId } = (await app.call('accountsAdd', { name: 'Corpus', baseUrl: practice.url, key: practice.key, keeping: 'session' })) as { accountId: string };
      for (const { name } of answers) await app.call('tasksSubmit', { accountId, request: request(`${name} [answer ${name}]`), taskIds: [randomUUID()], retryOf: null });
      return { practice, accountId };
    }),
  );
  const waiting = new Set(answerCorpus);
  const wrong: string[] = [];
  const toLookAt = new Map<string, CorpusAnswer>();
  await expect
    .poll(
      async () => {
        // After three unknown outcomes, the account stops until the person says that sending goes on.
        for (const { id, sendingStopped } of await app.accounts()) if (sendingStopped && services.some(({ accountId }) => accountId === id)) await app.call('accountsResumeSending', { accountId: id });
        for (const answer of waiting) {
          const [entry] = (await app.history(`"${answer.name} "`)).tasks;
          if (entry === undefined || !isSettled(answer, entry)) continue;
          waiting.delete(answer);
          const { status } = entry.task.state;
          if (!statesAfter(answer).includes(status)) wrong.push(`${answer.name}: ${status}`);
          toLookAt.set(titledBy(entry, answer), answer);
        }
        return [...waiting].map(({ name }) => name);
      },
      { timeout: 240_000, intervals: [1_000] },
    )
    .toEqual([]);
  await page.keyboard.press('ControlOrMeta+2');
  const search = page.getByRole('combobox', { name: /Search/ }).first();
  for (const answer of toLookAt.values()) {
    await search.fill(`"${answer.name} "`);
    const title = await page.getByRole('row').filter({ hasText: `[answer ${answer.name}]` }).getByRole('gridcell').first().textContent();
    if (!titleAfter(answer).test(title?.trim() ?? '')) wrong.push(`${answer.name}: ${title}`);
  }
  expect(wrong).toEqual([]);
  for (const { practice, accountId } of services) {
    await app.call('accountsRemove', { accountId });
    await practice.stop();
  }
  expect((await app.accounts()).find(({ id }) => id === practiceAccountId)).toBeDefined();
});
