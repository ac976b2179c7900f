import { describe, expect, test } from 'vitest';
import { practiceAccountId, type ConsoleName } from '../../../../../shared/account.ts';
import { noFacts, type ImageState, type PollTrouble, type ServiceSaid, type Task, type TaskState } from '../../../../../shared/task.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { isOutcomeUnknown } from '../../../../../renderer/parts/tasks/task-money.ts';
import { reportTask } from '../../../../../renderer/parts/tasks/task-report.ts';
import { queueReasons } from '../../../../support/all-of.ts';
import { completed, keptImage, processing, said, sampleTask, waiting, withImages } from '../../sample-tasks.ts';

const say = wordsFor('en');
const report = (state: TaskState, ...images: ImageState[]) => {
  const task = sampleTask(state);
  return reportTask({ task, images: images.map((image, index) => ({ id: index + 1, taskId: task.id, index, state: image })) });
};
const textOf = (state: TaskState, ...images: ImageState[]): string =>
  report(state, ...images)
    .sentences.map(({ key, values }) => say(key, values))
    .join(' ');
const refusedWith = (httpStatus: number): ServiceSaid => ({ httpStatus, code: null, message: 'no' });
const kept = keptImage(1, 'x').state;

const states: readonly TaskState[] = [
  ...queueReasons.map((waitingFor): TaskState => ({ status: 'queued', waitingFor })),
  { status: 'submitting' },
  { status: 'unknown', reason: 'connection-lost', said },
  { status: 'rejected', said: refusedWith(400) },
  { status: 'rejected', said: refusedWith(401) },
  { status: 'rejected', said: refusedWith(402) },
  { status: 'rejected', said: refusedWith(429) },
  { status: 'rejected', said: refusedWith(418) },
  { status: 'withdrawn' },
  processing,
  { status: 'paused', remoteId: 'r', by: 'watch-limit' },
  { status: 'paused', remoteId: 'r', by: 'user' },
  { status: 'missing', remoteId: 'r', said },
  completed(0),
  completed(2),
  { status: 'failed', remoteId: 'r', said },
];

test.each(states)('$status has a title and sentences, and every word is in the catalogue', (state) => {
  const { title, sentences, actions } = report(state);
  expect(say(title)).not.toBe('');
  for (const { key, values } of sentences) expect(say(key, values)).not.toContain('{');
  for (const action of actions) expect(say(`tasks.do.${action}`)).not.toBe('');
});

test('every state that waits for the person says what happened to the money', () => {
  for (const state of states) {
    const { urgency } = report(state);
    if (urgency === 'attention' || urgency === 'bad') expect(textOf(state), JSON.stringify(state)).toMatch(/charge/);
  }
});

describe('the money', () => {
  const ofMoney = (sentences: readonly { readonly key: string }[]): readonly string[] => sentences.map(({ key }) => key).filter((key) => key.startsWith('tasks.money.'));
  const withMessage = (message: string): readonly TaskState[] => {
    const words: ServiceSaid = { httpStatus: 400, code: null, message };
    return [
      { status: 'rejected', said: words },
      { status: 'failed', remoteId: 'r', said: words },
      { status: 'missing', remoteId: 'r', said: words },
      { status: 'unknown', reason: 'server-error', said: words },
    ];
  };

  test.each(states)('$status has one sentence about it at most, and no other mentions charges', (state) => {
    const { sentences, urgency } = report(state);
    expect(ofMoney(sentences).length).toBeLessThanOrEqual(1);
    if (urgency === 'attention' || urgency === 'bad') expect(ofMoney(sentences)).toHaveLength(1);
    // This is about a new charge, not about this task.
    const others = sentences.filter(({ key }) => !key.startsWith('tasks.money.')).map(({ key, values }) => say(key, values).replaceAll('new charge', ''));
    for (const words of others) expect(words).not.toMatch(/charge/);
  });

  test('of a task on hold, it is said whatever the service said of the charge of the other one', () => {
    const state: TaskState = { status: 'queued', waitingFor: 'held', otherSaid: { httpStatus: 422, code: 'invalid_size', message: 'No such size. You were not charged.' } };
    expect(report(state)).toMatchObject({ said: state.otherSaid, chargeStated: false });
    expect(ofMoney(report(state).sentences)).toEqual(['tasks.money.nothing']);
    expect(report({ status: 'queued', waitingFor: 'held' }).said).toBeNull();
  });

  test('of a task that a busy service turned away, nothing says that it was not sent', () => {
    expect(textOf({ status: 'queued', waitingFor: 'busy' })).toBe(
      'The service did not accept the task, because it takes no more at the moment. Latent sends the task again by itself, after the time that the service asks for. The service does not have it, so nothing was charged.',
    );
    // Nobody knows of a cancelled task whether it was turned away before.
    expect(textOf({ status: 'withdrawn' })).not.toMatch(/not(?:hing was)? sent, so nothing/i);
  });

  test.each(['The prompt was declined.', 'Rate limit reached', 'Discharge lamp', 'Token cost too high', 'Insufficient balance', 'No refund for blocked prompts', 'Your billing plan ends', 'Payment required'])('%j does not say what became of this charge, so Latent does', (message) => {
    for (const state of withMessage(message)) expect(ofMoney(report(state).sentences)).toHaveLength(1);
  });

  test.each(['Your credits were refunded.', 'You were not charged', '1 credit was used'])(
    '%j: the service has said it, and we say nothing',
    (message) => {
      for (const state of withMessage(message)) {
        expect(ofMoney(report(state).sentences)).toEqual([]);
        expect(report(state).said?.message).toBe(message);
      }
    },
  );

  test('is given in credits if the service named them', () => {
    const facts = { ...noFacts, credits: '1.8' };
    for (const state of [processing, completed(0), { status: 'failed', remoteId: 'r', said } as const]) {
      const { sentences } = reportTask(withImages(sampleTask(state, { facts })));
      expect(ofMoney(sentences)).toEqual(['tasks.money.credits']);
      expect(sentences.map(({ key, values }) => say(key, values))).toContain('The service reports 1.8 credits for it.');
    }
  });
});

describe('an unknown outcome', () => {
  const state: TaskState = { status: 'unknown', reason: 'no-answer-in-time', said };

  test('begins with its exact words and names the reason', () => {
    expect(textOf(state)).toMatch(
      /^We don’t know whether the service accepted this task\. Nothing is sent again by itself\. It may have been charged\. Latent cannot tell, but the service’s billing console can\. The service did not answer in time\./,
    );
  });

  test('offers to attach an id, to send again after a question, to settle it, or to dismiss, but never a plain retry', () => {
    expect(report(state).actions).toEqual(['attach', 'send-again', 'settle', 'dismiss']);
  });

  test('whose cost was settled says so, can be settled again, and is no longer alarming', () => {
    for (const [settled, charge] of [['0', 'settled'], ['1.8', 'settled-amount']] as const) {
      const entry = withImages({ ...sampleTask(state), settled });
      const settledReport = reportTask(entry);
      expect([settledReport.actions, settledReport.charge]).toEqual([['attach', 'send-again', 'settle', 'dismiss'], charge]);
      expect(settledReport.sentences.map(({ key }) => key)).toContain(`tasks.money.${charge}`);
      expect(isOutcomeUnknown(entry.task)).toBe(false);
    }
  });

  test('an id that a person entered can be corrected and taken back until there is a picture', () => {
    for (const entered of [processing, completed(0), { status: 'paused', remoteId: 'r', by: 'user' }, { status: 'missing', remoteId: 'r', said }, { status: 'failed', remoteId: 'r', said }] as const) {
      const task = sampleTask(entered, { byHand: 'connection-lost' });
      expect(reportTask(withImages(task)).actions).toEqual(expect.arrayContaining(['correct-id', 'detach']));
      expect(reportTask(withImages(task, keptImage(1, task.id))).actions).not.toContain('detach');
      // Of a task that was added by its ID, there is nothing to go back to.
      expect(reportTask(withImages({ ...task, byHand: null, adopted: true })).actions.filter((action) => action === 'correct-id' || action === 'detach')).toEqual(['correct-id']);
      expect(reportTask(withImages({ ...task, byHand: null })).actions).not.toContain('correct-id');
    }
  });

  test('of the practice service asks for no ID, because no console shows one', () => {
    const { actions, sentences } = reportTask(withImages(sampleTask(state, { accountId: practiceAccountId })));
    expect(actions).toEqual(['send-again', 'dismiss']);
    expect(sentences.map(({ key }) => key)).toContain('tasks.unknown-help-free');
    expect(sentences.map(({ key }) => key)).not.toContain('tasks.unknown-help');
  });
});

test('a refusal names its subject', () => {
  const title = (status: number): string => say(report({ status: 'rejected', said: refusedWith(status) }).title);
  expect([400, 401, 402, 403, 429].map(title)).toEqual(['Not accepted', 'Key refused', 'No credits left', 'Not allowed', 'Too many at once']);
  expect(report({ status: 'rejected', said: refusedWith(401) }).actions).toContain('open-settings');
});

test.each([
  [{ httpStatus: 200, code: '402', message: 'Insufficient balance' }, 'No credits left'],
  [{ httpStatus: 200, code: '401', message: null }, 'Key refused'],
  [{ httpStatus: 400, code: 'insufficient_credits', message: null }, 'No credits left'],
  [{ httpStatus: 422, code: '402', message: null }, 'Not accepted'],
  [{ httpStatus: 200, code: 'moderation', message: 'no' }, 'Not accepted'],
] as const)('a refusal of %j is understood: %s', (answer, title) => {
  expect(say(report({ status: 'rejected', said: answer }).title)).toBe(title);
});

describe('the HTTP status', () => {
  test('is given in a sentence for a refusal and for an unknown outcome', () => {
    expect(textOf({ status: 'rejected', said: refusedWith(402) })).toContain('The service answered HTTP 402 (payment required). Only 200 means accepted.');
    expect(textOf({ status: 'rejected', said: refusedWith(418) })).toContain('The service answered HTTP 418. Only 200');
    const unknown: TaskState = { status: 'unknown', reason: 'server-error', said: refusedWith(500) };
    expect(textOf(unknown)).toContain('It may have been charged');
    expect(textOf(unknown)).toContain('The service answered HTTP 500 (internal error).');
  });

  test('of 200 with an error in it does not read as acceptance; without an answer none is given', () => {
    expect(textOf({ status: 'rejected', said: { httpStatus: 200, code: '402', message: null } })).toContain('HTTP 200, but the answer contained an error');
    expect(textOf({ status: 'unknown', reason: 'connection-lost', said: { ...said, code: 'ECONNRESET' } })).not.toContain('HTTP');
  });

});

test('a row gives the cause; a mark beside it shows the cost', () => {
  const brief = (state: TaskState): string => say(report(state).brief.key, report(state).brief.values);
  expect(brief({ status: 'unknown', reason: 'connection-lost', said })).toBe('The connection broke before the answer came.');
  expect(brief({ status: 'rejected', said: refusedWith(429) })).toContain('The service takes no more tasks right now.');
  expect(brief(completed(0))).toContain('The service finished without a picture.');
  for (const state of states) expect(brief(state)).not.toMatch(/should (not )?be charged|may have been charged/);
});

test('a practice task is never charged', () => {
  const words = (state: TaskState): string =>
    reportTask(withImages(sampleTask(state, { accountId: practiceAccountId, facts: { ...noFacts, credits: '1' } })))
      .sentences.map(({ key, values }) => say(key, values))
      .join(' ');
  for (const state of states) expect(words(state), JSON.stringify(state)).not.toMatch(/may have been charged|should not be charged|reports 1 credit|new charge/);
  expect(words({ status: 'unknown', reason: 'connection-lost', said })).toContain('The practice service is free, so nothing is charged.');
  expect(words({ status: 'failed', remoteId: 'r', said })).toContain('The practice service is free, so nothing is charged.');
});

test('nothing that has an id is offered to be sent again', () => {
  for (const state of [processing, ...states.filter(({ status }) => status === 'paused' || status === 'missing')]) {
    expect(report(state).actions).not.toContain('try-again');
    expect(report(state).actions).not.toContain('send-again');
  }
});

describe('a finished task', () => {
  test('without a picture says so', () => {
    expect(report(completed(0))).toMatchObject({ title: 'tasks.empty' });
  });

  test('counts its kept pictures', () => {
    expect(textOf(completed(3), kept, waiting, waiting)).toContain('1 of 3 pictures are here');
    expect(textOf(completed(2), kept, kept)).toBe('2 pictures are in your library.');
    expect(textOf(completed(1), { status: 'waiting', attempts: 2, trouble: 'timeout' })).toContain('timeout');
  });

  test('says why a picture is missing', () => {
    expect(report(completed(1), { status: 'expired' })).toMatchObject({ title: 'tasks.expired', actions: ['ask', 'settle', 'dismiss', 'copy-id'] });
    // The POST was answered with the pictures and no ID, so there is nothing to ask the service for.
    expect(report({ status: 'completed', remoteId: '', imageCount: 1 }, { status: 'expired' }).sentences[0]).toMatchObject({ key: 'tasks.expired-no-id' });
    expect(textOf(completed(1), { status: 'refused', why: 'too-large', detail: '' })).toContain('too large');
  });
});

test('trouble during processing is given in the words of the service', () => {
  const trouble = { kind: 'rate-limited', said: refusedWith(429), retryAt: null } as const;
  expect(reportTask(withImages(sampleTask(processing, { trouble }))).said).toEqual(refusedWith(429));
});

test('a task that was added by its ID does not claim that Latent sent it', () => {
  for (const state of [processing, { status: 'paused', remoteId: 'r', by: 'watch-limit' } as const]) {
    const { sentences } = reportTask({ task: { ...sampleTask(state), adopted: true }, images: [] });
    expect(sentences.map(({ key, values }) => say(key, values)).join(' ')).toContain('sent elsewhere');
    expect(textOf(state)).toContain('sent once');
  }
});

const refusedAs = (httpStatus: number, code: string | null = null): TaskState => ({ status: 'rejected', said: { httpStatus, code, message: null } });
const keyRefused: PollTrouble = { kind: 'key-refused', said, retryAt: null };

const cases: readonly { readonly leadsTo: ConsoleName | null; readonly state: TaskState; readonly trouble?: PollTrouble }[] = [
  { leadsTo: 'billing', state: refusedAs(402) },
  { leadsTo: 'billing', state: refusedAs(200, 'insufficient_credits') },
  { leadsTo: 'key', state: refusedAs(401) },
  { leadsTo: 'key', state: refusedAs(403) },
  { leadsTo: null, state: refusedAs(422) },
  { leadsTo: 'billing', state: { status: 'unknown', reason: 'connection-lost', said } },
  { leadsTo: 'billing', state: { status: 'missing', remoteId: 'r', said } },
  { leadsTo: 'billing', state: { status: 'failed', remoteId: 'r', said } },
  { leadsTo: 'billing', state: completed(0) },
  { leadsTo: 'billing', state: { status: 'paused', remoteId: 'r', by: 'user' } },
  { leadsTo: 'billing', state: { status: 'paused', remoteId: 'r', by: 'user' }, trouble: keyRefused },
  { leadsTo: 'key', state: { status: 'paused', remoteId: 'r', by: 'watch-limit' }, trouble: keyRefused },
  { leadsTo: 'key', state: { status: 'queued', waitingFor: 'key' } },
  { leadsTo: 'key', state: processing, trouble: keyRefused },
  { leadsTo: null, state: processing },
  { leadsTo: null, state: { status: 'queued', waitingFor: 'turn' } },
];

test.each(cases)('$state.status leads to the console: $leadsTo', ({ leadsTo, state, trouble = null }) => {
  const entry = withImages(sampleTask(state, { trouble }));
  expect(reportTask(entry).console).toBe(leadsTo);
  // Every sentence that mentions the billing console has the link beside it.
  const words = reportTask(entry).sentences.map(({ key, values }) => say(key, values)).join(' ');
  if (words.includes('billing console')) expect(reportTask(entry).console).toBe('billing');
});

test('leads to no console once the pictures are kept', () => {
  const task = sampleTask(completed(1));
  expect(reportTask(withImages(task, keptImage(1, task.id))).console).toBeNull();
});

describe('a task that is sent again with its key', () => {
  const unknown: TaskState = { status: 'unknown', reason: 'connection-lost', said };
  const words = (state: TaskState, more: Partial<Task> = {}): string =>
    reportTask({ task: { ...sampleTask(state), idempotencyKey: 'k', ...more }, images: [] })
      .sentences.map(({ key, values }) => say(key, values))
      .join(' ');

  test('says so only as long as that is planned and the person has decided nothing', () => {
    for (const repeatAt of [7, null]) expect(words({ ...unknown, repeatAt })).toContain('Latent sends it again by itself');
    expect(words(unknown)).toContain('Nothing is sent again by itself.');
    for (const decided of [{ settled: '0' }, { dismissedAt: 8 }]) expect(words({ ...unknown, repeatAt: 7 }, decided)).toContain('Nothing is sent again by itself.');
  });

  test('says how often, and never that it was sent only once', () => {
    expect(words(unknown, { repeated: 2 })).toContain('sent again with its key 2 times');
    for (const state of [{ status: 'submitting' }, { status: 'processing', remoteId: 'r', misses: 0 }] as const) {
      expect(words(state)).toContain('once');
      expect(words(state, { repeated: 1 })).not.toMatch(/sent (only )?once|never sends/);
    }
  });
});

test('pictures that are gone from the trash may have been deleted by hand or by time', () => {
  const removed: ImageState = { status: 'removed', at: 1 };
  expect(textOf(completed(1), removed)).toBe('The picture of this task was deleted from the trash: when it was emptied, or after 30 days there. Latent does not download it again.');
  expect(textOf(completed(3), removed, removed, kept)).toBe('2 of the 3 pictures of this task were deleted from the trash: when it was emptied, or after 30 days there. Latent does not download them again.');
});
