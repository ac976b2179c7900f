import { beforeEach, describe, expect, it } from 'vitest';
import type { Route } from '../../../electron/network/route.ts';
import { createRememberedRoutes, type RememberedRoutes } from '../../../electron/query-thread/remembered-routes.ts';
import { createFakeClock, nextMacrotask, type FakeClock } from '../../support/fake-clock.ts';

const origin = 'https://service.example';
const proxy = (host: string): readonly Route[] => [{ kind: 'socks5', proxy: { secure: false, host, port: 1080 } }];

describe('the ways to a service', () => {
  let clock: FakeClock;
  let questions: { readonly answer: (routes: readonly Route[]) => void; readonly refuse: (error: Error) => void }[];
  let routes: RememberedRoutes;
  beforeEach(() => {
    clock = createFakeClock();
    questions = [];
    routes = createRememberedRoutes(() => new Promise((answer, refuse) => questions.push({ answer, refuse })), clock);
  });
  const learn = async (host: string): Promise<void> => {
    questions.at(-1)?.answer(proxy(host));
    await nextMacrotask();
  };

  it('are asked for once by all who ask at the same time, and not again for two seconds', async () => {
    const found = Promise.all([routes.find(origin), routes.find(origin)]);
    await learn('a');
    expect(await found).toEqual([proxy('a'), proxy('a')]);
    await clock.advance(1_999);
    expect(await routes.find(origin)).toEqual(proxy('a'));
    expect(questions.length).toBe(1);
    void routes.find('https://other.example');
    expect(questions.length).toBe(2);
  });

  it('are used for some seconds more while they are asked for again, and then waited for', async () => {
    void routes.find(origin);
    await learn('a');
    await clock.advance(9_999);
    expect(await routes.find(origin)).toEqual(proxy('a'));
    expect(questions.length).toBe(2);
    await clock.advance(1);
    const waited = routes.find(origin);
    expect(questions.length).toBe(2);
    await learn('b');
    expect(await waited).toEqual(proxy('b'));
    expect(await routes.find(origin)).toEqual(proxy('b'));
  });

  it('are asked for anew when a question is not answered', async () => {
    const never = routes.find(origin);
    await clock.advance(1_999);
    void routes.find(origin);
    expect(questions.length).toBe(1);
    await clock.advance(1);
    const found = routes.find(origin);
    expect(questions.length).toBe(2);
    await learn('b');
    expect(await found).toEqual(proxy('b'));
    questions[0]?.answer(proxy('late'));
    expect(await never).toEqual(proxy('late'));
    expect(await routes.find(origin)).toEqual(proxy('b'));
  });

  it('are asked for anew after they could not be found', async () => {
    void routes.find(origin);
    await learn('a');
    await clock.advance(2_000);
    expect(await routes.find(origin)).toEqual(proxy('a'));
    questions.at(-1)?.refuse(new Error('no way'));
    await nextMacrotask();
    const waited = routes.find(origin);
    expect(questions.length).toBe(3);
    questions.at(-1)?.refuse(new Error('still none'));
    await expect(waited).rejects.toThrow('still none');
  });

  it('are forgotten at a word, also those that are being asked for', async () => {
    const early = routes.find(origin);
    const [first] = questions;
    routes.forget();
    const late = routes.find(origin);
    expect(questions.length).toBe(2);
    first?.answer(proxy('old'));
    expect(await early).toEqual(proxy('old'));
    await learn('new');
    expect(await late).toEqual(proxy('new'));
    expect(await routes.find(origin)).toEqual(proxy('new'));
    expect(questions.length).toBe(2);
  });
});
