import { randomUUID } from 'node:crypto';
import { setTimeout as pass } from 'node:timers/promises';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { isLongForm } from '../support/long-form.ts';
import { pollGaps } from '../support/poll-gaps.ts';
import { signalTree } from '../support/process-tree.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import type { SeenRequest } from '../support/scripted-service-script.ts';
import { expect, test } from '../support/test.ts';

/** A computer that falls asleep in the middle of everything: all processes stand still while the service's clock goes on. */

const sleep = isLongForm ? 60_000 : 8_000;
const tasks = 40;

let profile: Profile;
let service: ScriptedService;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: 'sk-e2e-0123456789-abcdef' });
});
test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

const isPoll = ({ method, path }: SeenRequest): boolean => method === 'GET' && path.startsWith('/v1/tasks/');

/** The most of these moments that lie within `span` milliseconds. */
function most(times: readonly number[], span: number): number {
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + span).length));
}

test(`after ${sleep / 1000} s of sleep with ${tasks} open tasks there is no burst of queries, nothing is sent twice, and everything arrives`, { tag: '@long' }, async () => {
  test.setTimeout(600_000 + sleep);
  await service.script('*', { processing: 4, images: [] });
  // Its answer comes while the computer sleeps.
  await service.script('in mid-air', { processing: 1, images: [], submit: [{ delayMs: 3_000, body: { json: { id: '$ID', status: 'processing' } } }] });
  const app = await LatentApp.launch(profile);
  const accountId = await app.addAccount(service.url, service.key);
  const submit = (prompt: string): Promise<unknown> =>
    app.call('tasksSubmit', { accountId, request: { model: 'm', prompt, size: '64x64', quality: 'low' }, taskIds: [randomUUID()], retryOf: null });
  const prompts = Array.from({ length: tasks }, (_, number) => `asleep ${number}`);
  await Promise.all(prompts.map(submit));
  // Every one of them has been asked for at least once.
  await expect.poll(async () => new Set((await service.requests()).filter(isPoll).map(({ path }) => path)).size).toBe(tasks);
  await submit('in mid-air');
  await expect.poll(() => service.posts('in mid-air')).toBe(1);

  const pid = app.electron.process().pid as number;
  const stopped = signalTree(pid, 'SIGSTOP');
  // The main process, the window, and Chromium's helpers.
  expect(stopped.length).toBeGreaterThanOrEqual(4);
  const before = (await service.requests()).length;
  await pass(sleep);
  const seen = await service.requests();
  // What had left before the stop may still have arrived.
  expect(seen.length - before).toBeLessThanOrEqual(8);
  signalTree(pid, 'SIGCONT');

  await expect
    .poll(async () => (await app.history('status:completed ')).total)
    .toBe(tasks + 1);
  const all = await service.requests();
  for (const { posts, prompt } of await service.served([...prompts, 'in mid-air'])) expect(posts, prompt).toBe(1);
  expect(all.filter(({ method }) => method === 'POST')).toHaveLength(tasks + 1);
  const gaps = pollGaps(all);
  expect(gaps.length).toBeGreaterThanOrEqual(tasks * 4);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3_000);
  // All were overdue at once. Eight may be under way together, and the others follow at their pace, 40 within 2.4 s: 25 of them within one second. Without
  // that pace, all 40 come at once, however busy the machine is.
  const awake = all.slice(seen.length).filter(isPoll).map(({ time }) => time);
  const figures = { stoppedProcesses: stopped.length, polls: awake.length, shortestGap: Math.round(Math.min(...gaps)), most100: most(awake, 100), most1000: most(awake, 1_000) };
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) });
  console.log(`[figures] sleep ${sleep} ms: ${JSON.stringify(figures)}`);
  expect(figures.most1000).toBeLessThan(35);
  await app.close();
});
