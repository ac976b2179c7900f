import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runJob } from '../../../../electron/core/file-worker/run-file-job.ts';
import { createWildcardBook, type WildcardBook } from '../../../../electron/core/wildcards/wildcard-book.ts';
import { nothingLeftOut, type WildcardFolder } from '../../../../shared/templates/wildcard-files.ts';

let root: string;
let outside: string;
let discarded: string[];
let book: WildcardBook;
let chosen: string | null;

beforeEach(async () => {
  outside = await mkdtemp(path.join(tmpdir(), 'latent-wildcards-'));
  root = path.join(outside, 'wildcards');
  await mkdir(root);
  discarded = [];
  chosen = root;
  book = createWildcardBook({
    root: () => chosen,
    thread: { run: (job) => runJob(job, new Int32Array(1)), stop: () => Promise.resolve(), close: () => Promise.resolve() },
    discard: (file) => {
      discarded.push(file);
      return rm(file);
    },
  });
});
afterEach(() => rm(outside, { recursive: true }));

const put = async (file: string, text: string): Promise<void> => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
};

async function now(): Promise<WildcardFolder> {
  const folder = await book.folder(null);
  if (!folder) throw new Error('no folder');
  return folder;
}

describe('the folder', () => {
  it('is none at first, and says so if it is missing', async () => {
    chosen = null;
    expect(await now()).toMatchObject({ folder: null, trouble: null, files: [] });
    chosen = path.join(outside, 'gone');
    expect(await now()).toMatchObject({ folder: chosen, trouble: 'missing' });
  });

  it('has all lists of a file with a hundred thousand of them', async () => {
    await put('many.json', `{${Array.from({ length: 150_000 }, (_, at) => `"k${at}":["v"]`).join(',')}}`);
    await put('one.txt', 'x');
    expect((await now()).lists).toHaveLength(150_001);
  }, 30_000);

  it('has the files of all its folders, without hidden and other ones', async () => {
    await put('b.txt', 'x\ny');
    await put('a/c.json', '{"k": ["v"]}');
    await put('.hidden.txt', 'no');
    await put('.git/d.txt', 'no');
    await put('notes.md', 'no');
    const { files, lists } = await now();
    expect(files).toEqual([
      { file: 'a/c.json', names: ['a/k'], values: 1, trouble: null, line: null, leftOut: nothingLeftOut },
      { file: 'b.txt', names: ['b'], values: 2, trouble: null, line: null, leftOut: nothingLeftOut },
    ]);
    expect(lists.map(({ name }) => name)).toEqual(['a/k', 'b']);
  });

  it('is read again only when a file has changed', async () => {
    await put('a.txt', 'x');
    const { revision } = await now();
    expect(await book.folder(revision)).toBeNull();
    await put('a.txt', 'y');
    await utimes(path.join(root, 'a.txt'), 1, 1);
    expect((await book.folder(revision))?.lists[0]?.values).toEqual([{ text: 'y', weight: 1 }]);
  });

  it('leaves out a file that is too large, and what is beyond 200,000 values, and says which', async () => {
    await put('large.txt', '');
    await truncate(path.join(root, 'large.txt'), 5_000_001);
    await put('many.txt', 'v\n'.repeat(200_000));
    await put('one-more.txt', 'x');
    await put('zero.txt', '');
    expect((await now()).files.map(({ file, trouble }) => [file, trouble])).toEqual([
      ['large.txt', 'too-large'],
      ['many.txt', null],
      ['one-more.txt', 'too-many'],
      ['zero.txt', null],
    ]);
  });

  it('leaves out a file that takes too long, and tries it again only when it has changed', async () => {
    const asked: string[] = [];
    const impatient = createWildcardBook({
      root: () => root,
      thread: {
        run(job) {
          if (job.kind === 'wildcard-file') asked.push(job.found.file);
          const isSlow = job.kind === 'wildcard-file' && job.found.file === 'slow.yaml';
          return isSlow ? Promise.resolve({ kind: 'refused', why: 'too-costly' }) : runJob(job, new Int32Array(1));
        },
        stop: () => Promise.resolve(),
        close: () => Promise.resolve(),
      },
      discard: () => Promise.resolve(),
    });
    await put('a.txt', 'x');
    await put('slow.yaml', 'k:\n  - v');
    await put('z.txt', 'y\nz');
    const read = async () => (await impatient.folder(null))?.files.map(({ file, trouble, values }) => [file, trouble, values]);
    const found = [['a.txt', null, 1], ['slow.yaml', 'too-slow', 0], ['z.txt', null, 2]];
    expect(await read()).toEqual(found);
    expect(await read()).toEqual(found);
    expect(asked.filter((file) => file === 'slow.yaml')).toHaveLength(1);
    await put('slow.yaml', 'k:\n  - v\n  - w');
    expect(await read()).toEqual(found);
    expect(asked.filter((file) => file === 'slow.yaml')).toHaveLength(2);
  });

  it('follows no link out of the folder, and none in a circle', async () => {
    await writeFile(path.join(outside, 'secret.txt'), 'secret');
    await put('in/a.txt', 'x');
    await symlink(path.join(outside, 'secret.txt'), path.join(root, 'secret.txt'));
    await symlink(outside, path.join(root, 'up'));
    await symlink(root, path.join(root, 'in', 'circle'));
    await symlink(path.join(root, 'in', 'a.txt'), path.join(root, 'linked.txt'));
    expect((await now()).files.map(({ file, trouble }) => [file, trouble])).toEqual([['in/a.txt', null], ['linked.txt', null], ['secret.txt', 'outside'], ['up', 'outside']]);
    await expect(book.read('secret.txt')).rejects.toThrow('not-found');
    await expect(book.save('up/new.txt', 'x', null)).rejects.toThrow('not-found');
    expect(await readFile(path.join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });
});

describe('editing', () => {
  it('writes a new file, and changes it as it was read', async () => {
    const made = await book.save('artists/finnish.txt', 'Edelfelt\n', null);
    expect(await book.read('artists/finnish.txt')).toEqual(made);
    const changed = await book.save('artists/finnish.txt', 'Järnefelt\n', made.version);
    expect(changed.text).toBe('Järnefelt\n');
    expect((await now()).lists).toEqual([{ name: 'artists/finnish', values: [{ text: 'Järnefelt', weight: 1 }] }]);
  });

  it('keeps what another program wrote meanwhile', async () => {
    const { version } = await book.save('a.txt', 'mine', null);
    await put('a.txt', 'theirs!');
    await expect(book.save('a.txt', 'mine again', version)).rejects.toThrow('file-changed');
    await expect(book.save('a.txt', 'new', null)).rejects.toThrow('file-exists');
    expect(await book.read('a.txt')).toMatchObject({ text: 'theirs!' });
    await rm(path.join(root, 'a.txt'));
    await expect(book.save('a.txt', 'mine again', version)).rejects.toThrow('file-changed');
  });

  it('renames, but not over another file', async () => {
    await put('a.txt', 'a');
    await put('b.txt', 'b');
    await expect(book.rename('a.txt', 'b.txt')).rejects.toThrow('file-exists');
    await book.rename('a.txt', 'deep/c.txt');
    expect((await now()).files.map(({ file }) => file)).toEqual(['b.txt', 'deep/c.txt']);
    await expect(book.rename('a.txt', 'd.txt')).rejects.toThrow('not-found');
    await book.rename('b.txt', 'B.txt');
    await put('b.txt', 'another');
    // Where case does not matter, these are one file.
    await book.rename('B.txt', 'b.txt').catch((error: unknown) => expect(String(error)).toContain('file-exists'));
    expect(await readFile(path.join(root, 'b.txt'), 'utf8')).toBe('another');
  });

  it('moves a file to the trash', async () => {
    await put('a.txt', 'a');
    await book.remove('a.txt');
    expect(discarded).toHaveLength(1);
    await expect(book.remove('a.txt')).rejects.toThrow('not-found');
  });

  it('opens no file whose bytes would be lost, and none that is too large', async () => {
    await writeFile(path.join(root, 'nul.txt'), Buffer.from([0x66, 0, 0, 0x72]));
    await expect(book.read('nul.txt')).rejects.toMatchObject({ appError: { code: 'file-not-text', detail: 'nul.txt' } });
    await put('large.txt', '');
    await truncate(path.join(root, 'large.txt'), 5_000_001);
    await expect(book.read('large.txt')).rejects.toThrow('wildcard-too-large');
    await expect(book.save('x.txt', 'ä'.repeat(2_600_000), null)).rejects.toThrow('wildcard-too-large');
  });
});

it.skipIf(process.platform === 'win32')('a saved file stays readable for those who could read it', async () => {
  await put('a.txt', 'x');
  await chmod(path.join(root, 'a.txt'), 0o664);
  const { version } = await book.read('a.txt');
  await book.save('a.txt', 'y', version);
  expect(((await stat(path.join(root, 'a.txt'))).mode & 0o777).toString(8)).toBe('664');
});

it('reads files of other programs by their characters, and names those whose characters are not certain', async () => {
  const latin = Buffer.from('caf\u00e9\n', 'latin1');
  await put('unicode.txt', '');
  await writeFile(path.join(root, 'unicode.txt'), Buffer.from('\uFEFFcaf\u00e9\n猫\n', 'utf16le').swap16());
  await writeFile(path.join(root, 'western.txt'), latin);
  await writeFile(path.join(root, 'UPPER.TXT'), 'x\n');
  await writeFile(path.join(root, 'odd\u0001name.txt'), 'x\n');
  const { files, lists } = await now();
  expect(lists).toEqual([
    { name: 'UPPER', values: [{ text: 'x', weight: 1 }] },
    { name: 'unicode', values: [{ text: 'caf\u00e9', weight: 1 }, { text: '猫', weight: 1 }] },
  ]);
  expect(files.map(({ file, trouble }) => [file, trouble])).toEqual([['UPPER.TXT', null], ['odd\u0001name.txt', 'name'], ['unicode.txt', null], ['western.txt', 'not-text']]);
  const read = await book.read('western.txt');
  expect(read).toEqual({ bytes: latin, version: expect.any(String) as string });
  await expect(readFile(path.join(root, 'western.txt'))).resolves.toEqual(latin);
  // The person chose how it reads.
  await book.save('western.txt', 'café\n', read.version);
  expect((await now()).files.at(-1)).toMatchObject({ file: 'western.txt', trouble: null, values: 1 });
});
