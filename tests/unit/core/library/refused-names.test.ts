import type * as Files from 'node:fs/promises';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { placeFile } from '../../../../electron/core/library/files/library-files.ts';
import { libraryFileNames, nameLists, plainName } from '../../../../electron/core/library/files/library-names.ts';
import { bodyOf, useDownloadRig } from '../../../support/download-rig.ts';
import { createImportRig } from '../../../support/import-rig.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { pngWith } from '../metadata/reading/build-files.ts';

/** The error of a file system that cannot have a file of such a name; null: it can. */
const disk = vi.hoisted(() => ({ refuses: (_name: string): string | null => null }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Files>();
  const check = (target: unknown): void => {
    const code = disk.refuses(String(target).split(/[/\\]/).at(-1) ?? '');
    if (code !== null) throw Object.assign(new Error(code), { code, syscall: 'link' });
  };
  const link: typeof real.link = async (file, target) => {
    check(target);
    return real.link(file, target);
  };
  const rename: typeof real.rename = async (file, target) => {
    check(target);
    return real.rename(file, target);
  };
  const open: typeof real.open = async (file, flags, mode) => {
    if (flags === 'wx' || flags === 'wx+') check(file);
    return real.open(file, flags, mode);
  };
  return { ...real, link, rename, open };
});

/** As eCryptfs has it. */
const only143 = (name: string): string | null => (Buffer.byteLength(name) > 143 ? 'ENAMETOOLONG' : null);
const onlyAscii = (code: string) => (name: string): string | null => (/^[\x20-\x7e]*$/.test(name) ? null : code);

const chinese = '雪地里的红狐狸在黎明时分望着远方的群山和结冰的湖面画风细腻光线柔和高清摄影大师作品获奖照片森林晨雾缭绕树影婆娑霜花满地雪花飘落';
const png = samplePicture('png').bytes;

const rig = useDownloadRig();
afterEach(() => {
  disk.refuses = () => null;
});

const nameAt = (place: string): string => path.basename(place);

describe('a picture whose name the file system refuses', () => {
  it('gets a shorter one if names have 143 bytes', async () => {
    disk.refuses = only143;
    rig.serve = bodyOf(png);
    const names = [];
    for (const index of [0, 1, 2]) {
      const place = rig.pathOf(await rig.downloads().download(rig.request(`${rig.server.url}/1`, { prompt: chinese, index })));
      expect(await readFile(place)).toEqual(png);
      names.push(nameAt(place));
    }
    const beginning = `2026-11-21 14.03.22 ${chinese.slice(0, 33)}`;
    expect(names).toEqual([`${beginning}.png`, `${beginning} 2.png`, `${beginning} 3.png`]);
    expect(await rig.files()).toHaveLength(3);
  });

  it.each(['EINVAL', 'EILSEQ', 'EPERM', 'EACCES', 'ENOENT', 'EIO', 'ENOTSUP'])('gets a plain one if it has characters that are refused with %s', async (code) => {
    disk.refuses = onlyAscii(code);
    rig.serve = bodyOf(png);
    expect(nameAt(rig.pathOf(await rig.downloads().download(rig.request(`${rig.server.url}/1`, { prompt: '红狐' }))))).toBe('2026-11-21 14.03.22.png');
    expect(nameAt(rig.pathOf(await rig.downloads().download(rig.request(`${rig.server.url}/1`, { prompt: '红狐', taskId: 'another' }))))).toBe('2026-11-21 14.03.22 2.png');
  });

  it('keeps its name elsewhere', async () => {
    rig.serve = bodyOf(png);
    expect(nameAt(rig.pathOf(await rig.downloads().download(rig.request(`${rig.server.url}/1`, { prompt: chinese }))))).toBe(`2026-11-21 14.03.22 ${chinese.slice(0, 60)}.png`);
  });

  it('does not hide that the folder takes no file at all, and is not downloaded again when it does', async () => {
    disk.refuses = (name) => (name.endsWith('.part') ? null : 'EROFS');
    rig.serve = bodyOf(png);
    const downloads = rig.downloads();
    for (let tries = 0; tries < 3; tries += 1) expect(await downloads.download(rig.request(`${rig.server.url}/1`))).toEqual({ kind: 'library', problem: 'unreachable', detail: 'EROFS' });
    disk.refuses = () => null;
    rig.serve = (_request, response) => response.writeHead(404).end();
    expect(await readFile(rig.pathOf(await downloads.download(rig.request(`${rig.server.url}/1`))))).toEqual(png);
    expect(rig.seen).toHaveLength(1);
    expect(await rig.files()).toHaveLength(1);
  });

  it('is imported under a shorter one, and not twice', async () => {
    disk.refuses = only143;
    const imports = await createImportRig();
    try {
      await imports.put('a.png', pngWith({ parameters: `${chinese}\nSteps: 1, Seed: 1` }));
      expect(await imports.all()).toMatchObject({ counts: { added: 1, skipped: 0 } });
      expect((await imports.files()).map((file) => Buffer.byteLength(nameAt(file)) <= 143)).toEqual([true]);
    } finally {
      await imports.remove();
    }
  });
});

describe('placeFile', () => {
  const inRoot = (name: string): string => path.join(rig.root, name);

  it('rejects with the error of the last list', async () => {
    await writeFile(inRoot('part'), 'new');
    disk.refuses = (name) => (name === 'a' ? 'EINVAL' : name === 'b' ? 'EROFS' : null);
    await expect(placeFile(inRoot('part'), rig.root, [['a'], ['b']])).rejects.toThrow('EROFS');
    expect(await readdir(rig.root)).toEqual(['part']);
    expect(await placeFile(inRoot('part'), rig.root, [['a'], ['b'], ['c']])).toBe('c');
    await rm(inRoot('c'));
  });
});

describe('lists of names', () => {
  const firstOf = (lists: readonly Iterable<string>[]): readonly string[] => lists.map((names) => [...names][0] ?? '');

  it('are not repeated for a short plain name', () => {
    const createdAt = new Date(2026, 10, 21, 14, 3, 22).getTime();
    expect(firstOf(libraryFileNames({ createdAt, prompt: '', type: 'png' }))).toEqual(['2026-11-21 14.03.22.png']);
    expect(firstOf(libraryFileNames({ createdAt, prompt: 'a fox', type: 'jpeg' }, 2))).toEqual(['2026-11-21 14.03.22 a fox 2.jpg', '2026-11-21 14.03.22 2.jpg']);
  });

  it('end with a plain name of ASCII, which is no device of Windows', () => {
    expect(['狐狸 fox', '狐狸', 'a🦊b', '狐con', 'ü.', 'x'.repeat(300)].map((name) => plainName(name, 'picture'))).toEqual(['fox', 'picture', 'a b', '_con', 'picture', 'x'.repeat(60)]);
    expect(firstOf(nameLists('🦊'.repeat(40), 'picture', 'png')).map((name) => Buffer.byteLength(name))).toEqual([164, 124, 11]);
  });
});
