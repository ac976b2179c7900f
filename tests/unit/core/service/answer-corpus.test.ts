import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueryOutcome, SubmitOutcome } from '../../../../electron/core/service/outcomes.ts';
import type { NamedImage } from '../../../../electron/core/service/answers/answered-image.ts';
import { HttpFailure } from '../../../../electron/core/http/http-client.ts';
import { createRedactor } from '../../../../electron/core/log/redact.ts';
import { queryOutcome } from '../../../../electron/core/service/query-answer.ts';
import { readAnswer, understandAnswer } from '../../../../electron/core/service/service-answer.ts';
import { createServiceClient } from '../../../../electron/core/service/service-client.ts';
import { submitOutcome } from '../../../../electron/core/service/submit-answer.ts';
import { parseAnswer } from '../../../../electron/core/service/answers/parse-answer.ts';
import { createSocketHttp } from '../../../../electron/network/socket-http.ts';
import { bodyOf, headersOf, type Standins } from '../../../../electron/practice/answer-files.ts';
import { answerCorpus, pictureName, type CorpusAnswer } from '../../../support/answer-corpus.ts';
import { serveHttp, type LocalServer } from '../../../support/local-server.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { key, realClock, requestFor } from '../../../support/service-client-rig.ts';

const taskId = 't';
const http = createSocketHttp();
const client = createServiceClient({ http, clock: realClock });
const byName = new Map(answerCorpus.map((answer) => [answer.name, answer]));
let isPacked = false;
let server: LocalServer;

beforeAll(async () => {
  server = await serveHttp((request, response) => {
    const [, name = '', ...rest] = (request.url ?? '').split('/');
    const answer = byName.get(name);
    if (rest[0] === 'picture.png') return void response.writeHead(200, { 'content-type': 'image/png' }).end(samplePicture('png').bytes);
    if (answer === undefined) return void response.writeHead(404).end();
    const standins = standinsOf(name);
    const body = bodyOf(answer, standins);
    request.resume().on('end', () => {
      const headers = { ...headersOf(answer, standins), ...(isPacked ? { 'content-encoding': 'gzip' } : {}) };
      response.writeHead(answer.status, headers).end(isPacked ? gzipSync(body) : body);
    });
  });
});
afterAll(async () => {
  await http.close();
  await server.stop();
});

const imageOf = (name: string): string => `${server.url}/${name}/picture.png`;
const standinsOf = (name: string): Standins => ({ id: taskId, image: imageOf(name) });

function outcomeOf({ name, request }: CorpusAnswer): Promise<SubmitOutcome | QueryOutcome> {
  const credentials = { baseUrl: `${server.url}/${name}`, key };
  return request === 'submit' ? client.submit(credentials, requestFor('a fox')).outcome : client.query(credentials, taskId);
}

/** The outcome of an answer that arrives in these pieces, and then breaks off or not. */
async function outcomeInPieces(answer: CorpusAnswer, pieces: readonly Uint8Array[], breaksOff: boolean): Promise<SubmitOutcome | QueryOutcome> {
  const body = (async function* () {
    yield* pieces;
    if (breaksOff) throw new HttpFailure('ECONNRESET', true);
  })();
  const raw = await readAnswer({ status: answer.status, headers: headersOf(answer, standinsOf(answer.name)), body }, true);
  const understood = understandAnswer(raw, 0, createRedactor(key), taskId);
  return answer.request === 'submit' ? submitOutcome(understood) : queryOutcome(understood);
}

/** The outcome in the words of the files. */
function plainly(outcome: SubmitOutcome | QueryOutcome, name: string): object {
  const named = (images: readonly NamedImage[]): readonly string[] => images.map((image, place) => pictureName(image, place).replace(imageOf(name), '$IMAGE'));
  return {
    ...outcome,
    ...('remoteId' in outcome && outcome.remoteId === taskId ? { remoteId: '$ID' } : {}),
    ...('images' in outcome ? { images: named(outcome.images) } : {}),
    // Their positions follow from their addresses (found-pictures.test.ts).
    ...('found' in outcome && outcome.found !== undefined ? { found: named(outcome.found).map((one) => one.replace(/^\d+: /, '')) } : {}),
    ...(outcome.kind === 'processing' ? { reported: outcome.reported ?? null } : {}),
  };
}

describe('the answers of tests/fixtures/answers', () => {
  it('are more than a hundred, and their names begin with the request', () => {
    expect(answerCorpus.length).toBeGreaterThan(100);
    for (const { name, request } of answerCorpus) expect(name).toMatch(new RegExp(`^${request}-[a-z0-9-]+$`));
  });

  it.each(answerCorpus)('$name', async (answer) => {
    const outcome = await outcomeOf(answer);
    expect(plainly(outcome, answer.name)).toMatchObject(answer.outcome);
    expect(outcome).toHaveProperty('answer.httpStatus', answer.status);
    if (answer.left !== undefined) {
      const text = bodyOf(answer, standinsOf(answer.name)).toString();
      expect([...parseAnswer(text).left].sort()).toEqual([...answer.left].sort());
    }
  });

  it('mean the same if they arrive packed', async () => {
    isPacked = true;
    for (const answer of answerCorpus.filter(({ status }) => status !== 204)) expect(plainly(await outcomeOf(answer), answer.name), answer.name).toMatchObject(answer.outcome);
    isPacked = false;
  });

  it('mean the same if they arrive byte by byte', async () => {
    for (const answer of answerCorpus) {
      const body = bodyOf(answer, standinsOf(answer.name));
      expect(await outcomeInPieces(answer, Array.from(body, (byte) => Buffer.of(byte)), false), answer.name).toEqual(await outcomeInPieces(answer, [body], false));
    }
  });

  it.each<readonly [string, (text: string) => string | Buffer]>([
    ['after a byte order mark', (text) => `\uFEFF${text}`],
    ['in UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['after a warning', (text) => `<br />\n<b>Warning</b>: Undefined array key "id" in <b>/srv/a.php</b> on line <b>1</b><br />\n${text}`],
    ['before a comment', (text) => `${text}\n<!-- 0.02 s -->`],
    ['as an argument', (text) => `callback(${text});`],
    ['after a guard', (text) => `)]}'\n${text}`],
    ['as an event', (text) => `event: message\ndata: ${text}\n\n`],
    ['as events in lines', (text) => `${JSON.stringify(JSON.parse(text), null, 2).replace(/^/gm, 'data: ')}\n\n`],
    ['in a string', (text) => JSON.stringify(text)],
    ['with a comma before its end', (text) => text.replace(/([^{])\}$/, '$1,}')],
    ['with a value that JSON does not have', (text) => text.replace(/([^{])\}$/, '$1,"extra":NaN}')],
  ])('mean the same %s', async (_how, written) => {
    for (const answer of answerCorpus) {
      const { body } = answer;
      if (!('json' in body) || typeof body.json !== 'object' || body.json === null || Array.isArray(body.json)) continue;
      const text = bodyOf(answer, standinsOf(answer.name)).toString();
      const { answer: _one, ...otherwise } = await outcomeInPieces(answer, [Buffer.from(written(text))], false) as QueryOutcome;
      const { answer: _two, ...plain } = await outcomeInPieces(answer, [Buffer.from(text)], false) as QueryOutcome;
      expect(otherwise, answer.name).toEqual(plain);
    }
  });

  it('never become a refusal, a failure or another task by a cut', async () => {
    // An answer that names other ids too may be cut between them.
    for (const answer of answerCorpus.filter(({ status, left }) => status < 300 && left?.includes('other-id') !== true)) {
      const body = bodyOf(answer, standinsOf(answer.name));
      for (let length = 0; length < body.length; length += 1) {
        const outcome = await outcomeInPieces(answer, [body.subarray(0, length)], true);
        const where = `${answer.name}, ${length} bytes`;
        // What is missing may stand after the JSON, or be its later lines.
        if (answer.request === 'query') expect(['trouble', 'processing', answer.outcome.kind], where).toContain(outcome.kind);
        if (answer.outcome.kind !== 'accepted') continue;
        expect(['accepted', 'unknown', 'delivered'], where).toContain(outcome.kind);
        if (outcome.kind === 'accepted') expect([answer.outcome.remoteId?.replace('$ID', taskId), ...(answer.outcome.moreIds ?? [])], where).toContain(outcome.remoteId);
      }
    }
  });
});
