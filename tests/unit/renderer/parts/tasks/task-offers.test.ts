import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noOptions, noConsoles } from '../../../../../shared/account.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';
import { processing, said, sampleTask, withImages } from '../../sample-tasks.ts';

let main: FakeMain;
beforeEach(() => {
  // Whether two clicks are a double click depends on the time between them.
  vi.useFakeTimers({ toFake: ['performance'] });
  main = new FakeMain();
  main.install();
});
afterEach(() => vi.useRealTimers());

const unknown = () => withImages(sampleTask({ status: 'unknown', reason: 'connection-lost', said }));
const failed = () => withImages(sampleTask({ status: 'failed', remoteId: 'r', said }));

async function load() {
  const { useAppStore } = await import('../../../../../renderer/stores/app-store.ts');
  const { propsOf } = await import('../../../../../renderer/ui/dialogs/ask.ts');
  useAppStore.setState({ facts: snapshot });
  return { useAppStore, question: () => propsOf('task')?.question ?? null, ...(await import('../../../../../renderer/parts/tasks/task-offers.tsx')) };
}

test('a task of unknown outcome that is selected with others is not generated again without its question', async () => {
  const { offersFor, takeOffer, question } = await load();
  const one = unknown();
  const offers = offersFor([withImages(sampleTask(processing)), one]);
  expect(offers.map(({ action, entries }) => [action, entries.length])).toEqual([['ask', 1], ['settle', 1], ['send-again', 1], ['dismiss', 1], ['stop', 1], ['copy-id', 2]]);
  for (const offer of offers) if (offer.action === 'send-again') await takeOffer(offer);
  expect(question()).toEqual({ kind: 'generate-again', tasks: [one.task] });
  expect(main.inputsOf('tasksSubmit')).toEqual([]);
});

test('of several with unknown outcomes, settling comes before a second charge; of failed ones, generating again comes first', async () => {
  const { offersFor } = await load();
  const names = (entries: Parameters<typeof offersFor>[0]) => offersFor(entries).map(({ action }) => action);
  expect(names([unknown(), unknown()])).toEqual(['settle', 'try-again', 'dismiss', 'copy-id']);
  expect(names([failed(), failed()])).toEqual(['ask', 'try-again', 'settle', 'dismiss', 'copy-id']);
});

test('the key that removes first cancels what waits, because it is sent meanwhile, and then dismisses what has ended', async () => {
  const { offersFor, removalOf } = await load();
  const waiting = withImages(sampleTask({ status: 'queued', waitingFor: 'turn' }));
  expect(removalOf(offersFor([failed(), waiting, failed()]))).toEqual({ action: 'withdraw', entries: [waiting] });
  expect(removalOf(offersFor([failed(), unknown()]))).toMatchObject({ action: 'dismiss' });
  expect(removalOf(offersFor([withImages(sampleTask(processing))]))).toBeUndefined();
});

test('one question covers several tasks, without those whose account was removed', async () => {
  const { offersFor, takeOffer, question, useAppStore } = await load();
  const accountId = '22222222-2222-4222-8222-222222222222';
  const removed = { id: accountId, kind: 'service', name: 'Studio', baseUrl: 'https://api.example.com', key: { status: 'missing' }, removed: true, consoles: noConsoles, options: noOptions, sendingStopped: false } as const;
  useAppStore.setState({ facts: { ...snapshot, accounts: [removed] } });
  const [here, ...gone] = [unknown(), ...[1, 2].map(() => withImages(sampleTask({ status: 'failed', remoteId: 'r', said }, { accountId })))];
  const generate = (entries: typeof gone) => Promise.all(offersFor(entries).filter(({ action }) => action === 'try-again').map(takeOffer));
  await generate(gone);
  expect(question()).toBeNull();
  await generate([...gone, ...(here ? [here] : [])]);
  expect(question()).toEqual({ kind: 'generate-again', tasks: [here?.task] });
});

test('the second click of a double click does not generate the task that moved under it', async () => {
  const { offersFor, takeOffer } = await load();
  for (const entry of [failed(), failed()]) {
    const [offer] = offersFor([entry]);
    expect(offer?.action).toBe('try-again');
    if (offer) await takeOffer(offer);
  }
  expect(main.inputsOf('tasksSubmit')).toHaveLength(1);
});

test('clicks on different tasks count if each was made after the one before was handled, however late the page handles them', async () => {
  const { offersFor, takeOffer } = await load();
  const clicks = [
    { made: 0, handled: 300, counts: true },
    { made: 700, handled: 1000, counts: true },
    { made: 1400, handled: 1700, counts: true },
    // Before the effect of the one before could be seen.
    { made: 2000, handled: 4000, counts: true },
    { made: 3000, handled: 4010, counts: false },
    { made: 3600, handled: 4020, counts: false },
    { made: 4600, handled: 4700, counts: true },
  ];
  const began = performance.now();
  for (const { made, handled, counts } of clicks) {
    const before = main.inputsOf('tasksSubmit').length;
    vi.advanceTimersByTime(began + handled - performance.now());
    vi.stubGlobal('event', { timeStamp: began + made });
    const [offer] = offersFor([failed()]);
    if (offer) await takeOffer(offer);
    expect(main.inputsOf('tasksSubmit').length - before, `made at ${made}`).toBe(counts ? 1 : 0);
  }
  vi.unstubAllGlobals();
});

test('the second click of a double click does not dismiss the task that moved under it, and a key press does', async () => {
  const { offersFor, clickOffer } = await load();
  const dismissed = [failed(), failed(), failed()];
  for (const [at, entry] of dismissed.entries()) {
    const offer = offersFor([entry]).find(({ action }) => action === 'dismiss');
    if (offer) clickOffer(offer, { detail: [1, 2, 0][at] ?? 0 });
  }
  expect(main.inputsOf('tasksDismiss')).toEqual([dismissed[0], dismissed[2]].map((entry) => ({ taskIds: [entry?.task.id] })));
});
