import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../../electron/core/service/service-client.ts';
import type { QueryOutcome } from '../../../../electron/core/service/outcomes.ts';
import { type Http, HttpFailure } from '../../../../electron/core/http/http-client.ts';
import type { Clock } from '../../../../electron/core/util/clock.ts';
import { firstFoundIndex } from '../../../../shared/task.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { serveHttp } from '../../../support/local-server.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { key, realClock, useServiceClient } from '../../../support/service-client-rig.ts';

/** Answers with pictures outside the known fields. The bytes at each address decide. */

const { http } = useServiceClient();
const png = samplePicture('png').bytes;

let server: Awaited<ReturnType<typeof serveHttp>>;
/** Requested paths, except that of the query. */
let asked: string[];
let answer: (url: string) => unknown;
beforeEach(async () => {
  asked = [];
  server = await serveHttp((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/v1/tasks/')) return void response.end(JSON.stringify(answer(server.url)));
    asked.push(path);
    expect(request.headers['authorization']).toBeUndefined();
    if (path.includes('picture')) return void response.end(png);
    if (path.includes('tiff')) return void response.end(Buffer.from('II*\0rest of it'));
    if (path.includes('gone')) return void response.writeHead(404).end();
    response.setHeader('content-type', 'image/png');
    response.end('<!doctype html><p>Sign in</p>');
  });
});
afterEach(() => server.stop());

async function queryOf(client = createServiceClient({ http, clock: realClock })): Promise<QueryOutcome> {
  return client.query({ baseUrl: server.url, key }, 't');
}

const addressesIn = (outcome: QueryOutcome): readonly string[] => (outcome.kind === 'completed' ? outcome.images.map((image) => (image.kind === 'url' ? image.url.replace(server.url, '') : 'inline')) : [outcome.kind]);

describe('pictures outside the known fields', () => {
  it.each<readonly [string, (url: string) => unknown, readonly string[]]>([
    ['nested deep under other names', (url) => ({ id: 't', status: 'completed', payload: { artifacts: [{ file: { href: `${url}/picture-1` } }, { file: { href: `${url}/picture-2` } }] } }), ['/picture-1', '/picture-2']],
    ['in a string that holds JSON', (url) => ({ id: 't', status: 'completed', data: JSON.stringify({ assets: JSON.stringify([`${url}/picture`]) }) }), ['/picture']],
    ['in Markdown', (url) => ({ id: 't', status: 'completed', message: `Here you are: ![a fox](${url}/picture?a=1).` }), ['/picture?a=1']],
    ['in HTML', (url) => ({ id: 't', status: 'completed', message: `<img src="${url}/picture?a=1&amp;b=2">` }), ['/picture?a=1&b=2']],
    ['relative', () => ({ id: 't', status: 'completed', file: '/files/picture' }), ['/files/picture']],
    ['as a data address', () => ({ id: 't', status: 'completed', blob: `data:image/png;base64,${png.toString('base64')}` }), ['inline']],
    ['as a data address in a known place', () => ({ id: 't', status: 'completed', output: { url: `data:image/png;base64,${png.toString('base64')}` } }), ['inline']],
    ['as plain base64', () => ({ id: 't', status: 'completed', render: png.toString('base64') }), ['inline']],
    ['beside pages that are no pictures', (url) => ({ id: 't', status: 'completed', links: { docs: `${url}/docs`, result_file: `${url}/picture` } }), ['/picture']],
    ['of a kind that is not shown', (url) => ({ id: 't', status: 'completed', asset: `${url}/tiff` }), ['/tiff']],
    ['beside one that cannot be had now', (url) => ({ id: 't', status: 'completed', assets: [`${url}/gone`, `${url}/picture`] }), ['/gone', '/picture']],
    ['in a known place with an unknown status word', (url) => ({ id: 't', status: 'rendered', output: { data: [{ url: `${url}/picture` }] } }), ['/picture']],
  ])('are found: %s', async (_where, shape, found) => {
    answer = shape;
    const outcome = await queryOf();
    expect(outcome).toMatchObject({ kind: 'completed', answer: { httpStatus: 200 } });
    expect(addressesIn(outcome)).toEqual(found);
  });

  it.each<readonly [string, (url: string) => object]>([
    ['an unknown status word', (url) => ({ id: 't', status: 'rendered', artifact: `${url}/picture` })],
    ['no status word', (url) => ({ id: 't', artifact: `${url}/picture` })],
    ['an unknown status word and a page', (url) => ({ id: 't', status: 'rendered', docs: `${url}/docs`, artifact: `${url}/picture`, missing: `${url}/gone` })],
  ])('are fetched beside %s, and the task is watched on', async (_what, shape) => {
    answer = shape;
    expect(await queryOf()).toMatchObject({ kind: 'processing', found: [{ kind: 'url', url: `${server.url}/picture` }] });
  });

  it('keep their positions in every answer, also after a restart, and share them with no other picture', async () => {
    const positionsOf = (outcome: QueryOutcome): ReadonlyMap<string, number> =>
      new Map(outcome.kind === 'processing' ? outcome.found?.map((image) => [image.kind === 'url' ? image.url.replace(server.url, '').replace(/\?.*/, '') : 'inline', image.position]) : []);
    answer = (url) => ({ id: 't', status: 'dreaming', logo: `${url}/picture-logo?s=1`, preview: `${url}/picture-preview` });
    const before = positionsOf(await queryOf());
    // Each query has a client of its own, as after a restart.
    answer = (url) => ({ id: 't', status: 'rendered', result: { sample: `${url}/picture-final` }, logo: `${url}/picture-logo?s=2` });
    const after = positionsOf(await queryOf());
    expect([...before.keys(), ...after.keys()]).toEqual(['/picture-logo', '/picture-preview', '/picture-final', '/picture-logo']);
    expect(after.get('/picture-logo')).toBe(before.get('/picture-logo'));
    expect(new Set([...before.values(), ...after.values()]).size).toBe(3);
    for (const position of [...before.values(), ...after.values()]) expect(position).toBeGreaterThanOrEqual(firstFoundIndex);
    answer = (url) => ({ id: 't', status: 'rendered', output: { data: [{ url: `${url}/picture-final` }] }, logo: `${url}/picture-logo?s=3` });
    expect(addressesIn(await queryOf())).toEqual(['/picture-final']);
  });

  it.each<readonly [string, (url: string) => unknown, string]>([
    ['no picture behind any address', (url) => ({ id: 't', status: 'completed', links: [`${url}/docs`, `${url}/docs/2`] }), 'completed'],
    ['an unknown status word with pages alone', (url) => ({ id: 't', status: 'dreaming', links: [`${url}/docs`] }), 'processing'],
    ['an unknown status word with what cannot be had', (url) => ({ id: 't', status: 'dreaming', links: [`${url}/gone`] }), 'processing'],
    ['a task that says how far it is, with a preview', (url) => ({ id: 't', status: 'dreaming', progress: 40, preview: `${url}/picture` }), 'processing'],
    ['a task that is processing, with a preview', (url) => ({ id: 't', status: 'processing', preview: `${url}/picture` }), 'processing'],
    ['the address of the query itself', (url) => ({ id: 't', status: 'completed', poll: `${url}/v1/tasks/t`, again: `${url}/v1/tasks/t?x=1` }), 'completed'],
    ['addresses that the person sent, or that end or report something', (url) => ({ id: 't', status: 'completed', input: { image: `${url}/picture` }, prompt: `${url}/picture`, cancel_url: `${url}/picture`, webhook: `${url}/picture` }), 'completed'],
  ])('are not made up: %s', async (_what, shape, kind) => {
    answer = shape;
    const outcome = await queryOf();
    expect(outcome.kind).toBe(kind);
    if (outcome.kind === 'completed') expect(outcome.images).toEqual([]);
  });

  it('are looked for once a minute at an address that was not a picture or could not be read, and immediately when the task has ended', async () => {
    const clock = createFakeClock();
    const client = createServiceClient({ http, clock });
    let step = 0;
    answer = (url) => ({ id: 't', status: 'dreaming', step: (step += 1), links: [`${url}/docs`, `${url}/gone`] });
    for (let round = 0; round < 3; round += 1) expect((await queryOf(client)).kind).toBe('processing');
    expect(asked).toEqual(['/docs', '/gone']);
    await clock.advance(60_000);
    await queryOf(client);
    expect(asked).toEqual(['/docs', '/gone', '/docs', '/gone']);
    answer = (url) => ({ id: 't', status: 'completed', links: [`${url}/docs`] });
    expect((await queryOf(client)).kind).toBe('completed');
    expect(asked.slice(4)).toEqual(['/docs']);
  });

  it('are limited to a hundred, however deep the answer is nested', async () => {
    answer = (url) => ({ id: 't', status: 'completed', all: Array.from({ length: 300 }, (_, number) => [[`${url}/picture-${number}`]]) });
    const outcome = await queryOf();
    expect(addressesIn(outcome)).toHaveLength(100);
    let deep: unknown = `${server.url}/picture`;
    for (let level = 0; level < 500; level += 1) deep = [deep];
    answer = () => ({ id: 't', status: 'completed', deep });
    expect(addressesIn(await queryOf())).toEqual([]);
  });

  it('are never fetched from the local network for a service on the internet', async () => {
    const opened: string[] = [];
    const client = createServiceClient({
      clock: realClock,
      http: {
        async open(request) {
          opened.push(request.url);
          const body = JSON.stringify({ id: 't', status: 'completed', a: 'http://127.0.0.1/picture', b: 'https://192.168.0.1/picture', c: 'file:///picture' });
          return { status: 200, headers: {}, body: (async function* () { yield Buffer.from(body); })() };
        },
      },
    });
    expect(await client.query({ baseUrl: 'https://service.example', key }, 't')).toMatchObject({ kind: 'completed', images: [] });
    expect(opened).toEqual(['https://service.example/v1/tasks/t']);
  });

  /** A service on the internet whose task is completed with these fields; other addresses are answered by `open`. */
  const elsewhere = (fields: object, open: Http['open'], clock: Clock = realClock): ReturnType<typeof createServiceClient> =>
    createServiceClient({
      clock,
      http: {
        async open(request) {
          if (!request.url.includes('/v1/tasks/')) return open(request);
          return { status: 200, headers: {}, body: (async function* () { yield Buffer.from(JSON.stringify({ id: 't', ...fields })); })() };
        },
      },
    });

  it('are never looked for at an address that contains the key, except at the service itself', async () => {
    const opened: string[] = [];
    const client = elsewhere({ status: 'completed', a: `https://elsewhere.example/picture?key=${key}`, b: `https://service.example/picture?key=${key}` }, async (request) => {
      opened.push(request.url);
      return { status: 200, headers: {}, body: (async function* () { yield png; })() };
    });
    expect(await client.query({ baseUrl: 'https://service.example', key }, 't')).toMatchObject({ kind: 'completed', images: [{ kind: 'url' }] });
    expect(opened).toEqual([`https://service.example/picture?key=${key}`]);
  });

  it('hold up a query for seconds only, however slow their addresses are', async () => {
    const clock = createFakeClock();
    let under = 0;
    const client = elsewhere(
      { status: 'dreaming', all: Array.from({ length: 100 }, (_, number) => `https://slow.example/${number}`) },
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          if (signal?.aborted) {
            reject(new HttpFailure('ABORTED', false));
            return;
          }
          under += 1;
          signal?.addEventListener('abort', () => reject(new HttpFailure('ABORTED', true)));
        }),
      clock,
    );
    const outcome = client.query({ baseUrl: 'https://service.example', key }, 't');
    await clock.advance(20_000);
    expect(await outcome).toMatchObject({ kind: 'processing' });
    expect([under, clock.waiting()]).toEqual([16, 0]);
  });

  it('are found although other addresses of the same answer do not respond', async () => {
    const clock = createFakeClock();
    const client = elsewhere(
      { status: 'dreaming', gone: Array.from({ length: 6 }, (_, number) => `https://gone.example/${number}`), last: 'https://host.example/picture' },
      ({ url, signal }) =>
        url.includes('picture')
          ? Promise.resolve({ status: 200, headers: {}, body: (async function* () { yield png; })() })
          : new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new HttpFailure('ABORTED', true)))),
      clock,
    );
    const outcome = client.query({ baseUrl: 'https://service.example', key }, 't');
    await clock.advance(20_000);
    expect(await outcome).toMatchObject({ kind: 'processing', found: [{ url: 'https://host.example/picture' }] });
  });

  it('are looked for in linear time at the end of a hostile address', async () => {
    answer = () => ({ id: 't', status: 'completed', link: `https://hostile.example/${')'.repeat(300_000)}x` });
    expect(await queryOf()).toMatchObject({ kind: 'completed', images: [] });
  });
});
