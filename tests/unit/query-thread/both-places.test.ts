import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { createQueryLoop } from '../../../electron/core/engine/query-loop.ts';
import type { OpenTaskQueries } from '../../../electron/core/engine/task-queries.ts';
import { createServiceClient } from '../../../electron/core/service/service-client.ts';
import { createSystemClock } from '../../../electron/core/system-clock.ts';
import { createUndiciHttp } from '../../../electron/network/undici-http.ts';
import { answer, openDeskRig } from '../../support/desk-rig.ts';
import { realQueryThread } from '../../support/query-thread.ts';

/** The engine's tests have the queries in their own thread; what they rely on holds of the thread that Latent has, too. */

const clock = createSystemClock();
const here: OpenTaskQueries = (desk) => createQueryLoop({ clock, client: createServiceClient({ http: createUndiciHttp(), clock }), desk });
const patience = { timeout: 30_000 };

describe.concurrent.each([
  ['in this thread', here],
  ['in a thread of their own', realQueryThread()],
] as const)('queries %s', (_place, open) => {
  it('are not made before the interval, bring what is new, and then only say that nothing is', async ({ expect }) => {
    const { service, desk, want } = await openDeskRig(open);
    const from = performance.now();
    const { wish } = want('a');
    await expect.poll(() => service.requests.length, patience).toBe(3);
    await expect.poll(() => desk.repeated.length, patience).toBe(2);
    const times = service.requests.map(({ at }) => at);
    expect((times[0] ?? 0) - from).toBeGreaterThanOrEqual(3_000);
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(3_000);
    expect(service.requests.map(({ path, key }) => `${path} ${key}`)).toEqual(Array<string>(3).fill('/v1/tasks/remote-a Bearer first-key'));
    expect(desk.answers).toMatchObject([{ id: 'a', accountId: 'account', wish, outcome: { kind: 'processing', answer: { httpStatus: 200 } }, credentials: { key: 'first-key' } }]);
    expect(desk.repeated).toEqual([1, 2].map(() => ({ id: 'a', wish })));
    expect(desk.asked.length).toBe(1);
  });

  it('bring an answer that differs, and every one that may not repeat itself', async ({ expect }) => {
    const { service, desk, want } = await openDeskRig(open);
    service.onRequest = (count, _request, response) => answer(response, count === 3 ? { status: 'completed', output: { data: [{ url: 'https://pictures.example/1.png' }] } } : { status: 'processing' });
    desk.onAnswer = ({ outcome }) => (outcome.kind === 'completed' ? null : { delay: 0, mayRepeat: false });
    want('a');
    await expect.poll(() => desk.answers.length, patience).toBe(3);
    expect(desk.answers.map(({ outcome }) => outcome.kind)).toEqual(['processing', 'processing', 'completed']);
    expect(desk.answers[2]).toMatchObject({ outcome: { images: [{ kind: 'url', url: 'https://pictures.example/1.png' }] } });
    expect(desk.repeated).toEqual([]);
    await sleep(4_000);
    expect(service.requests.length).toBe(3);
  });

  it('end with an answer after which none is wanted, unless it was wanted again meanwhile', async ({ expect }) => {
    const { service, desk, want } = await openDeskRig(open);
    desk.onAnswer = async () => {
      if (desk.answers.length === 1) want('a');
      return null;
    };
    want('a');
    await expect.poll(() => desk.answers.length, patience).toBe(2);
    await sleep(4_000);
    expect(service.requests.length).toBe(2);
  });

  it('are made no more of what was dropped', async ({ expect }) => {
    const { service, desk, queries, want } = await openDeskRig(open);
    want('a');
    want('b');
    await expect.poll(() => desk.answers.length, patience).toBe(2);
    queries.drop('a');
    await expect.poll(() => service.requests.length, patience).toBe(4);
    expect(service.requests.slice(2).map(({ path }) => path)).toEqual(['/v1/tasks/remote-b', '/v1/tasks/remote-b']);
  });

  it('have the same credentials until those are to be forgotten', async ({ expect }) => {
    const { service, desk, queries, want } = await openDeskRig(open);
    want('a');
    await expect.poll(() => service.requests.length, patience).toBe(2);
    desk.onCredentials = () => ({ kind: 'granted', credentials: { baseUrl: service.url, key: 'second-key' } });
    queries.forget();
    await expect.poll(() => service.requests.length, patience).toBe(3);
    expect(service.requests.map(({ key }) => key)).toEqual(['Bearer first-key', 'Bearer first-key', 'Bearer second-key']);
    expect(desk.asked.length).toBe(2);
  });

  it('ask again for credentials that were to be forgotten while they were asked for', async ({ expect }) => {
    const { service, desk, queries, want } = await openDeskRig(open);
    desk.onCredentials = () => {
      if (desk.asked.length === 1) queries.forget();
      return { kind: 'granted', credentials: { baseUrl: service.url, key: `key-${desk.asked.length}` } };
    };
    want('a');
    await expect.poll(() => service.requests.length, patience).toBe(2);
    expect(service.requests.map(({ key }) => key)).toEqual(['Bearer key-2', 'Bearer key-2']);
  });

  it('are made no more with a key that was refused, also before the desk has said so', async ({ expect }) => {
    const { service, desk, want } = await openDeskRig(open);
    service.onRequest = (_count, _request, response) => answer(response, { error: { message: 'no' } }, 401);
    desk.onAnswer = () => new Promise(() => undefined);
    desk.onCredentials = () => (desk.asked.length > 8 ? { kind: 'not-now', delay: null } : { kind: 'granted', credentials: { baseUrl: service.url, key: 'a-key' } });
    for (let id = 0; id < 20; id += 1) want(`task-${id}`);
    await expect.poll(() => desk.asked.length, patience).toBeGreaterThan(8);
    await sleep(1_000);
    expect(service.requests.length).toBeLessThanOrEqual(8);
  });

  it('are not made when the task was dropped while its key was waited for', async ({ expect }) => {
    const { service, desk, queries, want } = await openDeskRig(open);
    const { onCredentials } = desk;
    let unlock = (): void => undefined;
    desk.onCredentials = (task) => new Promise((resolve) => (unlock = () => resolve(onCredentials(task))));
    want('a');
    await expect.poll(() => desk.asked.length, patience).toBe(1);
    queries.drop('a');
    unlock();
    await sleep(1_000);
    expect(service.requests).toEqual([]);
  });

  it('wait for the moment that the desk names where there is no key, and for a wish where it names none', async ({ expect }) => {
    const { service, desk, want } = await openDeskRig(open);
    const { onCredentials } = desk;
    desk.onCredentials = () => ({ kind: 'not-now', delay: desk.asked.length === 1 ? 0 : null });
    want('a');
    await expect.poll(() => desk.asked.length, patience).toBe(2);
    await sleep(4_000);
    expect(desk.asked.length).toBe(2);
    desk.onCredentials = onCredentials;
    want('a');
    await expect.poll(() => service.requests.length, patience).toBe(1);
  });

  it('ask for the credentials anew where no service is, for it may be at another address', async ({ expect }) => {
    const { service, desk, want } = await openDeskRig(open);
    desk.onCredentials = () => ({ kind: 'granted', credentials: { baseUrl: desk.asked.length === 1 ? 'http://127.0.0.1:1' : service.url, key: 'a-key' } });
    want('a');
    await expect.poll(() => service.requests.length, patience).toBe(1);
    expect(desk.answers[0]).toMatchObject({ outcome: { kind: 'trouble', trouble: 'connection-refused' } });
  });

  it('bring nothing after the end', async ({ expect }) => {
    const { service, desk, queries, want } = await openDeskRig(open);
    let give = (): void => undefined;
    service.onRequest = (_count, _request, response) => {
      give = () => answer(response, { status: 'processing' });
    };
    want('a');
    await expect.poll(() => service.requests.length, patience).toBe(1);
    await queries.close();
    give();
    want('b');
    await sleep(4_000);
    expect(desk.answers).toEqual([]);
    expect(service.requests.length).toBe(1);
  });
});
