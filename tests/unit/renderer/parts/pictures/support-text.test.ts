import { expect, test } from 'vitest';
import { supportText } from '../../../../../renderer/parts/pictures/support-text.ts';
import { completed, sampleTask, said, withImages } from '../../sample-tasks.ts';

const about = { version: '0.1.0', platform: 'linux' } as const;

test('names the task, its times and the last answer, without signed addresses and without the prompt', () => {
  const task = sampleTask(completed(1));
  const body = '{"id":"r","output":["https://cdn.example.com/a/b.png?X-Signature=secret&Expires=1"],"more":"http:\\/\\/u:pw@files.example\\/private\\/x.png?sig=secret","last":"https:\\u002f\\u002fc.example\\u002fit\'s.png?sig=secret"}';
  const text = supportText({ ...withImages(task), lastAnswer: { at: 1_000, httpStatus: 200, body, truncated: false } }, about);
  expect(text).toMatch(/^Latent 0\.1\.0, linux\nTask ID: \w/);
  expect(text).toContain('Status: completed');
  expect(text).toContain('Last answer (HTTP 200, 1970-01-01T00:00:01.000Z):');
  expect(text).toContain('"https://cdn.example.com/[removed]"');
  expect(text).toContain('https://files.example/[removed]"');
  expect(text).toContain('"https://c.example/[removed]"}');
  for (const secret of ['secret', 'private', 'pw', task.request.prompt]) expect(text).not.toContain(secret);
});

test('says what the service said, and leaves out what is not known', () => {
  const text = supportText({ ...withImages(sampleTask({ status: 'rejected', said: { ...said, httpStatus: 402, code: 'insufficient_credits', message: 'See https://pay.example/u/7?token=secret' } })), lastAnswer: null }, about);
  expect(text).toContain('HTTP status: 402\nCode: insufficient_credits\nMessage: See https://pay.example/[removed]');
  expect(text).not.toMatch(/Task ID|Last answer|null|secret/);
});
