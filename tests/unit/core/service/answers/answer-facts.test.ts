import { describe, expect, it } from 'vitest';
import { progressOf } from '../../../../../electron/core/service/answers/answer-facts.ts';
import { parseAnswer } from '../../../../../electron/core/service/answers/parse-answer.ts';

describe('progress', () => {
  it.each([
    [0, 'processing', 0],
    [0.004, 'processing', 0.4],
    [0.57, null, 57],
    ['0.4', 'unknown', 40],
    ['0.4%', 'processing', 0.4],
    ['40%', 'unknown', 40],
    [' 40 % ', 'processing', 40],
    [40, 'completed', 40],
    ['1%', 'unknown', 1],
    [1, 'completed', 100],
    ['1', 'completed', 100],
    [1, 'processing', 1],
    [1, 'unknown', null],
    [1, null, null],
    [1.5, 'processing', 1.5],
    [100, 'unknown', 100],
    [1e308, 'processing', 100],
    [-0.2, 'processing', null],
    ['-4', 'processing', null],
    [NaN, 'processing', null],
    ['3 of 4', 'processing', null],
    [true, 'processing', null],
    [[50], 'processing', null],
    [undefined, 'processing', null],
  ] as const)('%j beside %s is %j', (value, meaning, percent) => {
    expect(progressOf(value, meaning)).toBe(percent);
  });
});

describe('credits', () => {
  it.each([
    ['used before reserved', { usage: { credits_reserved: 3, credits_used: 2 } }, '2'],
    ['nothing charged', { usage: { credits_reserved: 1.8, credits_used: 0 } }, '0'],
    ['used, beside the task', { credits_used: 4, usage: { credits_reserved: 5 } }, '4'],
    ['charged', { usage: { credits_charged: '2.5' } }, '2.5'],
    ['a cost', { cost: 0.04 }, '0.04'],
    ['credits', { credits: 7 }, '7'],
    ['reserved alone', { usage: { credits_reserved: 1.8 } }, '1.8'],
    ['in another spelling', { usage: { creditsUsed: 3 } }, '3'],
    ['in words', { credits: 'two' }, null],
    ['none told', {}, null],
  ])('%s', (_name, fields, credits) => {
    expect(parseAnswer(JSON.stringify({ id: 't', status: 'completed', results: [], ...fields })).facts.credits).toBe(credits);
  });
});
