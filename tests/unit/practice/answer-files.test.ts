import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServiceClient } from '../../../electron/core/service/service-client.ts';
import { createSocketHttp } from '../../../electron/network/socket-http.ts';
import type { PracticeService } from '../../../electron/practice/service.ts';
import { answerCorpus, startPracticeWithCorpus } from '../../support/answer-corpus.ts';
import { realClock, requestFor } from '../../support/service-client-rig.ts';

const http = createSocketHttp();
const client = createServiceClient({ http, clock: realClock });
let practice: PracticeService;
beforeAll(async () => {
  practice = await startPracticeWithCorpus();
});
afterAll(async () => {
  await http.close();
  await practice.stop();
});

describe('the practice service with the corpus', () => {
  test('answers as each file says', async () => {
    const credentials = { baseUrl: practice.url, key: practice.key };
    for (const { name, request, outcome } of answerCorpus) {
      const submitted = await client.submit(credentials, { ...requestFor(`a fox [answer ${name}]`), size: '64x64' }).outcome;
      if (request === 'submit') {
        expect(submitted.kind, name).toBe(outcome.kind);
        continue;
      }
      if (submitted.kind !== 'accepted') throw new Error(`${name}: ${submitted.kind}`);
      const queried = await client.query(credentials, submitted.remoteId);
      expect(queried.kind, name).toBe(outcome.kind);
      if (outcome.trouble !== undefined) expect(queried, name).toMatchObject({ trouble: outcome.trouble });
    }
  });

  test('accepts a task whose id is $ID, and serves $IMAGE', async () => {
    const credentials = { baseUrl: practice.url, key: practice.key };
    const submitted = await client.submit(credentials, { ...requestFor('a fox [answer submit-pictures-of-a-completed-task]'), size: '64x64' }).outcome;
    if (submitted.kind !== 'accepted') throw new Error(submitted.kind);
    expect((await client.query(credentials, submitted.remoteId)).kind).toBe('processing');
    const [image] = submitted.images;
    expect(image?.kind === 'url' && (await fetch(image.url)).headers.get('content-type')).toBe('image/png');
  });

  test('refuses a name that no file has', async () => {
    const outcome = await client.submit({ baseUrl: practice.url, key: practice.key }, requestFor('a fox [answer nothing]')).outcome;
    expect(outcome).toMatchObject({ kind: 'rejected', said: { code: 'no_such_answer' } });
  });
});
