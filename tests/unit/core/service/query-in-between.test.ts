import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../../electron/core/service/service-client.ts';
import type { QueryOutcome } from '../../../../electron/core/service/outcomes.ts';
import { useHttpRig } from '../../../support/http-rig.ts';
import { serveHttp } from '../../../support/local-server.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { key, realClock } from '../../../support/service-client-rig.ts';

/** What stands between a query and its answer: caches and redirects. */

const rig = useHttpRig();
const png = samplePicture('png').bytes;
const inline = [{ kind: 'inline', base64: png.toString('base64') }];
const completed = JSON.stringify({ id: 't', status: 'completed', output: { data: [{ url: 'https://images.example.com/1.png' }] } });
const named = [{ kind: 'url', url: 'https://images.example.com/1.png' }];

async function queried(listener: RequestListener): Promise<QueryOutcome> {
  const { url } = await rig.started(serveHttp(listener));
  return createServiceClient({ http: rig.newHttp(), clock: realClock }).query({ baseUrl: url, key }, 't');
}

describe('a query', () => {
  it('asks for a fresh answer, so that no cache in between keeps a task in progress', async () => {
    const outcome = await queried(({ headers }, response) => response.end(/no-cache/.test(headers['cache-control'] ?? '') ? completed : '{"id":"t","status":"processing"}'));
    expect(outcome).toMatchObject({ kind: 'completed', images: named });
  });

  it.each([
    [303, '/v1/results/7'],
    [302, '/v1/tasks/t/'],
    [307, 'other'],
    [308, '//HOST/x'],
    [301, 'http://HOST/v1/caf\u00e9'],
  ])('follows a redirect that stays with the service: %i %s', async (status, location) => {
    const keys: unknown[] = [];
    const outcome = await queried((request, response) => {
      keys.push(request.headers['authorization']);
      if (keys.length > 1) response.end(completed);
      else response.writeHead(status, { location: location.replace('HOST', request.headers['host'] ?? '') }).end();
    });
    expect(outcome).toMatchObject({ kind: 'completed', images: named });
    expect(keys).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
  });

  it('takes the picture to which it is redirected', async () => {
    const outcome = await queried((request, response) => (request.url === '/files/1.png' ? response.end(png) : response.writeHead(303, { location: '/files/1.png' }).end()));
    expect(outcome).toMatchObject({ kind: 'completed', images: inline });
  });

  it.each([
    [404, '{"error":"not found"}'],
    [401, '{"error":"sign in"}'],
    [500, ''],
  ])('takes the redirect for the answer if it leads to no success: %i', async (status, body) => {
    const outcome = await queried((request, response) => (request.url === '/login' ? response.writeHead(status).end(body) : response.writeHead(302, { location: '/login' }).end()));
    expect(outcome).toMatchObject({ kind: 'trouble', trouble: 'intercepted', said: { httpStatus: 302 } });
  });

  it('never goes to another origin, and not round and round', async () => {
    const asked: string[] = [];
    const elsewhere = await rig.started(serveHttp((request, response) => void response.end(asked.push(request.url ?? ''))));
    expect(await queried((_request, response) => response.writeHead(302, { location: `${elsewhere.url}/v1/tasks/t` }).end())).toMatchObject({ kind: 'trouble', trouble: 'intercepted' });
    expect(asked).toEqual([]);
    let turns = 0;
    expect(await queried((request, response) => response.writeHead(302, { location: request.url }).end(String((turns += 1))))).toMatchObject({ kind: 'trouble', trouble: 'intercepted' });
    expect(turns).toBe(6);
  });
});
