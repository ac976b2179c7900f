import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ObjectFailure } from '../../../../electron/core/http/object-store.ts';
import { createSystemClock } from '../../../../electron/core/util/system-clock.ts';
import type { BucketAccess } from '../../../../electron/network/s3/s3-request.ts';
import { createS3Store } from '../../../../electron/network/s3/s3-store.ts';
import { createSocketHttp, type SocketHttp } from '../../../../electron/network/socket-http.ts';
import { sha256 } from '../../../support/bytes.ts';
import { startStrictS3, type StrictS3 } from '../../../support/strict-s3.ts';

let s3: StrictS3;
let http: SocketHttp;
beforeAll(async () => {
  s3 = await startStrictS3();
  // The name of the bucket before `localhost` is this computer, too.
  http = createSocketHttp({ lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) });
});
afterEach(() => s3.set({ clockAhead: 0, quota: 1e12, page: 1000, proof: 'checksum', ignoresConditions: false, refusesConditions: false, refusesChecksums: 'no', pageEnds: 'token', virtualHost: false }));
afterAll(async () => {
  await http.close();
  await s3.stop();
});

const storeOf = (changed: Partial<BucketAccess> = {}) => createS3Store({ ...s3.setting, secret: s3.secret, ...changed }, { http, clock: createSystemClock(), firstWait: 1 });
const put = (key: string, text: string, changed: Partial<BucketAccess> = {}) => storeOf(changed).put(key, Buffer.from(text), sha256(text));
const why = (call: Promise<unknown>): Promise<string> => call.then(() => 'nothing failed', (error: unknown) => (error instanceof ObjectFailure ? error.why : String(error)));
async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
let keys = 0;
const newKey = (): string => `test/${(keys += 1)}`;

describe('put and get', () => {
  test('an object comes back byte for byte, and its key is then taken', async () => {
    const key = newKey();
    expect(await put(key, 'hello')).toBe('stored');
    expect(await storeOf().get(key, 100)).toEqual(Buffer.from('hello'));
    expect(await put(key, 'other')).toBe('taken');
    expect((await s3.read(key)).toString()).toBe('hello');
  });

  test('an empty object and one of eight megabytes', async () => {
    const large = Buffer.alloc(8 * 1024 * 1024, 'latent');
    const [empty, full] = [newKey(), newKey()];
    expect(await put(empty, '')).toBe('stored');
    expect(await storeOf().put(full, large, sha256(large))).toBe('stored');
    expect(sha256((await storeOf().get(full, large.length + 1)) ?? '')).toBe(sha256(large));
    expect(await storeOf().get(empty, 1)).toEqual(Buffer.alloc(0));
  });

  test('a missing object is none, and what is larger than expected is cut', async () => {
    const key = newKey();
    expect(await storeOf().get(key, 100)).toBeNull();
    await put(key, 'hello');
    expect(await storeOf().get(key, 3)).toEqual(Buffer.from('hel'));
  });

  test('keys with every allowed character, and credentials for a while, are signed as the server expects', async () => {
    const key = 'test/a-b_c.d/E~'.replace('~', '9');
    expect(await put(key, 'x', { sessionToken: 'FwoGZXIvYXdzE+/=' })).toBe('stored');
    expect(await s3.keys()).toContain(key);
  });

  test('the name of the bucket before the host', async () => {
    await s3.set({ virtualHost: true });
    const key = newKey();
    const endpoint = s3.url.replace('127.0.0.1', 'localhost');
    expect(await why(put(key, 'x', { endpoint, addressing: 'path' }))).toBe('no-bucket');
    expect(await put(key, 'x', { endpoint, addressing: 'host' })).toBe('stored');
  });
});

describe('list', () => {
  test('goes through all pages', async () => {
    await s3.set({ page: 3 });
    const names = Array.from({ length: 10 }, (_, index) => `pages/${String(index).padStart(2, '0')}`);
    for (const name of names) await put(name, 'x'.repeat(3));
    const found = await all(storeOf().list('pages/'));
    expect(found).toEqual(names.map((key) => ({ key, bytes: 3 })));
    expect(await all(storeOf().list('none/'))).toEqual([]);
  });
});

describe('lists of servers that do not keep to the second version', () => {
  const names = Array.from({ length: 10 }, (_, index) => `odd-pages/${index}`);
  test.each(['nothing', 'first-version'] as const)('a page that ends with %s is gone on from its last key', async (pageEnds) => {
    for (const name of names) await put(name, 'x');
    await s3.set({ page: 3, pageEnds });
    expect((await all(storeOf().list('odd-pages/'))).map(({ key }) => key)).toEqual(names);
  });

  test('a list that says the same again and again fails, and is not taken for the whole', async () => {
    for (const name of names) await put(name, 'x');
    await s3.set({ page: 3, pageEnds: 'same' });
    expect(await why(all(storeOf().list('odd-pages/')))).toBe('odd');
  });

  test('a thousand keys in a page, each with quotation marks that are written as entities', async () => {
    for (let index = 0; index < 1000; index += 1) await s3.write(`many/${String(index).padStart(4, '0')}`, Buffer.from('x'));
    expect(await all(storeOf().list('many/'))).toHaveLength(1000);
  });
});

describe('what the server refuses is told apart', () => {
  test.each([
    ['key-refused', { secret: 'wrong' }],
    ['key-refused', { keyId: 'AKIDOTHER' }],
    ['no-bucket', { bucket: 'elsewhere' }],
    ['region', { region: 'us-east-1' }],
  ] as const)('%s', async (expected, changed) => {
    expect(await why(put(newKey(), 'x', changed))).toBe(expected);
    expect(await why(all(storeOf(changed).list('')))).toBe(expected);
  });

  test('a clock that is wrong', async () => {
    await s3.set({ clockAhead: 16 * 60 });
    expect(await why(put(newKey(), 'x'))).toBe('clock');
  });

  test('a full bucket', async () => {
    await s3.set({ quota: 10 });
    expect(await why(put(newKey(), 'more than ten bytes'))).toBe('full');
  });

  test('a key that may not write', async () => {
    await s3.fail('PUT', 'denied', { kind: 'answer', status: 403, code: 'AccessDenied' });
    expect(await why(put('test/denied', 'x'))).toBe('denied');
  });

  test('a server that does not know conditions: the key is looked at first', async () => {
    await s3.set({ refusesConditions: true });
    const [store, key] = [storeOf(), newKey()];
    for (const text of ['first', 'other']) expect(await store.put(key, Buffer.from(text), sha256(text))).toBe(text === 'first' ? 'stored' : 'taken');
    expect((await s3.read(key)).toString()).toBe('first');
    expect(await s3.overwritten()).not.toContain(key);
  });

  test.each(['named', 'unnamed'] as const)('a server that refuses headers of checksums, %s: the MD5 or the bytes are the proof', async (refusesChecksums) => {
    for (const [proof, refusesConditions] of [['md5', false], ['none', true]] as const) {
      await s3.set({ refusesChecksums, refusesConditions, proof });
      const [store, key] = [storeOf(), newKey()];
      for (const text of ['first', 'other']) expect(await store.put(key, Buffer.from(text), sha256(text))).toBe(text === 'first' ? 'stored' : 'taken');
      expect((await s3.read(key)).toString()).toBe('first');
      expect(await store.holds(key, { bytes: 5, sha256: sha256('first') }, Buffer.from('first'))).toBe('sound');
      const bad = newKey();
      await s3.fail('PUT', `^${bad}$`, { kind: 'flipped' });
      expect(await why(store.put(bad, Buffer.from('bad!'), sha256('bad!')))).toBe('unproved');
      expect(await s3.overwritten()).not.toContain(key);
    }
  });

  test('a HEAD, whose answer has no body: a GET says why', async () => {
    const key = newKey();
    await put(key, 'hello');
    const held = (changed: Partial<BucketAccess> = {}): Promise<unknown> => storeOf(changed).holds(key, { bytes: 5, sha256: sha256('hello') });
    expect(await why(held({ secret: 'wrong' }))).toBe('key-refused');
    expect(await why(held({ region: 'us-east-1' }))).toBe('region');
    await s3.set({ clockAhead: 16 * 60 });
    expect(await why(held())).toBe('clock');
    await s3.set({ clockAhead: 0 });
    for (const method of ['HEAD', 'GET'] as const) await s3.fail(method, `^${key}$`, { kind: 'answer', status: 400, code: 'ExpiredToken' });
    expect(await why(held())).toBe('key-refused');
    // A GET that is allowed says nothing.
    await s3.fail('HEAD', `^${key}$`, { kind: 'answer', status: 403, code: 'AccessDenied' });
    expect(await why(held())).toBe('denied');
  });

  test.each([
    [301, 'PermanentRedirect', { more: '<Endpoint>pictures.s3.eu-test-2.example.com</Endpoint>' }, 'pictures.s3.eu-test-2.example.com'],
    [307, 'TemporaryRedirect', { headers: { 'x-amz-bucket-region': 'eu-test-2' } }, 'eu-test-2'],
    [400, 'AuthorizationHeaderMalformed', { more: '<Region>eu-test-2</Region>' }, 'eu-test-2'],
  ] as const)('a bucket elsewhere (%i %s): where it is, is said, and nobody goes there', async (status, code, facts, place) => {
    await s3.fail('GET', '^$', { kind: 'answer', status, code, ...facts });
    await expect(all(storeOf().list(''))).rejects.toMatchObject({ why: 'region', detail: expect.stringContaining(place) as string });
  });

  test('an object in an archive is no matter of permissions', async () => {
    const key = newKey();
    await s3.fail('GET', `^${key}$`, { kind: 'answer', status: 403, code: 'InvalidObjectState' });
    await expect(storeOf().get(key, 10)).rejects.toMatchObject({ why: 'odd', detail: '403 InvalidObjectState InvalidObjectState' });
  });

  test('a name that cannot stand before the host: nothing is sent to the host itself', async () => {
    const before = (await s3.seen()).length;
    expect(await why(put(newKey(), 'x', { addressing: 'host' }))).toBe('region');
    expect((await s3.seen()).length).toBe(before);
  });

  test('a server that ignores them', async () => {
    await s3.set({ ignoresConditions: true });
    const key = newKey();
    await put(key, 'first');
    expect(await put(key, 'first')).toBe('stored');
  });

  test('nobody there', async () => {
    expect(await why(put(newKey(), 'x', { endpoint: 'http://127.0.0.1:1' }))).toBe('unreachable');
  });
});

describe('what passes is tried again', () => {
  test.each([
    { kind: 'answer', status: 503, code: 'SlowDown', retryAfter: 0 },
    { kind: 'answer', status: 500, code: 'InternalError' },
    { kind: 'answer', status: 409, code: 'ConditionalRequestConflict' },
  ] as const)('$status $code', async (fault) => {
    const key = newKey();
    await s3.fail('PUT', `^${key}$`, fault, 3);
    expect(await put(key, 'x')).toBe('stored');
    expect((await s3.seen()).filter((one) => one.key === key).map(({ status }) => status)).toEqual([fault.status, fault.status, fault.status, 200]);
  });

  test('not for ever', async () => {
    const key = newKey();
    await s3.fail('PUT', `^${key}$`, { kind: 'answer', status: 503, code: 'SlowDown' }, 100);
    expect(await why(put(key, 'x'))).toBe('busy');
  });

  test('a PUT without an answer: the second finds the first, which is the same', async () => {
    const key = newKey();
    await s3.fail('PUT', `^${key}$`, { kind: 'no-answer' });
    expect(await put(key, 'x')).toBe('taken');
    expect(await storeOf().holds(key, { bytes: 1, sha256: sha256('x') }, Buffer.from('x'))).toBe('sound');
  });

  test('a body that is cut off', async () => {
    const key = newKey();
    await put(key, 'a whole body');
    await s3.fail('GET', `^${key}$`, { kind: 'cut' }, 2);
    expect(await storeOf().get(key, 100)).toEqual(Buffer.from('a whole body'));
  });

  test('until it is stopped', async () => {
    const key = newKey();
    await s3.fail('PUT', `^${key}$`, { kind: 'answer', status: 503, code: 'SlowDown', retryAfter: 60 }, 100);
    const stop = new AbortController();
    const storing = storeOf().put(key, Buffer.from('x'), sha256('x'), stop.signal);
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(storing).rejects.toThrow('stopped');
  });
});

describe('an object counts as stored only if the server proves its bytes', () => {
  test.each(['checksum', 'md5', 'none'] as const)('by %s', async (proof) => {
    await s3.set({ proof });
    const [good, bad] = [newKey(), newKey()];
    expect(await put(good, 'good')).toBe('stored');
    expect(await storeOf().holds(good, { bytes: 4, sha256: sha256('good') }, Buffer.from('good'))).toBe('sound');
    await s3.fail('PUT', `^${bad}$`, { kind: 'flipped' });
    expect(await why(put(bad, 'bad!'))).toBe('unproved');
    expect(await storeOf().holds(bad, { bytes: 4, sha256: sha256('bad!') }, Buffer.from('bad!'))).toBe('damaged');
    expect((await s3.seen()).some(({ method, key }) => method === 'GET' && key === good)).toBe(proof === 'none');
  });

  test('a wrong checksum or payload hash is refused, and the failure says that the bytes are others', async () => {
    const key = newKey();
    expect(await why(storeOf().put(key, Buffer.from('x'), sha256('y')))).toBe('unproved');
    expect(await s3.keys()).not.toContain(key);
  });

  test('what another wrote under a key is damaged, or missing', async () => {
    const key = newKey();
    const expected = { bytes: 5, sha256: sha256('hello') };
    expect(await storeOf().holds(key, expected)).toBe('missing');
    await put(key, 'other');
    expect(await storeOf().holds(key, expected)).toBe('damaged');
    expect(await storeOf().holds(key, { bytes: 5, sha256: sha256('other') })).toBe('sound');
  });
});
