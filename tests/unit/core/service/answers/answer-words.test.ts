import { describe, expect, it } from 'vitest';
import { meaningOf, plainWord, saysBusy, saysUnpaid } from '../../../../../electron/core/service/answers/answer-words.ts';

describe('status words', () => {
  it.each([
    ['completed', ['completed', 'COMPLETED', 'Succeeded', 'SUCCEED', 'success', 'successed', 'finished', 'FINISH', 'done', 'Ready', 'complete', 'generated', 'TASK_STATUS_SUCCEED']],
    ['processing', ['processing', 'pending', 'QUEUED', 'queuing', 'In Progress', 'in-progress', 'IN_PROGRESS', 'IN_QUEUE', 'NOT_START', 'waiting', 'starting', 'STARTED', 'accepted', 'scheduled', 'initializing', 'generating', 'rendering', 'throttled', 'retrying', 'booting', 'running', 'created', 'submitted', 'task_status_processing', 'JOB_STATE_RUNNING']],
    ['failed', ['failed', 'FAILURE', 'fail', 'error', 'errored', 'cancelled', 'CANCELED', 'expired', 'TASK_STATUS_FAILED']],
    ['unknown', ['rejected', 'aborted', 'timed_out', 'moderated', 'Request Moderated', 'blocked', 'nsfw', 'ok', 'revoked', 'partially_completed', 'ready?', 'not completed', '3', '', 'painting', 'constructor', '__proto__']],
  ] as const)('%s', (meaning, words) => {
    expect(words.filter((word) => meaningOf(word) !== meaning)).toEqual([]);
  });

  it('are compared without the ways of writing them', () => {
    expect(['task_id', 'taskId', 'Task-ID', 'TASK ID'].map(plainWord)).toEqual(['taskid', 'taskid', 'taskid', 'taskid']);
  });
});

describe('refusals', () => {
  it.each([
    ['Too many requests', true, false],
    ['too_many_concurrent_tasks', true, false],
    ['rate_limit_exceeded', true, false],
    ['The queue is full', true, false],
    ['Request was throttled', true, false],
    ['Concurrency limit reached', true, false],
    ['Rate limit: not enough credits', true, true],
    ['insufficient_quota', false, true],
    ['Your balance is too low', false, true],
    ['Insufficient capacity, too many requests', true, false],
    ['The prompt is too long', false, false],
    ['Too many images requested', false, false],
  ])('%s', (words, busy, unpaid) => {
    expect([saysBusy(words), saysUnpaid(words)]).toEqual([busy, unpaid]);
  });
});
