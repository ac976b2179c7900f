import { describe, expect, it } from 'vitest';
import { createDownloadGate, type DownloadGate } from '../../../../../electron/core/engine/downloads/download-gate.ts';
import type { DownloadOutcome } from '../../../../../electron/core/engine/downloads/download-outcome.ts';
import { createTaskDownloads } from '../../../../../electron/core/engine/downloads/task-downloads.ts';
import { createSystemClock } from '../../../../../electron/core/util/system-clock.ts';
import { newTask, type ImageState, type TaskWithImages } from '../../../../../shared/task.ts';
import { useDownloadRig } from '../../../../support/download-rig.ts';
import { createFakeClock, nextMacrotask } from '../../../../support/fake-clock.ts';
import { serveHttp, serveSocket } from '../../../../support/local-server.ts';
import { samplePicture } from '../../../../support/sample-pictures.ts';

const done: DownloadOutcome = { kind: 'trouble', detail: 'x', retryAfterMs: null };
const libraryGone: DownloadOutcome = { kind: 'library', problem: 'unreachable', detail: '' };

const rig = useDownloadRig();

describe('a host that accepts and never answers', () => {
  it('delays neither the pictures of another account nor those of another host', async () => {
    const silent = await serveSocket(() => undefined);
    const well = await serveHttp((_request, response) => void response.end(samplePicture('png').bytes));
    const states = new Map<string, ImageState>();
    const downloads = createTaskDownloads({
      clock: createSystemClock(),
      random: () => 0.5,
      downloads: rig.downloads(),
      keys: { baseUrl: () => Promise.resolve(rig.server.url) },
      ledger: {
        saveImage: (taskId, _id, state) => {
          states.set(taskId, state);
          return Promise.resolve();
        },
        storedImages: () => Promise.resolve([]),
      },
      requery: () => undefined,
      events: { notice: () => undefined },
    });
    const begin = (id: string, account: string, host: string): void => {
      const task = { ...newTask(id, account, { model: '', prompt: id, size: '', quality: '' }, null, Date.now()), state: { status: 'completed', remoteId: id, imageCount: 1 } } as const;
      const entry: TaskWithImages = { task, images: [{ id: 1, taskId: id, index: 0, state: { status: 'waiting', attempts: 0, trouble: null } }] };
      downloads.named(entry, [{ kind: 'url', url: `${host}/${id}.png` }]);
    };
    for (let number = 0; number < 24; number += 1) begin(`silent ${number}`, 'one', silent.url);
    await expect.poll(() => silent.connections()).toBe(4);
    begin('other account', 'two', well.url);
    begin('other host', 'one', well.url);
    await expect.poll(() => [states.get('other account')?.status, states.get('other host')?.status]).toEqual(['kept', 'kept']);
    expect(silent.connections()).toBe(4);
    await downloads.close();
    await silent.stop();
    await well.stop();
  });
});

describe('shares', () => {
  interface Under {
    readonly name: string;
    readonly end: (outcome: DownloadOutcome) => Promise<void>;
  }

  const begin = (gate: DownloadGate, underWay: Under[], account: string, host: string, name: string): void => {
    void gate.pass(account, host, () => {
      const { promise, resolve } = Promise.withResolvers<DownloadOutcome>();
      const under: Under = {
        name,
        end: (outcome) => {
          underWay.splice(underWay.indexOf(under), 1);
          resolve(outcome);
          return nextMacrotask();
        },
      };
      underWay.push(under);
      return promise;
    });
  };
  const named = (underWay: readonly Under[]): readonly string[] => underWay.map(({ name }) => name);

  it('are four for a host and twelve for an account, in the order of arrival', async () => {
    const gate = createDownloadGate(createFakeClock(), { notice: () => undefined });
    const underWay: Under[] = [];
    for (const host of ['a', 'b', 'c', 'd']) for (let number = 0; number < 6; number += 1) begin(gate, underWay, 'one', host, `${host}${number}`);
    await nextMacrotask();
    const counts = (): readonly number[] => ['a', 'b', 'c', 'd'].map((host) => underWay.filter(({ name }) => name.startsWith(host)).length);
    expect(counts()).toEqual([4, 4, 4, 0]);
    begin(gate, underWay, 'two', 'a', 'other');
    await nextMacrotask();
    expect(named(underWay)).toContain('other');
    for (const name of ['a0', 'a1']) await underWay.find((under) => under.name === name)?.end(done);
    expect(named(underWay).slice(-2), 'the hosts take turns').toEqual(['a4', 'd0']);
    const order = ['a0', 'a1'];
    for (let next = underWay[0]; next !== undefined; next = underWay[0]) {
      order.push(next.name);
      expect(underWay.length).toBeLessThanOrEqual(13);
      await next.end(done);
    }
    for (const host of ['a', 'b', 'c', 'd']) expect(order.filter((name) => name.startsWith(host)), host).toEqual(order.filter((name) => name.startsWith(host)).toSorted());
    expect(order).toHaveLength(25);
  });

  it('give way to one try at a time while the library takes no files, in turns', async () => {
    const clock = createFakeClock();
    const gate = createDownloadGate(clock, { notice: () => undefined });
    const underWay: Under[] = [];
    const tried: string[] = [];
    begin(gate, underWay, 'one', 'a', 'first');
    await nextMacrotask();
    await underWay[0]?.end(libraryGone);
    for (const account of ['one', 'two']) for (let number = 0; number < 3; number += 1) begin(gate, underWay, account, 'a', account);
    for (let tries = 0; tries < 4; tries += 1) {
      expect(underWay).toEqual([]);
      await clock.advance(30_000);
      expect(underWay).toHaveLength(1);
      tried.push(...named(underWay));
      await underWay[0]?.end(tries % 2 === 0 ? libraryGone : done);
    }
    expect(tried).toEqual(['one', 'two', 'one', 'two']);
    gate.open();
    await nextMacrotask();
    expect(named(underWay)).toEqual(['one', 'two']);
  });
});
