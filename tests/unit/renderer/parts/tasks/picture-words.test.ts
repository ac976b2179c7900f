import { describe, expect, test } from 'vitest';
import type { ImageRefusal } from '../../../../../shared/task.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { refusalWords, troubleWords, type Message } from '../../../../../renderer/parts/tasks/picture-words.ts';
import { reportTask } from '../../../../../renderer/parts/tasks/task-report.ts';
import { completed, sampleTask } from '../../sample-tasks.ts';

const say = wordsFor('en');
const text = ({ key, values }: Message): string => say(key, values);

describe('a picture that is not taken', () => {
  test.each([
    ['http:', /not encrypted \(http\).*Check now/],
    ['redirects', /another one again and again.*Check now/],
    ['userinfo', /name or password.*Check now/],
    ['ADDRESS_REFUSED', /inside a local network.*Check now/],
    ['127.0.0.1', /inside a local network/],
    ['[::1]', /inside a local network/],
    ['localhost', /inside a local network/],
    ['ftp:', /not allowed.*Check now/],
    ['address', /not allowed/],
    ['length', /not allowed/],
  ])('because of its address (%s) says why and what to do', (detail, words) => {
    expect(text(refusalWords({ status: 'refused', why: 'address-not-allowed', detail }))).toMatch(words);
  });

  test.each(['not-a-picture', 'too-large', 'damaged'] satisfies ImageRefusal[])('as %s can be checked again', (why) => {
    expect(text(refusalWords({ status: 'refused', why, detail: '' }))).toContain('Check now (free)');
  });
});

describe('a download that has not worked yet', () => {
  test.each([
    ['HTTP 401 cdn.test', /cdn\.test\) wants a sign-in \(HTTP 401\).*address is kept.*Check now/],
    ['HTTP 403 cdn.test', /cdn\.test\) refuses Latent with a page \(HTTP 403\).*address is kept.*Check now/],
    ['HTTP 403', /host refuses Latent/],
    ['HTTP 503 cdn.test:8443', /cdn\.test:8443\) answered HTTP 503/],
    ['HTTP 503', /host answered HTTP 503/],
    ['ECONNREFUSED', /refuses connections \(ECONNREFUSED\)/],
    ['ENOTFOUND', /was not found/],
    ['EAI_AGAIN', /was not found/],
    ['TIMEOUT', /does not answer/],
    ['1200/3400', /before the picture was complete \(1200\/3400\)/],
    ['1200/?', /before the picture was complete/],
    ['ECONNRESET', /before the picture was complete/],
    ['CERT_HAS_EXPIRED', /could not prove its identity/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /could not prove its identity/],
    ['no-account', /not worked yet \(no-account\)/],
  ])('because of %s says so', (trouble, words) => {
    expect(text(troubleWords(trouble))).toMatch(words);
  });

  test('because the host lets nobody in has its own title, and can be checked', () => {
    const of = (trouble: string) => {
      const task = sampleTask(completed(1));
      return reportTask({ task, images: [{ id: 1, taskId: task.id, index: 0, state: { status: 'waiting', attempts: 1, trouble } }] });
    };
    for (const trouble of ['HTTP 401 a', 'HTTP 403 a']) expect(of(trouble)).toMatchObject({ title: 'tasks.download.refused', urgency: 'attention', actions: ['ask', 'settle', 'copy-id'] });
    for (const trouble of ['HTTP 503 a', 'ECONNRESET', 'HTTP 400 a']) expect(of(trouble)).toMatchObject({ title: 'tasks.downloading', actions: ['ask', 'copy-id'] });
  });
});
