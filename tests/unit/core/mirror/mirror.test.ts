import { writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSocketHttp, type SocketHttp } from '../../../../electron/network/socket-http.ts';
import { appCodeOf } from '../../../support/app-code.ts';
import { sha256 } from '../../../support/bytes.ts';
import { createMirrorRig, fillLibrary, hashesOf } from '../../../support/mirror-rig.ts';
import { startStrictS3, type StrictS3 } from '../../../support/strict-s3.ts';

let s3: StrictS3;
let http: SocketHttp;
let rig: Awaited<ReturnType<typeof createMirrorRig>>;
beforeEach(async () => {
  s3 = await startStrictS3({ page: 7 });
  http = createSocketHttp();
  rig = await createMirrorRig(s3, http);
});
afterEach(async () => {
  await http.close();
  await s3.stop();
  await rig.remove();
});

const objectOf = (content: string | Uint8Array): string => `my/library/objects/${sha256(content).slice(0, 2)}/${sha256(content)}`;
const flip = async (key: string): Promise<void> => {
  const content = await s3.read(key);
  content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
  await s3.write(key, content);
};
const manifests = async (): Promise<readonly string[]> => (await s3.keys()).filter((key) => key.includes('/manifests/'));
/** Gives a file another name in the list of its folder. */
const renameInMirror = async (from: string, to: string): Promise<void> => {
  const [key = ''] = await manifests();
  const manifest = JSON.parse((await s3.read(key)).toString()) as { lists: { folder: string; sha256: string; bytes: number }[] };
  const list = manifest.lists.find(({ folder }) => folder === path.posix.dirname(from));
  if (list === undefined) throw new Error('no list');
  const lines = Buffer.from((await s3.read(`my/library/objects/${list.sha256.slice(0, 2)}/${list.sha256}`)).toString().replace(JSON.stringify(from), JSON.stringify(to)));
  Object.assign(list, { sha256: sha256(lines), bytes: lines.length });
  const text = Buffer.from(JSON.stringify(manifest));
  await s3.write(objectOf(lines), lines);
  await s3.delete(key);
  await s3.write(key.replace(/[0-9a-f]{64}\.json$/, `${sha256(text)}.json`), text);
};
const puts = async (): Promise<number> => (await s3.seen()).filter(({ method, status }) => method === 'PUT' && status === 200).length;

/** A machine with twenty pictures that are mirrored, and an empty one. */
async function mirrored() {
  const [first, second] = [rig.machine('first'), rig.machine('second')];
  await fillLibrary(first, 20);
  expect(await first.mirror()).toMatchObject({ phase: 'done', done: 25, leftOut: 0, error: null });
  return { first, second };
}

describe('there and back', () => {
  test('everything lasting is on the other machine, and nothing else', async () => {
    const first = rig.machine('first');
    await first.put('.latent/in-use.json', 'the lease');
    await first.put('2026/2026-11/.latent-6f9619ff-8b86-4d01-b42d-00c04fc964ff.part', 'half a picture');
    await first.put('My own/deep/below/notes.txt', 'mine');
    await first.put('empty.png', '');
    await first.put('large.png', Buffer.alloc(20 * 1024 * 1024, 'large'));
    await fillLibrary(first, 20);
    await first.mirror();
    const second = rig.machine('second');
    const restored = await second.restore();
    expect(restored).toMatchObject({ restored: 28, there: 0, different: [], failed: 0, from: { computer: 'first' } });
    const { '.latent/in-use.json': _lease, '2026/2026-11/.latent-6f9619ff-8b86-4d01-b42d-00c04fc964ff.part': _part, ...lasting } = await hashesOf(first.library);
    expect(await hashesOf(second.library)).toEqual(lasting);
    expect(await readFile(path.join(second.profile, 'latent.db'), 'utf8')).toBe('history of 20');
    expect(await readFile(path.join(second.profile, 'latent.db.accepted'), 'utf8')).toBe('accepted');
    const times = await Promise.all([first, second].map(async ({ library }) => Math.round((await stat(path.join(library, 'large.png'))).mtimeMs)));
    expect(times[0]).toBe(times[1]);
  });

  test('a run later sends what is new, and the journal that has grown, and no picture again', async () => {
    const { first } = await mirrored();
    const before = await puts();
    await first.put('2026/2026-11/another.png', 'another');
    await writeFile(path.join(first.library, '.latent/2026-11.jsonl'), 'line\n', { flag: 'a' });
    const again = await first.mirror();
    // The picture, the journal, their two lists and the manifest.
    expect(again).toMatchObject({ phase: 'done', done: 26, sent: 4 });
    expect((await puts()) - before).toBe(5);
    expect(await s3.overwritten()).toEqual([]);
  });

  test('an earlier library folder comes back beside the new one', async () => {
    const first = rig.machine('first');
    await fillLibrary(first, 2);
    await rig.write(path.join(first.earlier, '2025/2025-01/old.png'), 'old');
    await first.mirror({ roots: [first.library, first.earlier] });
    const second = rig.machine('second');
    expect((await second.restore()).roots).toEqual([0, 1]);
    expect(await hashesOf(second.earlier)).toEqual(await hashesOf(first.earlier));
  });

  test('a folder that cannot be reached is named, and the rest is mirrored', async () => {
    const first = rig.machine('first');
    await fillLibrary(first, 2);
    expect(await first.mirror({ roots: [first.library, first.earlier] })).toMatchObject({ phase: 'done', done: 7, leftOut: 1, leftOutFiles: [{ path: first.earlier, reason: 'unreachable' }] });
  });
});

describe('what is damaged in the bucket', () => {
  test('a flipped bit: the file is named and not put in place; the rest is', async () => {
    const { first, second } = await mirrored();
    await flip(objectOf('picture 0'));
    const restored = await second.restore();
    const bad = '2026/2026-01/picture 0 ☂.png';
    expect(restored).toMatchObject({ restored: 24, failed: 1, damaged: [path.join(second.library, bad)], missing: [] });
    const { [bad]: _bad, ...others } = await hashesOf(first.library);
    expect(await hashesOf(second.library)).toEqual(others);
  });

  test('a check finds it, and stores the content a second time, which is restored', async () => {
    const { first, second } = await mirrored();
    await s3.write(objectOf('picture 0'), Buffer.from('shorter'));
    expect(await first.mirror()).toMatchObject({ phase: 'done', sent: 0 });
    // The object, the list that names it, and the manifest.
    expect(await first.mirror({ check: true })).toMatchObject({ phase: 'done', sent: 2 });
    expect(await s3.keys()).toContain(`${objectOf('picture 0')}-1`);
    expect(await second.restore()).toMatchObject({ failed: 0, restored: 25 });
    expect(await hashesOf(second.library)).toEqual(await hashesOf(first.library));
    expect(await s3.overwritten()).toEqual([]);
  });

  test('a missing object is named, and a check stores it again', async () => {
    const { first, second } = await mirrored();
    await s3.delete(objectOf('picture 0'));
    expect(await second.restore()).toMatchObject({ restored: 24, failed: 1, missing: [path.join(second.library, '2026/2026-01/picture 0 ☂.png')] });
    expect(await first.mirror({ check: true })).toMatchObject({ sent: 1 });
    expect(await second.restore()).toMatchObject({ restored: 1, there: 24, failed: 0 });
  });

  test('a cut manifest: the one before is taken, and it is said; without one, nothing is restored', async () => {
    const { first, second } = await mirrored();
    await first.put('later.png', 'later');
    await first.mirror();
    const [oldest = '', newest = ''] = await manifests();
    await s3.write(newest, (await s3.read(newest)).subarray(0, -20));
    expect(await second.restore()).toMatchObject({ restored: 25, passedOver: [newest], failed: 0 });
    await s3.write(oldest, Buffer.from(''));
    expect(await appCodeOf(rig.machine('third').restore())).toBe('mirror-damaged');
  });

  test('a cut list: nothing more is restored than was certain', async () => {
    const { second } = await mirrored();
    const [manifest = ''] = await manifests();
    const { lists } = JSON.parse((await s3.read(manifest)).toString()) as { lists: { folder: string; sha256: string }[] };
    const key = `my/library/objects/${lists.at(-1)?.sha256.slice(0, 2)}/${lists.at(-1)?.sha256}`;
    await s3.write(key, (await s3.read(key)).subarray(0, -1));
    expect(await appCodeOf(second.restore())).toBe('mirror-damaged');
  });

  test('an answer with one wrong bit is asked for again', async () => {
    const { second } = await mirrored();
    await s3.fail('GET', '/objects/', { kind: 'flipped' }, 1);
    await s3.fail('GET', '/objects/', { kind: 'cut' }, 2);
    expect(await second.restore()).toMatchObject({ restored: 25, failed: 0 });
  });
});

describe('nothing is put in the place of anything', () => {
  test('a file with another content stays and is named, and so is a library that is another', async () => {
    const { second } = await mirrored();
    await second.restore();
    const edited = path.join(second.library, '2026/2026-01/picture 0 ☂.png');
    await writeFile(edited, 'my edit');
    await rm(path.join(second.library, '2026/2026-02/picture 1 ☂.png'));
    expect(await second.restore({ hasHistory: true })).toMatchObject({ restored: 1, there: 21, different: [edited] });
    expect(await readFile(edited, 'utf8')).toBe('my edit');
    const third = rig.machine('third');
    await fillLibrary(third, 1);
    const before = await hashesOf(third.library);
    expect(await appCodeOf(third.restore())).toBe('mirror-other-library');
    expect(await hashesOf(third.library)).toEqual(before);
  });

  test('a restoration that was cut off goes on in a library without a journal; a folder with files of another kind takes nothing', async () => {
    const first = rig.machine('first');
    for (const name of ['a.png', 'b/c.png', 'd.png']) await first.put(name, `content of ${name}`);
    await first.mirror({ withHistory: false });
    const second = rig.machine('second');
    await second.put('b/c.png', 'content of b/c.png');
    expect(await second.restore({ hasHistory: true })).toMatchObject({ restored: 2, there: 1, failed: 0 });
    const third = rig.machine('third');
    await third.put('.DS_Store', 'hidden');
    await third.put('holiday.png', 'mine');
    expect(await appCodeOf(third.restore({ hasHistory: true }))).toBe('mirror-other-library');
  });

  test('two machines with one prefix share objects, and each comes back as itself', async () => {
    const { first } = await mirrored();
    const other = rig.machine('other');
    await fillLibrary(other, 30);
    await Promise.all([first.mirror(), other.mirror()]);
    expect(await s3.overwritten()).toEqual([]);
    const target = rig.machine('target');
    expect(await appCodeOf(target.restore())).toBe('mirror-several');
    await target.restore({ from: 'other' });
    expect(await hashesOf(target.library)).toEqual(await hashesOf(other.library));
  });

  test('what workers made comes into one library that is in use, and what they made since, too', async () => {
    const desk = rig.machine('desk');
    await fillLibrary(desk, 5);
    const before = await hashesOf(desk.library);
    const workers = ['0123456789ab', 'ba9876543210'].map((name) => ({ name, machine: rig.machine(`worker ${name}`) }));
    const journalOf = (name: string): string => `.latent/2026-11-${name}.jsonl`;
    for (const { name, machine } of workers) {
      await machine.put(journalOf(name), `{"by":"${name}"}\n`);
      await machine.put(`2026/2026-11/2026-11-28 12.00.00 ${name.slice(0, 6)} a fox.png`, `a fox by ${name}`);
      await machine.mirror({ withHistory: false });
      expect(await desk.restore({ from: `worker ${name}`, hasHistory: true })).toMatchObject({ restored: 2, different: [], failed: 0 });
    }
    const [first] = workers;
    await first?.machine.put(journalOf(first.name), `{"by":"${first.name}"}\n{"by":"${first.name}, later"}\n`);
    await first?.machine.mirror({ withHistory: false });
    expect(await desk.restore({ from: `worker ${first?.name}`, hasHistory: true })).toMatchObject({ restored: 1, there: 1, different: [] });
    // What is longer, or does not begin alike, stays.
    await desk.put(journalOf(first?.name ?? ''), 'something else, and longer than what the worker wrote, so that it is no beginning of it');
    expect((await desk.restore({ from: `worker ${first?.name}`, hasHistory: true })).different).toHaveLength(1);
    await desk.put(journalOf(first?.name ?? ''), '{"by":"nobody"}\n');
    expect((await desk.restore({ from: `worker ${first?.name}`, hasHistory: true })).different).toHaveLength(1);
    expect(await hashesOf(desk.library)).toMatchObject(before);
    for (const { machine } of workers) expect(Object.values(await hashesOf(desk.library))).toEqual(expect.arrayContaining(Object.entries(await hashesOf(machine.library)).flatMap(([file, hash]) => (file.endsWith('.png') ? [hash] : []))));
  });

  test('what another wrote under the name of a content is not taken for it', async () => {
    const first = rig.machine('first');
    await fillLibrary(first, 1);
    await s3.write(objectOf('picture 0'), Buffer.from('not it at all'));
    await first.mirror();
    expect((await s3.read(objectOf('picture 0'))).toString()).toBe('not it at all');
    const second = rig.machine('second');
    await second.restore();
    expect(await hashesOf(second.library)).toEqual(await hashesOf(first.library));
  });
});

describe('names', () => {
  const odd = ['100% + #1 & \u{1F98A}.png', 'e\u0301 and \u00e9.png', '\u00e9.png', 'e\u0301.png', 'Fox.png', 'fox.PNG', 'a\u2028b.png', 'line\nbreak.png', ' blank .png', '..png', '%2F.png', '%2e%2e', '-rf', 'con.png', '\ud83e\udd8a'.repeat(60)];

  test.runIf(process.platform === 'linux')('whatever the system allows comes back as it is', async () => {
    const first = rig.machine('first');
    await fillLibrary(first, 1);
    for (const [at, name] of [...odd, 'a\\b.png', 'c:d.png', 'C:\\Windows.png'].entries()) if (!name.startsWith('.')) await first.put(`2026/odd ${at % 2}/${name}`, `content ${at}`);
    await first.put('a: folder/b\\c/d.png', 'deep');
    expect(await first.mirror()).toMatchObject({ phase: 'done', leftOut: 0 });
    const second = rig.machine('second');
    expect(await second.restore()).toMatchObject({ failed: 0, different: [], unnameable: [] });
    expect(await hashesOf(second.library)).toEqual(await hashesOf(first.library));
    expect(await first.mirror()).toMatchObject({ sent: 0 });
  });

  test.runIf(process.platform === 'linux')('one that the other system does not allow is named, and everything else comes back', async () => {
    const first = rig.machine('first');
    await fillLibrary(first, 5);
    await first.put('2026/2026-01/a fox.png', 'a fox');
    await first.mirror();
    // Longer than any system allows: as if a system had been more generous.
    const long = `2026/2026-01/${'x'.repeat(300)}.png`;
    await renameInMirror('2026/2026-01/a fox.png', long);
    const second = rig.machine('second');
    expect(await second.restore()).toMatchObject({ failed: 1, restored: 10, unnameable: [path.join(second.library, long)], different: [] });
  });

  test('a folder that has the name of a file stays, and is named', async () => {
    const first = rig.machine('first');
    await fillLibrary(first, 2);
    await first.mirror();
    const second = rig.machine('second');
    await second.restore();
    const taken = path.join(second.library, '2026/2026-01/picture 0 ☂.png');
    await rm(taken);
    await mkdir(taken);
    expect(await second.restore({ hasHistory: true })).toMatchObject({ different: [taken], failed: 0 });
  });
});

describe('what goes wrong is said', () => {
  test.each([
    ['bucket-clock', { clockAhead: 3600 }],
    ['bucket-missing', { bucket: 'elsewhere' }],
    ['bucket-key-refused', { secret: 'another' }],
    ['bucket-full', { quota: 50 }],
  ] as const)('%s', async (code, options) => {
    const first = rig.machine('first');
    await fillLibrary(first, 20);
    await s3.set(options);
    expect(await first.mirror()).toMatchObject({ phase: 'failed', error: { code } });
    expect(await manifests()).toEqual([]);
  });

  test('a full bucket: what is there stays, and the next run sends the rest', async () => {
    const first = rig.machine('first');
    await fillLibrary(first, 20);
    await s3.set({ quota: 2500 });
    expect(await first.mirror()).toMatchObject({ phase: 'failed', error: { code: 'bucket-full' } });
    const before = await puts();
    await s3.set({ quota: 1e9 });
    const { sent } = await first.mirror();
    expect(before).toBeGreaterThan(3);
    // Besides the manifest, each object was put once.
    expect(before + sent + 1).toBe((await s3.keys()).length);
    expect(await s3.overwritten()).toEqual([]);
  });

  test('stopped, and gone on with', async () => {
    const first = rig.machine('first');
    await fillLibrary(first, 60);
    await s3.set({ delay: 20 });
    expect(await first.mirror({ until: ({ done }) => done > 10 })).toMatchObject({ phase: 'stopped', error: null });
    expect(await manifests()).toEqual([]);
    await s3.set({ delay: 0 });
    expect(await first.mirror()).toMatchObject({ phase: 'done', done: 65 });
    const second = rig.machine('second');
    const stop = new AbortController();
    await expect(second.restore({ signal: stop.signal, changed: ({ restored }) => restored > 10 && stop.abort(new Error('stopped')) })).rejects.toThrow('stopped');
    await second.restore();
    expect(await hashesOf(second.library)).toEqual(await hashesOf(first.library));
  });

  test.runIf(process.platform === 'linux')('a file whose name cannot be read', async () => {
    const first = rig.machine('first');
    await fillLibrary(first, 2);
    await writeFile(Buffer.concat([Buffer.from(`${first.library}/2026/2026-01/`), Buffer.from([0xff, 0xfe])]), 'x');
    expect(await first.mirror()).toMatchObject({ phase: 'done', done: 7, leftOut: 1, leftOutFiles: [{ reason: 'unreadable' }] });
  });

  test('a file that is being written all the time is named, and the rest is mirrored', async () => {
    const first = rig.machine('first');
    await fillLibrary(first, 2);
    await s3.set({ delay: 30 });
    const growing = path.join(first.library, 'growing.png');
    const writing = setInterval(() => writeFileSync(growing, 'x', { flag: 'a' }), 5);
    onTestFinished(() => clearInterval(writing));
    await first.put('growing.png', 'x');
    expect(await first.mirror()).toMatchObject({ phase: 'done', done: 7, leftOut: 1, leftOutFiles: [{ path: growing, reason: 'changing' }] });
    clearInterval(writing);
  });

  test('a manifest that vanished after it was listed: the one before is taken', async () => {
    const { first, second } = await mirrored();
    await first.put('later.png', 'later');
    await first.mirror();
    const newest = (await manifests()).at(-1) ?? '';
    await s3.fail('GET', newest, { kind: 'answer', status: 404, code: 'NoSuchKey' });
    expect(await second.restore()).toMatchObject({ restored: 25, passedOver: [newest], failed: 0 });
  });

  test('a key that is no longer good in the middle of a run is told as that', async () => {
    const first = rig.machine('first');
    await fillLibrary(first, 40);
    await s3.set({ delay: 5 });
    let isGone = false;
    const until = ({ done }: { readonly done: number }): boolean => {
      if (done < 10 || isGone) return false;
      isGone = true;
      void Promise.all((['HEAD', 'GET', 'PUT'] as const).map((method) => s3.fail(method, '/objects/', { kind: 'answer', status: 400, code: 'ExpiredToken' }, 100)));
      return false;
    };
    expect(await first.mirror({ until })).toMatchObject({ phase: 'failed', error: { code: 'bucket-key-refused' } });
    expect(await manifests()).toEqual([]);
  });

  test('nothing there', async () => {
    expect(await appCodeOf(rig.machine('first').restore())).toBe('mirror-empty');
  });
});
