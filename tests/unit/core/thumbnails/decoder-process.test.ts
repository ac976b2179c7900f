import { describe, expect, it } from 'vitest';
import { createDecoderRig, playedThumbnail } from '../../../support/decoder-rig.ts';
import { nextMacrotask } from '../../../support/fake-clock.ts';


describe('the decoder', () => {
  it('decodes several pictures at once, in the order of the requests', async () => {
    const { want, underWay, answer, processes } = createDecoderRig();
    const decoded = [1, 2, 3, 4, 5].map(want);
    await nextMacrotask();
    expect(underWay()).toEqual([1, 2, 3]);
    answer(2);
    expect(underWay()).toEqual([1, 3, 4]);
    for (const id of [1, 3, 4, 5]) answer(id);
    expect((await Promise.all(decoded)).map((done) => done.ok && done.bytes)).toEqual([1, 2, 3, 4, 5].map(playedThumbnail));
    expect(processes).toHaveLength(1);
  });

  it('returns the reason that the process gives', async () => {
    const { want, answer } = createDecoderRig();
    const decoded = want(1);
    await nextMacrotask();
    answer(1, 'damaged');
    expect(await decoded).toMatchObject({ ok: false, reason: 'damaged' });
  });

  it('decodes each picture of a dead process alone, and gives up only the one that kills it twice', async () => {
    const { want, underWay, answer, current, processes } = createDecoderRig();
    const decoded = [1, 2, 3, 4].map(want);
    await nextMacrotask();
    // The second picture kills the process.
    current().events.gone();
    await nextMacrotask();
    expect(underWay()).toEqual([1]);
    answer(1);
    expect(underWay()).toEqual([2]);
    current().events.gone();
    await nextMacrotask();
    // Nothing is decoded beside a suspected picture.
    expect(underWay()).toEqual([3]);
    answer(3);
    expect(underWay()).toEqual([2]);
    current().events.gone();
    await nextMacrotask();
    expect(underWay()).toEqual([4]);
    answer(4);
    expect(await Promise.all(decoded)).toMatchObject([{ ok: true }, { ok: false, reason: 'unreadable' }, { ok: true }, { ok: true }]);
    expect(processes).toHaveLength(4);
  });

  it('decodes nothing at the same time as a suspect', async () => {
    const { want, underWay, current, answer } = createDecoderRig();
    void want(1);
    await nextMacrotask();
    current().events.gone();
    await nextMacrotask();
    void want(2);
    await nextMacrotask();
    expect(underWay()).toEqual([1]);
    answer(1);
    expect(underWay()).toEqual([2]);
  });

  it('ends a process that stalls, and gives up a picture that stalls it twice alone', async () => {
    const { want, clock, underWay, answer, processes } = createDecoderRig();
    const [stalls, good] = [want(1), want(2)];
    await nextMacrotask();
    await clock.advance(20_000);
    expect(processes.map(({ ended }) => ended)).toEqual([true, false]);
    expect(underWay()).toEqual([1]);
    await clock.advance(20_000);
    expect(underWay()).toEqual([2]);
    answer(2);
    expect(await good).toMatchObject({ ok: true });
    await clock.advance(20_000);
    expect(await stalls).toEqual({ ok: false, reason: 'unreadable' });
  });

  const garbage: readonly unknown[] = [null, 'done', {}, { jobId: 999, ok: false, reason: 'damaged' }, { jobId: 1, ok: true, bytes: Buffer.from('<svg>'), width: 1, height: 1, colours: null, hash: null }];
  it.each(garbage.map((answer, index) => [index, answer] as const))('replaces a process that gives an invalid answer (%i), and loses no picture', async (_index, said) => {
    const { want, current, answer, processes } = createDecoderRig();
    const decoded = [1, 2].map(want);
    await nextMacrotask();
    current().events.answered(said);
    expect(processes[0]?.ended).toBe(true);
    await nextMacrotask();
    answer(1);
    answer(2);
    expect((await Promise.all(decoded)).map(({ ok }) => ok)).toEqual([true, true]);
    // Further messages of the old process are ignored.
    processes[0]?.events.answered({ jobId: 1, ok: false, reason: 'damaged' });
    processes[0]?.events.gone();
    expect(processes).toHaveLength(2);
  });

  it('gives up on a process that does not start', async () => {
    const { want, current, processes } = createDecoderRig({ ready: false });
    const decoded = want(1);
    for (let start = 1; start <= 3; start += 1) {
      expect(processes).toHaveLength(start);
      current().events.gone();
    }
    expect(await decoded).toEqual({ ok: false, reason: 'unavailable' });
    expect(processes).toHaveLength(3);
    void want(2);
    expect(processes).toHaveLength(4);
  });

  it('replaces a process that never becomes ready', async () => {
    const { want, clock, processes } = createDecoderRig({ ready: false });
    const decoded = want(1);
    await clock.advance(60_000);
    expect(await decoded).toEqual({ ok: false, reason: 'unavailable' });
    expect(processes.every(({ ended }) => ended)).toBe(true);
  });

  it('ends an idle process, and starts another when needed', async () => {
    const { want, clock, answer, processes } = createDecoderRig();
    void want(1);
    await nextMacrotask();
    answer(1);
    await clock.advance(29_000);
    expect(processes[0]?.ended).toBe(false);
    await clock.advance(1_000);
    expect(processes[0]?.ended).toBe(true);
    void want(2);
    await nextMacrotask();
    answer(2);
    expect(processes).toHaveLength(2);
  });

  it('has its process ready while pictures may come, and ends it when none have come for a while', async () => {
    const { decoder, want, clock, processes, underWay } = createDecoderRig();
    for (let seconds = 0; seconds < 90; seconds += 10) {
      decoder.prepare();
      await clock.advance(10_000);
    }
    expect(processes.map(({ ended }) => ended)).toEqual([false]);
    void want(1);
    expect(underWay()).toEqual([1]);
    await clock.advance(0);
    const [process] = processes;
    process?.events.answered({ jobId: 1, ok: false, reason: 'damaged' });
    await clock.advance(30_000);
    expect(process?.ended).toBe(true);
  });

  it('starts a process that does not start no more often than pictures need it', () => {
    const { decoder, want, current, processes } = createDecoderRig({ ready: false });
    for (let times = 0; times < 5; times += 1) {
      decoder.prepare();
      current().events.gone();
    }
    expect(processes).toHaveLength(1);
    void want(1);
    expect(processes).toHaveLength(2);
  });

  it('answers all requests when it is closed, and starts nothing afterwards', async () => {
    const { want, decoder, clock, processes } = createDecoderRig();
    const decoded = [1, 2, 3, 4].map(want);
    await nextMacrotask();
    decoder.close();
    expect(new Set((await Promise.all(decoded)).map((done) => !done.ok && done.reason))).toEqual(new Set(['unavailable']));
    expect(await want(5)).toEqual({ ok: false, reason: 'unavailable' });
    await clock.advance(100_000);
    expect(processes).toHaveLength(1);
    expect(processes[0]?.ended).toBe(true);
  });
});
