import { describe, expect, it, vi } from 'vitest';
import { HttpFailure } from '../../../electron/core/http/http-client.ts';
import { createArrivingBody, type ArrivingBody } from '../../../electron/network/arriving-body.ts';

function newBody() {
  const reader = { wanted: vi.fn<() => void>(), givenUp: vi.fn<() => void>() };
  return { ...reader, body: createArrivingBody(reader) };
}

const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(7);

async function readAll(body: ArrivingBody): Promise<number> {
  let length = 0;
  for await (const chunk of body) length += chunk.length;
  return length;
}

describe('a body that arrives', () => {
  it('is read in order, whether the reader or the bytes come first', async () => {
    const { body } = newBody();
    body.push(Buffer.from('a'));
    body.push(Buffer.from('b'));
    const read = (async () => {
      let text = '';
      for await (const chunk of body) text += Buffer.from(chunk).toString();
      return text;
    })();
    await Promise.resolve();
    body.push(Buffer.from('c'));
    await new Promise(setImmediate);
    body.push(Buffer.from('d'));
    body.end();
    expect(await read).toBe('abcd');
  });

  it('asks for a pause when much is unread, and for more once it is read', async () => {
    const { body, wanted } = newBody();
    expect(body.push(bytes(60_000))).toBe(true);
    expect(body.push(bytes(60_000))).toBe(false);
    const chunks = body[Symbol.asyncIterator]();
    expect(wanted).not.toHaveBeenCalled();
    await chunks.next();
    expect(wanted).toHaveBeenCalledTimes(1);
    await chunks.next();
    expect(wanted).toHaveBeenCalledTimes(1);
    // Straight into the reader's hands: nothing waits.
    void chunks.next();
    expect(body.push(bytes(200_000))).toBe(true);
  });

  it('delivers the bytes that came before it failed, then the failure, even to a waiting reader', async () => {
    const failure = new HttpFailure('ECONNRESET', true);
    const early = newBody().body;
    early.push(bytes(5));
    early.fail(failure);
    const chunks = early[Symbol.asyncIterator]();
    expect((await chunks.next()).value).toHaveLength(5);
    await expect(chunks.next()).rejects.toBe(failure);
    const late = newBody().body;
    const waiting = readAll(late);
    late.fail(failure);
    await expect(waiting).rejects.toBe(failure);
  });

  it('reports when its reader stops early, but not after its end', async () => {
    const { body, givenUp } = newBody();
    body.push(bytes(5));
    for await (const _chunk of body) break;
    expect(givenUp).toHaveBeenCalledTimes(1);
    expect(body.push(bytes(5))).toBe(true);
    expect(await readAll(body)).toBe(0);
    const whole = newBody();
    whole.body.end();
    whole.body.giveUp();
    expect(whole.givenUp).not.toHaveBeenCalled();
  });
});
