import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { composeNews } from '../../../electron/compose/compose-news.ts';
import type { NewsControl } from '../../../electron/handlers/updates-port.ts';
import { openViewStateStore } from '../../../electron/platform/stores/settings-store.ts';
import type { Change } from '../../../shared/ipc/api.ts';
import { newsLinesOf } from '../../../shared/updates/news-lines.ts';
import manifest from '../../../package.json' with { type: 'json' };

let folder: string;
let published: Change[];
let warned: number;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'news-'));
  [published, warned] = [[], 0];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function start(version: string, save?: Parameters<typeof openViewStateStore>[1]): NewsControl {
  const host = { version, appLog: { log: { warn: () => void (warned += 1) } } };
  const changes = { publish: (change: Change) => void published.push(change), sequence: () => 0 };
  return composeNews(host, { stores: { viewState: openViewStateStore(folder, save) }, changes });
}

it('a first start has no news, nor has a version that stays', () => {
  expect(start('1.2.0').news()).toBe(null);
  expect(start('1.2.0').news()).toBe(null);
});

it('a newer version has news, also at later starts until the person was told, and then never again', () => {
  start('1.2.0');
  expect(start('1.3.0').news()).toEqual({ version: '1.3.0', isTold: false });
  const second = start('1.3.0');
  expect(second.news()).toEqual({ version: '1.3.0', isTold: false });
  second.newsTold();
  second.newsTold();
  expect(published).toEqual([{ kind: 'news', news: { version: '1.3.0', isTold: true } }]);
  expect(start('1.3.0').news()).toEqual({ version: '1.3.0', isTold: true });
});

it('an older version that was put back has none, and the newer one has them again', () => {
  start('1.3.0');
  expect(start('1.2.0').news()).toBe(null);
  expect(start('1.3.0').news()).toEqual({ version: '1.3.0', isTold: false });
});

it('a profile of 1.0.0, which noted nothing, has news with the version after it', async () => {
  await writeFile(path.join(folder, 'view-state.json'), '{"selectedAccountId": null}');
  expect(start('1.0.0').news()).toBe(null);
  await writeFile(path.join(folder, 'view-state.json'), '{"selectedAccountId": null}');
  expect(start('1.1.0').news()).toEqual({ version: '1.1.0', isTold: false });
});

it('a disk that takes nothing keeps no start from going on', () => {
  const full = (): never => {
    throw new Error('ENOSPC');
  };
  expect(start('1.2.0', full).news()).toBe(null);
  expect(warned).toBe(1);
});

it('this version has three to five lines, and no other has any', () => {
  expect([3, 4, 5]).toContain(newsLinesOf(manifest.version).length);
  expect(newsLinesOf('999.0.0')).toEqual([]);
});
