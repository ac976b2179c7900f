import { expect, test } from 'vitest';
import type { HttpReply, HttpRequest } from '../../../electron/core/http/http-client.ts';
import { createLateHttp } from '../../../electron/network/late-http.ts';

const request = (url: string) => ({ url }) as HttpRequest;

test('loads the adapter once, with the first request, and passes every request on unchanged', async () => {
  const opened: HttpRequest[] = [];
  const reply = {} as HttpReply;
  let loads = 0;
  const http = createLateHttp(async () => {
    loads += 1;
    await Promise.resolve();
    return { open: async (given) => (opened.push(given), reply) };
  });
  expect(loads).toBe(0);
  const both = [request('http://a/'), request('http://b/')];
  expect(await Promise.all(both.map((each) => http.open(each)))).toEqual([reply, reply]);
  expect(opened[0]).toBe(both[0]);
  expect(opened).toEqual(both);
  expect(loads).toBe(1);
});

test('fails as the adapter does', async () => {
  const http = createLateHttp(() => Promise.resolve({ open: () => Promise.reject(new Error('no way')) }));
  await expect(http.open(request('http://a/'))).rejects.toThrow('no way');
});

test('sends nothing if the adapter cannot be loaded, and loads it again with the next request', async () => {
  const reply = {} as HttpReply;
  let loads = 0;
  const http = createLateHttp(() => ((loads += 1) === 1 ? Promise.reject(new Error('no such file')) : Promise.resolve({ open: () => Promise.resolve(reply) })));
  await expect(http.open(request('http://a/'))).rejects.toMatchObject({ name: 'HttpFailure', code: 'FAILED', sent: false });
  expect(await http.open(request('http://b/'))).toBe(reply);
});
