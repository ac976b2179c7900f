import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOpenRequests, type OpenRequests } from '../../../../electron/hosts/electron/open-requests.ts';

let folder: string;
let now: number;
let requests: OpenRequests;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'latent-open-'));
  now = 1_000_000;
  requests = createOpenRequests({ monotonic: () => now });
});
afterEach(() => rmSync(folder, { recursive: true }));

const inFolder = (name: string): string => path.join(folder, name);
const unreadable = (name: string) => ({ newest: { kind: 'unread-file', why: 'unreadable', name }, others: 0 });

test('a start without anything to open opens nothing', async () => {
  expect(requests.add(['.', '--user-data-dir=/x/y.json', '--', '/opt/Latent/resources/app.asar'], folder)).toBe(true);
  expect(await requests.take()).toEqual({ newest: null, others: 0 });
});

test('a link is opened once', async () => {
  requests.add(['--no-sandbox', 'latent-app:task/1'], folder);
  expect(await requests.take()).toEqual({ newest: { kind: 'task', id: '1' }, others: 0 });
  expect(await requests.take()).toEqual({ newest: null, others: 0 });
});

test('a clicked notification is the newest, also beyond the many of other programs', async () => {
  for (let link = 0; link < 12; link += 1) requests.add(['latent-app:task/1'], folder);
  requests.go({ kind: 'picture', imageId: 7 });
  expect(await requests.take()).toEqual({ newest: { kind: 'picture', imageId: 7 }, others: 12 });
  requests.go({ kind: 'tasks', section: 'problems' });
  expect(await requests.take()).toEqual({ newest: { kind: 'tasks', section: 'problems' }, others: 0 });
});

test('a file is read, by its path, a relative one or its address', async () => {
  writeFileSync(inFolder('ein Fuchs.latent-prompt.json'), '{"latent":"prompt"}');
  for (const given of [inFolder('ein Fuchs.latent-prompt.json'), 'ein Fuchs.latent-prompt.json', pathToFileURL(inFolder('ein Fuchs.latent-prompt.json')).href]) {
    requests.add([given], folder);
    const { newest } = await requests.take();
    expect(newest).toMatchObject({ kind: 'file', name: 'ein Fuchs.latent-prompt.json' });
    expect(newest?.kind === 'file' && Buffer.from(newest.bytes).toString()).toBe('{"latent":"prompt"}');
  }
});

test('a file that is missing, a folder, a device or a pipe is not read', async () => {
  symlinkSync('/dev/zero', inFolder('zero.json'));
  execFileSync('mkfifo', [inFolder('pipe.json')]);
  for (const name of ['none.json', 'zero.json', 'pipe.json', '..json']) {
    requests.add([inFolder(name)], folder);
    expect(await requests.take()).toEqual(unreadable(name));
  }
});

test('a file that is longer than any prompt file is not read', async () => {
  writeFileSync(inFolder('large.json'), Buffer.alloc(600_001, 32));
  requests.add(['large.json'], folder);
  expect(await requests.take()).toEqual({ newest: { kind: 'unread-file', why: 'too-large', name: 'large.json' }, others: 0 });
});

test('a file of another computer is not asked for', async () => {
  for (const given of ['file://evil.test/share/a.json', '\\\\evil.test\\share\\a.json', '//evil.test/share/a.json', '/\\evil.test\\share\\a.json']) {
    requests.add([given], folder);
    expect(await requests.take()).toEqual(unreadable(''));
  }
});

test('of many at once, only the newest is opened', async () => {
  requests.add(Array.from({ length: 1000 }, (_, at) => `latent-app:task/${at}`), folder);
  requests.add(['latent-app:task/last'], folder);
  expect(await requests.take()).toEqual({ newest: { kind: 'task', id: 'last' }, others: 1000 });
});

test('more than ten within a minute are only counted, and do not bring the window to the front', async () => {
  for (let at = 0; at < 10; at += 1) {
    expect(requests.add([`latent-app:task/${at}`], folder)).toBe(true);
    await requests.take();
  }
  expect(requests.add(['latent-app:task/eleven', 'latent-app:task/twelve'], folder)).toBe(false);
  expect(await requests.take()).toEqual({ newest: null, others: 2 });
  now += 60_001;
  expect(requests.add(['latent-app:task/later'], folder)).toBe(true);
  expect(await requests.take()).toEqual({ newest: { kind: 'task', id: 'later' }, others: 0 });
});
