import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { requestImage } from '../../../electron/core/service/pictures/image-request.ts';
import { createServiceClient } from '../../../electron/core/service/service-client.ts';
import type { SocketHttp } from '../../../electron/network/socket-http.ts';
import { get, textOf, useHttpRig } from '../../support/http-rig.ts';
import { oddAnswers, type OddAnswer } from '../../support/odd-answers.ts';
import { startRawServer, type RawServer } from '../../support/raw-server.ts';
import { key, realClock, requestFor } from '../../support/service-client-rig.ts';

/** Fault 79: what arrived is read, however odd its framing. Each server speaks in bytes. */

const { newHttp, started } = useHttpRig();
const patient = { connect: 10_000, headers: 10_000, idle: 10_000 };
const accepted = Buffer.from('{"id":"task-1","status":"pending","message":"任务已提交"}');
const table = oddAnswers.map((answer) => [answer.name, answer] as const);

async function serving(answer: OddAnswer, body: Buffer, packets?: readonly number[]): Promise<RawServer> {
  const server = await startRawServer(answer, body, packets);
  await started(Promise.resolve(server));
  return server;
}

describe('an id that stands in the bytes is found', () => {
  it.each(table)('%s', async (_name, answer) => {
    const server = await serving(answer, accepted);
    const client = createServiceClient({ http: newHttp(), clock: realClock });
    const { outcome } = client.submit({ baseUrl: server.url, key }, requestFor('a red fox'));
    expect(await outcome).toMatchObject({ kind: 'accepted', remoteId: 'task-1' });
    expect(server.asked).toEqual(['POST /v1/images/generations HTTP/1.1']);
    expect(server.connections()).toBe(1);
  });
});

/** The text of a GET, also of one that ends with a failure. */
async function whatArrives(http: SocketHttp, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  const reply = await http.open(get(url, { timeouts: patient }));
  expect(reply.status).toBe(200);
  try {
    for await (const chunk of reply.body) chunks.push(chunk);
  } catch {
    // What came before is what counts.
  }
  return Buffer.concat(chunks).toString();
}

describe('a query', () => {
  it.each(table)('reads the whole answer: %s', async (_name, answer) => {
    const server = await serving(answer, accepted);
    const http = newHttp();
    for (let round = 0; round < 3; round += 1) expect(await whatArrives(http, server.url)).toBe(accepted.toString());
    if (answer.closes !== true) expect(server.asked).toHaveLength(3);
  });

  it.each(table.filter(([, { looksCut }]) => looksCut !== true))('is understood: %s', async (_name, answer) => {
    const server = await serving(answer, accepted);
    const client = createServiceClient({ http: newHttp(), clock: realClock });
    for (let round = 0; round < 2; round += 1) expect(await client.query({ baseUrl: server.url, key }, 'task-1')).toMatchObject({ kind: 'processing' });
  });
});

describe('a picture arrives whole', () => {
  const pictures = new Map([512 * 1024, 10 * 1024 * 1024].map((length) => [length, Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), createPseudoRandom(length)])]));
  const rows = oddAnswers.filter(({ looksCut }) => looksCut !== true);
  const large = ['Content-Length with chunks', 'two Content-Lengths, the first too small', 'neither length nor chunks', 'chunks with LF', 'gzip over plain', 'deflate with a wrong checksum'];

  it.each([
    ...rows.map((answer) => [answer.name, 512 * 1024, answer] as const),
    ...rows.filter(({ name }) => large.includes(name)).map((answer) => [answer.name, 10 * 1024 * 1024, answer] as const),
  ])('%s, %i bytes', async (_name, length, answer) => {
    const picture = pictures.get(length) ?? Buffer.alloc(0);
    const server = await serving(answer, picture);
    const http = newHttp();
    const download = async (): Promise<{ readonly fits: boolean; readonly digest: string }> => {
      const arrived = await requestImage(http, realClock, { url: `${server.url}/a.png`, serviceBaseUrl: server.url, resume: null, signal: undefined });
      if (arrived.kind !== 'arriving') throw new Error(JSON.stringify(arrived));
      const chunks: Uint8Array[] = [];
      for await (const chunk of arrived.body) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      return { fits: arrived.total === null || arrived.total === bytes.length, digest: digestOf(bytes) };
    };
    if (answer.miscounts === true) await download();
    expect(await download()).toEqual({ fits: true, digest: digestOf(picture) });
  });
});

/** Bytes that do not compress, the same in every run. */
function createPseudoRandom(length: number): Buffer {
  const blocks: Buffer[] = [];
  for (let made = 0; made < length; made += 32) blocks.push(createHash('sha256').update(String(made)).digest());
  return Buffer.concat(blocks);
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('an odd answer', () => {
  it.each(table)('ends its connection, a regular one does not: %s', async (_name, answer) => {
    const server = await serving(answer, accepted);
    const http = newHttp();
    for (let round = 0; round < 2; round += 1) await textOf(await http.open(get(server.url, { timeouts: patient }))).catch(() => '');
    expect(server.connections()).toBe(answer.regular === true ? 1 : 2);
  });
});
