import { beforeEach, expect, it } from 'vitest';
import { createDatabaseNotices, type DatabaseNotices } from '../../../electron/handlers/database-notices.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';

const failure = new AppFailure('database-failed', 'out of memory');
let clock: FakeClock;
let shown: Record<string, string>;
let logged: string[];
let notices: DatabaseNotices;
beforeEach(() => {
  clock = createFakeClock();
  shown = {};
  logged = [];
  notices = createDatabaseNotices({
    clock,
    log: { info: (_area, message) => logged.push(message), error: (_area, message) => logged.push(message) },
    put(code, subject) {
      const { [code]: _, ...others } = shown;
      shown = subject === null ? others : { ...others, [code]: subject };
    },
  });
});

it('a notice about a thread that restarts at once stays for some minutes', async () => {
  const { stopped, restarted } = notices.watch('writer');
  stopped(failure);
  expect(shown).toEqual({});
  restarted();
  expect(Object.keys(shown)).toEqual(['history-restarted']);
  expect(logged).toEqual(['the thread of the writer ended', 'the thread of the writer was started again']);
  await clock.advance(10 * 60_000);
  expect(shown).toEqual({});
});

it('a notice about a thread that cannot be started gives the reason, until it is back', async () => {
  const [writer, reader] = [notices.watch('writer'), notices.watch('reader')];
  writer.stopped(failure);
  reader.stopped(failure);
  await clock.advance(2_000);
  expect(shown).toEqual({ 'history-stopped': 'out of memory' });
  writer.stopped(failure);
  writer.restarted();
  expect(shown).toEqual({ 'history-stopped': 'out of memory' });
  reader.restarted();
  expect(Object.keys(shown)).toEqual(['history-restarted']);
});

it('a notice about a missing file replaces the one about a dead thread, until the file is back', async () => {
  const { stopped, restarted } = notices.watch('writer');
  stopped(failure);
  await clock.advance(2_000);
  expect(shown).toEqual({ 'history-stopped': 'out of memory' });
  stopped(new AppFailure('database-failed', 'missing: /home/me/latent.db'));
  expect(shown).toEqual({ 'history-missing': '/home/me/latent.db' });
  restarted();
  expect(Object.keys(shown)).toEqual(['history-restarted']);
});
