import { randomUUID } from 'node:crypto';
import { withSharedServedApp } from '../support/fresh-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { pollGaps } from '../support/poll-gaps.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import type { TaskScript } from '../support/scripted-service-script.ts';
import { expect, test } from '../support/test.ts';

/** Each bad answer ends in its own state, with words for what happened and for the money, after exactly one POST. */

test.afterAll(async () => {
  // Time enough for a retry has passed, if there were one.
  const prompts = (await served.service.requests()).filter(({ method }) => method === 'POST').map(({ body }) => (JSON.parse(body) as { prompt: string }).prompt);
  expect(prompts.toSorted()).toEqual([...new Set(prompts)].toSorted());
});
const served = withSharedServedApp();
test.beforeEach(async () => {
  await served.app.selectAccount('Studio');
  await served.app.hideProblems();
});

interface Case {
  readonly prompt: string;
  readonly script: TaskScript;
  readonly status: string;
  /** Each must stand in the inspector once its tile is selected. */
  readonly words: readonly RegExp[];
}

const answered = (status: number, body: unknown): TaskScript => ({ submit: [{ status, body: { json: body } }] });
const mayHaveBeenCharged = /It may have been charged\. Latent cannot tell, but the service’s billing console can\./;

const cases: readonly Case[] = [
  {
    prompt: 'a failed task',
    script: { processing: 0, end: { failed: { code: 'moderation', message: 'The prompt was declined.' } } },
    status: 'failed',
    words: [/The prompt was declined\./],
  },
  {
    prompt: 'no credits',
    script: answered(402, { code: 402, message: 'Insufficient balance' }),
    status: 'rejected',
    words: [/No credits left/, /Insufficient balance/, /Add credits in the service’s billing console/, /it should not be charged/],
  },
  {
    prompt: 'a bad size',
    script: answered(422, { error: { message: 'size must be a multiple of 16' } }),
    status: 'rejected',
    words: [/size must be a multiple of 16/, /It was not accepted, so it should not be charged\./],
  },
  { prompt: 'an error of theirs', script: answered(500, { error: 'oops' }), status: 'unknown', words: [mayHaveBeenCharged, /an internal error/, /oops/] },
  // Between the unknown ones, because after three in a row nothing more is sent.
  { prompt: 'nothing to see', script: { processing: 0, images: [] }, status: 'completed', words: [/No picture/, /Often this means that it blocked the prompt/, /may have been charged/] },
  {
    prompt: 'a cut connection',
    script: { submit: [{ then: { do: 'reset', after: 'before-answer' } }] },
    status: 'unknown',
    words: [mayHaveBeenCharged, /connection broke/],
  },
  { prompt: 'garbage', script: { submit: [{ body: { text: '<html>Welcome</html>' } }] }, status: 'unknown', words: [mayHaveBeenCharged, /without a task ID/] },
];

test('failed, 402, 422, 500, a cut connection, garbage and no picture: each has its own state and words', async () => {
  const filesBefore = await served.profile.files();
  for (const { prompt, script } of cases) {
    await served.service.script(prompt, script);
    await served.app.submit(prompt);
  }
  for (const { prompt, status, words } of cases) {
    const tile = served.app.tile(status).filter({ hasText: prompt });
    await expect(tile).toHaveCount(1);
    await tile.click({ position: { x: 12, y: 12 } });
    const inspector = served.app.page.getByRole('complementary');
    for (const word of words) await expect(inspector.getByText(word).first()).toBeVisible();
  }
  await served.app.tile('unknown').filter({ hasText: 'a cut connection' }).click({ position: { x: 12, y: 12 } });
  // An action that costs something says so before it is clicked.
  await expect(served.app.tile('failed').getByRole('button', { name: 'Generate again', exact: true })).toContainText('new charge');
  await served.app.page.keyboard.press('ControlOrMeta+Shift+I');
  await expect.poll(() => served.app.electron.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  await expect(served.app.page.getByText('Local ID copied. The service has not given this task an ID.')).toBeVisible();
  await served.app.page.keyboard.press('Delete');
  const question = served.app.page.getByRole('dialog', { name: 'Dismiss this task?' });
  await expect(question).toContainText('Latent does not know what became of this task. The service may have charged it. Dismissing changes nothing about that. History keeps it.');
  // Escape belongs to the question, and not to the list of tasks below it.
  await served.app.page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(served.app.tile('unknown').first()).toBeVisible();
  for (const { prompt } of cases) expect(await served.service.posts(prompt), prompt).toBe(1);
  expect(await served.profile.files()).toEqual(filesBefore);
});

test('401: the account is named, nothing more is sent with its key, and a waiting task is sent with the next key', async () => {
  const nextKey = 'sk-e2e-next-0123456789';
  await served.service.setKey(nextKey);
  await served.service.script('afterwards', { processing: 0, images: [] });
  await served.app.submit('refused');
  await expect(served.app.tile('rejected')).toContainText('Key refused');
  await expect(served.app.page.getByText(/The service refused the key of Studio/)).toBeVisible();
  await served.app.submit('afterwards');
  await expect(served.app.prompt).toHaveValue('afterwards');

  // One that was on its way to the queue when the key was refused.
  const [account] = (await served.app.accounts()).filter(({ name }) => name === 'Studio');
  const request = { model: 'm', prompt: 'afterwards', size: '64x64', quality: 'low' };
  await served.app.call('tasksSubmit', { accountId: account?.id, request, taskIds: [randomUUID()], retryOf: null });
  await expect(served.app.tile('queued')).toContainText('Waiting for a key');
  expect(await served.service.posts('afterwards')).toBe(0);

  const { page } = served.app;
  await page.keyboard.press('ControlOrMeta+,');
  const card = page.getByRole('listitem', { name: 'Studio' });
  const question = page.getByRole('dialog', { name: 'Generate with Studio?' });
  await card.getByRole('button', { name: 'Test Studio' }).click();
  await expect(question).toContainText('One task waits for this key and is sent if the service accepts the key.');
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(question).toBeHidden();
  await card.getByRole('button', { name: 'More actions for Studio' }).click();
  await page.getByRole('menuitem', { name: 'Replace key…' }).click();
  const form = page.getByRole('dialog', { name: 'Key of “Studio”' });
  await form.getByLabel('API key').fill(nextKey);
  await form.getByRole('radio', { name: /session/i }).click();
  await form.getByRole('button', { name: 'Save key' }).click();
  await expect(question).toContainText('One task waits for this change and is sent once it is saved.');
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(question).toBeHidden();
  expect(await served.service.posts('afterwards')).toBe(0);
  await form.getByRole('button', { name: 'Save key' }).click();
  await question.getByRole('button', { name: 'Save and generate 1' }).click();
  await expect(form).toBeHidden();
  await page.keyboard.press('ControlOrMeta+1');
  await expect(served.app.tile('completed')).toHaveCount(1);
  expect(await served.service.posts('refused')).toBe(1);
  expect(await served.service.posts('afterwards')).toBe(1);
  await served.service.setKey(served.service.key);
  await served.app.call('accountsReplaceKey', { accountId: account?.id, key: served.service.key, keeping: 'session' });
});

test('an answer of 500 with an id, a 429 with Retry-After to a query and a picture that is not there yet lose nothing', async () => {
  const { app, service } = served;
  const picture = (await paintPng({ prompt: 'late', index: 0, width: 64, height: 64 })).toString('base64');
  await service.script('late but here', { processing: 0, images: [], submit: [{ status: 500, body: { json: { id: '$ID', error: 'queue is slow' } } }] });
  await service.script('patience', { id: 'task-patience', processing: 0, images: [], query: [{ status: 429, headers: { 'retry-after': '5' }, body: { json: { error: 'slow down' } } }] });
  await service.script('a late picture', { processing: 0, images: [{ base64: picture, answers: [{ status: 503 }, null] }] });
  for (const prompt of ['late but here', 'patience', 'a late picture']) await app.submit(prompt);
  await expect(app.tile('processing').filter({ hasText: 'patience' })).toContainText('The service asks Latent to wait');
  await expect(app.tile('completed').filter({ hasText: 'a late picture' })).toContainText('The download has not worked yet. Latent keeps trying');
  await expect(app.tile('completed').filter({ hasText: 'late but here' })).toHaveCount(1);
  await expect(app.pictures).toHaveCount(1);
  await expect(app.tile('completed').filter({ hasText: 'patience' })).toHaveCount(1);
  const [gap] = pollGaps((await service.requests()).filter(({ path }) => path.endsWith('task-patience')));
  expect(gap).toBeGreaterThanOrEqual(5_000);
  for (const prompt of ['late but here', 'patience', 'a late picture']) expect(await service.posts(prompt), prompt).toBe(1);
});

test('a task stays unsent while its service is not running, and is sent once it is', async () => {
  const absent = await startScriptedService({ key: 'sk-e2e-absent-01234567' });
  await served.app.addAccount(absent.url, absent.key, 'Absent');
  await absent.stop();
  await served.app.submit('a quiet village');
  await expect(served.app.tile('queued')).toContainText('The service refuses connections');
  await expect(served.app.tile('queued')).toContainText(/Tries again in 0:\d\d|Trying again…/);
  const service = await startScriptedService({ key: absent.key, port: Number(new URL(absent.url).port) });
  await service.script('a quiet village', { processing: 0, images: [] });
  await expect(served.app.tile('completed')).toHaveCount(1);
  expect(await service.posts('a quiet village')).toBe(1);
  await service.stop();
});

test('a mistyped ID of a task that was sent elsewhere is corrected in place', async () => {
  await served.service.script('sent elsewhere', { processing: 0, images: [] });
  const answer = await fetch(`${served.service.url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', prompt: 'sent elsewhere', size: '64x64', quality: 'low', n: 1 }),
  });
  const [, id = ''] = /"(?:id|task_id)":\s*"([^"]+)"/.exec(await answer.text()) ?? [];
  const [account] = (await served.app.accounts()).filter(({ name }) => name === 'Studio');
  await served.app.call('tasksAddById', { taskId: randomUUID(), accountId: account?.id, remoteId: `${id}x`, prompt: '', anyway: true });
  await expect(served.app.tile('missing')).toBeVisible();
  await served.app.tile('missing').getByRole('button', { name: 'Correct the ID…' }).click();
  const dialog = served.app.page.getByRole('dialog', { name: 'Correct the task ID' });
  const field = dialog.getByRole('textbox', { name: 'Task ID' });
  await expect(field).toHaveValue(`${id}x`);
  await expect(dialog.getByRole('button', { name: 'Look it up' })).toBeDisabled();
  await field.fill(id);
  // Another Enter comes the moment that the answer is there. Nobody has read it.
  await field.evaluate((element) => {
    const input = element as unknown as EventTarget & { refused?: boolean };
    const page = globalThis as unknown as { MutationObserver: new (seen: () => void) => { observe(target: object, what: object): void }; document: { body: { textContent: string } }; KeyboardEvent: new (type: string, init: object) => Event };
    const observer = new page.MutationObserver(() => {
      if (page.document.body.textContent.includes('The service has this task under the ID:')) input.refused ??= !input.dispatchEvent(new page.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    });
    observer.observe(page.document.body, { childList: true, subtree: true });
  });
  await field.press('Enter');
  await expect.poll(() => field.evaluate((element) => (element as unknown as { refused?: boolean }).refused)).toBe(true);
  await dialog.getByRole('button', { name: 'Use this ID' }).click();
  await expect(dialog).toBeHidden();
  await expect(served.app.tile('missing')).toHaveCount(0);
  await expect(served.app.tile('completed')).toHaveCount(1);
  expect(await served.service.posts('sent elsewhere')).toBe(1);
});
