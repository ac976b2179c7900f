import { describe, expect, it } from 'vitest';
import { testAccount } from '../../../support/open-test-database.ts';
import { accepted, notSent, rejected, testRefused } from '../../../support/engine-fakes.ts';
import { isState, openEngineRig } from '../../../support/task-engine-rig.ts';

const second = 1_000;

describe('without a network', () => {
  it('waits, tries one task, backs off, and continues by itself', async () => {
    const rig = await openEngineRig();
    rig.online = false;
    rig.service.onPost = () => notSent;
    const ids = await rig.submit(6);
    expect(rig.service.posts.length).toBe(1);
    for (const id of ids) expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'queued', waitingFor: 'network' }, submittedAt: null } });
    await rig.clock.advance(60 * second);
    const tries = rig.service.posts.slice(1).map(({ at }) => at);
    expect(tries.length).toBeGreaterThan(1);
    expect(tries.length).toBeLessThan(8);
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    const before = rig.service.posts.length;
    await rig.clock.advance(60 * second);
    expect(rig.service.posts.slice(before).map(({ request }) => request.prompt)).toEqual(ids.map((_, index) => `picture ${index}`));
    for (const id of ids) expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });

  it.each([
    ['PROXY_AUTH', 'proxy-password'],
    ['PROXY_REFUSED', 'proxy-refused'],
    ['PROXY_UNREACHABLE', 'proxy-unreachable'],
    ['PROXY_UNSUPPORTED', 'proxy-unreachable'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['ECONNREFUSED', 'connection-refused'],
    ['ENOTFOUND', 'name-not-found'],
    ['EAI_AGAIN', 'name-not-found'],
    ['ENETUNREACH', 'network'],
    ['ENETDOWN', 'network'],
    ['EHOSTUNREACH', 'unreachable'],
    ['TIMEOUT', 'unreachable'],
  ])('says what there is to mend after %s: %s, and goes on once it is mended', async (code, waitingFor) => {
    const rig = await openEngineRig();
    rig.service.onPost = () => ({ kind: 'not-sent', code });
    const [id = ''] = await rig.submit();
    expect(await rig.state(id)).toEqual({ status: 'queued', waitingFor });
    rig.service.onPost = () => accepted('remote-1');
    rig.engine.wake();
    await rig.clock.advance(second);
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });

  it.each([
    ['ENOTFOUND', 'network'],
    ['TIMEOUT', 'network'],
    ['ECONNREFUSED', 'connection-refused'],
    ['CERT_HAS_EXPIRED', 'certificate'],
  ])('on a computer without a network %s means %s', async (code, waitingFor) => {
    const rig = await openEngineRig();
    rig.online = false;
    rig.service.onPost = () => ({ kind: 'not-sent', code });
    const [id = ''] = await rig.submit();
    expect(await rig.state(id)).toEqual({ status: 'queued', waitingFor });
  });

  it('shows when it is tried again, and does not store that', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => notSent;
    const ids = await rig.submit(6);
    const told = (id: string) => rig.changes.findLast(({ task }) => task.id === id)?.task.state;
    const retryAt = told(ids[5] ?? '');
    expect(retryAt).toMatchObject({ status: 'queued', waitingFor: 'name-not-found', retryAt: expect.any(Number) });
    for (const id of ids) expect(told(id)).toEqual(retryAt);
    const writes = rig.calls.length;
    await rig.clock.advance(60 * second);
    expect(told(ids[5] ?? '')).not.toEqual(retryAt);
    // Each try writes the one task that tried, twice.
    expect(rig.calls.length - writes).toBe(2 * (rig.service.posts.length - 1));
    expect(await rig.state(ids[5] ?? '')).toEqual({ status: 'queued', waitingFor: 'name-not-found' });
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    rig.engine.wake();
    await rig.settle();
    expect(told(ids[5] ?? '')).toMatchObject({ status: 'processing' });
  });

  it('tries at once when the network is said to be back', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => notSent;
    await rig.submit(3);
    await rig.clock.advance(120 * second);
    const before = rig.service.posts.length;
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    rig.engine.wake();
    await rig.settle();
    expect(rig.service.posts.length).toBe(before + 3);
  });

  it('continues after a restart', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => notSent;
    const [id = ''] = await rig.submit();
    rig.service.onPost = () => accepted('remote-1');
    await rig.restart();
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });
});

describe('without a key', () => {
  it('waits, and continues when the account is ready', async () => {
    const rig = await openEngineRig();
    rig.accounts.key = null;
    const ids = await rig.submit(6);
    await rig.clock.advance(3_600 * second);
    rig.engine.wake();
    await rig.clock.advance(60 * second);
    expect(rig.service.posts.length).toBe(0);
    for (const id of ids) expect(await rig.state(id)).toEqual({ status: 'queued', waitingFor: 'key' });
    rig.accounts.key = 'key-2';
    rig.engine.accountReady(testAccount.id);
    await rig.settle();
    expect(rig.service.posts.map(({ key }) => key)).toEqual(Array.from({ length: 6 }, () => 'key-2'));
  });

  it('a refused key holds all tasks that were not sent yet', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 1;
    rig.service.onPost = () => rejected(true);
    rig.service.onTest = () => testRefused;
    const ids = await rig.submit(5);
    await rig.clock.advance(3_600 * second);
    expect(rig.service.posts.length).toBe(1);
    expect(rig.accounts.refused).toEqual(['key-1']);
    for (const id of ids.slice(1)) expect(await rig.state(id)).toEqual({ status: 'queued', waitingFor: 'key' });
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    rig.accounts.key = 'key-2';
    rig.engine.accountReady(testAccount.id);
    await rig.settle();
    expect(rig.service.posts.length).toBe(5);
  });

  it('does not miss a key that arrives while it is read', async () => {
    const rig = await openEngineRig();
    const { credentials } = rig.accounts;
    let asked = 0;
    rig.accounts.credentials = async (accountId) => {
      asked += 1;
      if (asked > 1) return credentials(accountId);
      rig.engine.accountReady(testAccount.id);
      return null;
    };
    const [id = ''] = await rig.submit();
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });

  it('at the moment of sending, nothing is sent', async () => {
    const rig = await openEngineRig();
    rig.disk = (method, argument) => {
      if (method === 'saveTask' && isState('submitting')(argument)) rig.accounts.key = null;
      return null;
    };
    const [id = ''] = await rig.submit();
    expect(rig.service.posts.length).toBe(0);
    expect(await rig.state(id)).toEqual({ status: 'queued', waitingFor: 'key' });
  });

  it('waits as without a network if the service has no address', async () => {
    const rig = await openEngineRig();
    const { credentials } = rig.accounts;
    rig.accounts.credentials = () => Promise.reject(new Error('the practice service does not start'));
    const [id = ''] = await rig.submit();
    expect(await rig.state(id)).toEqual({ status: 'queued', waitingFor: 'unreachable' });
    rig.accounts.credentials = credentials;
    await rig.clock.advance(10 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'processing' });
  });
});
