import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReplyReader, type ReplyEnd } from '../../../electron/network/reply-reader.ts';
import { oddAnswers } from '../../support/odd-answers.ts';

const accepted = Buffer.from('{"id":"task-1","status":"pending","message":"任务已提交"}');

interface Read {
  status: number;
  body: string;
  end: ReplyEnd['kind'] | null;
}

/** What a reader makes of these packets and the end of the connection. */
function read(alone: boolean, packets: readonly Buffer[]): Read {
  const found: Read = { status: 0, body: '', end: null };
  const reader = createReplyReader(alone, {
    head: ({ status }) => void (found.status = status),
    data: (bytes) => void (found.body += bytes.toString('latin1')),
    end: ({ kind }) => void (found.end = kind),
  });
  for (const packet of packets) if (found.end === null) reader.push(packet);
  if (found.end === null) reader.close();
  return found;
}

function packetsOf(bytes: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const packets: Buffer[] = [];
  let at = 0;
  for (const size of sizes) {
    packets.push(bytes.subarray(at, at + size));
    at += size;
  }
  return [...packets, bytes.subarray(at)];
}

describe('the packets in which an answer comes', () => {
  const sizes = fc.array(fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 7 }) }, fc.integer({ min: 0, max: 120 })), { maxLength: 80 });

  it('change nothing', () => {
    // On a shared connection, nobody can tell bytes beyond the announced length from the next answer.
    const cases = fc.boolean().chain((alone) => fc.record({ alone: fc.constant(alone), answer: fc.constantFrom(...oddAnswers.filter(({ miscounts }) => alone || miscounts !== true)) }));
    fc.assert(
      fc.property(cases, sizes, ({ alone, answer }, split) => {
        const bytes = answer.answer(accepted);
        expect(read(alone, packetsOf(bytes, split)), answer.name).toEqual(read(alone, [bytes]));
      }),
      { numRuns: 3000 },
    );
  });

  it('change nothing if each is one byte', () => {
    for (const answer of oddAnswers) {
      const bytes = answer.answer(accepted);
      expect(read(true, packetsOf(bytes, Array<number>(bytes.length).fill(1))), answer.name).toEqual(read(true, [bytes]));
    }
  });
});

describe('a packet without a byte', () => {
  it('ends nothing while it is open what the bytes before are', () => {
    const answer = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
    const packets = packetsOf(answer, [answer.indexOf('{}') + 6, 0]);
    expect(read(false, packets)).toEqual({ status: 200, body: '{}', end: 'complete' });
  });
});

describe('answers made to be expensive', () => {
  const many = (packet: string, times: number): readonly Buffer[] => Array<Buffer>(times).fill(Buffer.from(packet));
  const ok = 'HTTP/1.1 200 OK\r\n';
  const nothing: Read = { status: 0, body: '', end: 'not-http' };
  it.each([
    ['line ends without end', many('\r\n'.repeat(32_768), 1024), nothing],
    ['line ends without end, one by one', many('\n', 2_000_000), nothing],
    ['answers of 1xx without end', many('HTTP/1.1 100 \r\n\r\n'.repeat(3840), 1024), nothing],
    ['a head of folded lines', [Buffer.from(`${ok}x: ${'a'.repeat(400_000)}${'\n x'.repeat(200_000)}\n\n{}`)], { status: 200, body: '{}', end: 'complete' }],
    ['a head of folded empty lines', [Buffer.from(`${ok}x: ${'a'.repeat(400_000)}${'\n\t'.repeat(300_000)}\n\n{}`)], { status: 200, body: '{}', end: 'complete' }],
    ['a head of one-byte packets', packetsOf(Buffer.from(`${ok}${'a:b\n'.repeat(100_000)}\n{}`), Array<number>(400_000).fill(1)), { status: 200, body: '{}', end: 'complete' }],
  ] satisfies [string, readonly Buffer[], Read][])('%s: are read in time', (_name, packets, expected) => {
    expect(read(true, packets)).toEqual(expected);
  });

  it('a folded line continues the one before it', () => {
    const headers: Record<string, string>[] = [];
    const reader = createReplyReader(true, { head: (head) => void headers.push({ ...head.headers }), data: () => undefined, end: () => undefined });
    reader.push(Buffer.from('HTTP/1.1 200 OK\r\n b\r\nx:\r\n a\r\n \r\n\tb  \r\n\r\n'));
    expect(headers).toEqual([{ x: 'a b' }]);
  });
});

describe('any bytes', () => {
  it('end in one way, and nothing is invented', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom('HTTP/1.1 200 OK', '\r\n', '\n', '\r', 'content-length: 5', 'transfer-encoding: chunked', ':', ' ', '5', '0', '{"id":"a"}', ';', '\0', 'HTTP/1.0 402'), fc.string({ maxLength: 6 })), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, fc.boolean(), (parts, alone) => {
        const text = parts.join('');
        const { end, body } = read(alone, [Buffer.from(text, 'latin1')]);
        expect(end).not.toBeNull();
        expect(body.length).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a head without its end', () => {
  it.each([
    ['JSON right after the headers', 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n{"id":"a"}', { status: 200, body: '{"id":"a"}', end: 'cut' }],
    ['JSON without any head', '{"id":"a"}', { status: 200, body: '{"id":"a"}', end: 'complete' }],
    ['a status line without a status', 'HTTP/1.1 OK\r\n\r\n{"id":"a"}', { status: 502, body: '{"id":"a"}', end: 'complete' }],
    // A status without the end of its head is not an answer: a refusal must be certain.
    ['only headers', 'HTTP/1.1 402 Payment Required\r\ncontent-type: app', { status: 0, body: '', end: 'cut' }],
    ['nothing', '', { status: 0, body: '', end: 'cut' }],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', { status: 0, body: '', end: 'not-http' }],
  ] satisfies [string, string, Read][])('%s', (_name, text, expected) => {
    expect(read(true, [Buffer.from(text)])).toEqual(expected);
  });
});

describe('a status without a body', () => {
  it.each([204, 304])('%i: a body that comes all the same is read; on a shared connection, only an announced one', (status) => {
    const head = `HTTP/1.1 ${status} X\r\n`;
    expect(read(true, [Buffer.from(`${head}\r\n{"id":"a"}`)])).toEqual({ status, body: '{"id":"a"}', end: 'complete' });
    expect(read(false, [Buffer.from(`${head}content-length: 10\r\n\r\n{"id":"a"}`)])).toEqual({ status, body: '{"id":"a"}', end: 'complete' });
    expect(read(false, [Buffer.from(`${head}\r\n`)])).toEqual({ status, body: '', end: 'complete' });
  });
});
