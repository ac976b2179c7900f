import { spawnSync } from 'node:child_process';
import { appendFile, chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { createExportTrace } from '../../../../electron/core/export/export-trace.ts';
import type { ExportProgress } from '../../../../shared/export/export.ts';
import { contentOf, useExportRig } from '../../../support/export-rig.ts';

const rig = useExportRig();

it('writes a ZIP file, which appears when it is complete and continues after a stop', async () => {
  const ids = await rig.keep('real.png', 'fox.jpg', 'real.gif', 'last.png');
  const zip = path.join(rig.target, 'pictures.zip');
  rig.before = (job) => {
    if (job.kind !== 'export' || job.to.kind !== 'zip' || !job.path.endsWith('real.gif')) return null;
    return appendFile(job.to.part, 'half of an entry').then(() => {
      rig.exporter.stop();
      return { kind: 'refused', why: 'too-costly' } as const;
    });
  };
  expect(await rig.exported(ids, { into: 'zip', metadata: 'embed', names: 'Über {n}' }, zip)).toMatchObject({ phase: 'stopped', done: 2, leftOut: 1, folder: rig.target, file: 'pictures.zip' });
  expect((await readdir(rig.target)).every((name) => name.endsWith('.part'))).toBe(true);
  rig.before = () => null;
  rig.exporter.resume();
  expect(await rig.atRest()).toMatchObject({ phase: 'ended', copied: 2, leftOut: 2 });
  expect(await readdir(rig.target)).toEqual(['pictures.zip']);
  const entries = unzipSync(await readFile(zip));
  expect(Object.keys(entries)).toEqual(['Über 1.png', 'Über 3.gif', 'Über 3.gif.xmp']);
  expect(Buffer.from(entries['Über 3.gif'] ?? [])).toEqual(contentOf('real.gif'));
  expect(spawnSync('python3', ['-c', 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())', zip], { encoding: 'utf8' }).stdout).toBe('None\n');
});

it.skipIf(process.platform === 'win32')('a ZIP file that replaces another can be read by those who could read that', async () => {
  const zip = path.join(rig.target, 'pictures.zip');
  await writeFile(zip, 'an older one');
  await chmod(zip, 0o660);
  expect(await rig.exported(await rig.keep('real.png'), { into: 'zip' }, zip)).toMatchObject({ phase: 'ended', copied: 1 });
  expect((await stat(zip)).mode & 0o777).toBe(0o660);
  expect(unzipSync(await readFile(zip))).toHaveProperty(['real.png']);
});

it('removes an unfinished ZIP file when the app quits', async () => {
  const ids = await rig.keep('a.png', 'b.png');
  rig.before = (job) => (job.path.endsWith('b.png') ? Promise.resolve({ kind: 'failed', side: 'library', code: 'ENOSPC' }) : null);
  expect(await rig.exported(ids, { into: 'zip' }, path.join(rig.target, 'pictures.zip'))).toMatchObject({ phase: 'stopped', trouble: 'disk-full' });
  await rig.exporter.close();
  expect(await readdir(rig.target)).toEqual([]);
});

it('removes what a killed export left in its folder, but no file of another Latent', async () => {
  const trace = path.join(rig.home, 'export-under-way.json');
  const ids = await rig.keep('a.png', 'b.png');
  rig.before = (job) => (job.path.endsWith('b.png') ? Promise.resolve({ kind: 'failed', side: 'library', code: 'ENOSPC' }) : null);
  await rig.exported(ids, { into: 'zip' }, path.join(rig.target, 'pictures.zip'));
  const [part = ''] = await readdir(rig.target);
  const { run } = JSON.parse(await readFile(trace, 'utf8')) as { run: string };
  expect(part.startsWith(run)).toBe(true);
  // As the next start finds it: an earlier run wrote the trace and the part.
  const earlier = '.latent-01234567-0123-4123';
  const others = [`${earlier.replace('0', 'f')}${part.slice(run.length)}`, '.latent-notes.part', part];
  const left = `${earlier}${part.slice(run.length)}`;
  for (const name of [...others, left]) await writeFile(path.join(rig.target, name), '');
  await writeFile(trace, JSON.stringify({ folder: rig.target, run: earlier }));
  const next = createExportTrace(trace);
  await expect.poll(() => readdir(rig.target)).not.toContain(left);
  expect((await readdir(rig.target)).toSorted()).toEqual(others.toSorted());
  await next.end();
  await expect(readFile(trace)).rejects.toThrow('ENOENT');
  rig.exporter.dismiss();
  await expect.poll(() => readdir(rig.target)).not.toContain(part);
});

it('does not go on with a ZIP file that somebody has deleted or cut meanwhile', async () => {
  const ids = await rig.keep('a.png', 'b.png', 'c.png');
  const stopAtB = async (): Promise<string> => {
    rig.before = (job) => (job.path.endsWith('b.png') ? Promise.resolve({ kind: 'failed', side: 'library', code: 'ENOSPC' }) : null);
    rig.exporter.dismiss();
    expect(await rig.exported(ids, { into: 'zip' }, path.join(rig.target, 'pictures.zip'))).toMatchObject({ phase: 'stopped', done: 1 });
    rig.before = () => null;
    return path.join(rig.target, (await readdir(rig.target))[0] ?? '');
  };
  const resumed = (): Promise<ExportProgress> => {
    rig.exporter.resume();
    return rig.atRest();
  };
  await rm(await stopAtB());
  expect(await resumed()).toMatchObject({ phase: 'stopped', trouble: 'folder-unwritable', done: 1 });
  await writeFile(await stopAtB(), 'cut');
  expect(await resumed()).toMatchObject({ phase: 'stopped', trouble: 'folder-unwritable', done: 1 });
  rig.exporter.dismiss();
  expect(await rig.exported(ids, { into: 'zip' }, path.join(rig.target, 'pictures.zip'))).toMatchObject({ phase: 'ended', copied: 3 });
});

it('writes a picture once into a ZIP file if it is stopped between the picture and its XMP', async () => {
  const ids = await rig.keep('real.gif', 'real.png');
  let jobs = 0;
  rig.before = (job) => {
    jobs += job.kind === 'export' ? 1 : 0;
    return jobs === 2 ? Promise.resolve({ kind: 'failed', side: 'library', code: 'ENOSPC' }) : null;
  };
  const zip = path.join(rig.target, 'pictures.zip');
  expect(await rig.exported(ids, { into: 'zip', metadata: 'embed' }, zip)).toMatchObject({ phase: 'stopped', done: 0 });
  rig.before = () => null;
  rig.exporter.resume();
  expect(await rig.atRest()).toMatchObject({ phase: 'ended', copied: 2 });
  expect(Object.keys(unzipSync(await readFile(zip)))).toEqual(['real.gif', 'real.gif.xmp', 'real.png']);
});

it('gives entries of a ZIP file names that are no paths or devices on any system, and that hide nothing', async () => {
  const ids = await rig.keep('..\\..\\C:evil.png', 'plain  name.png', 'aux.png', 'gnp\u202e.exe.png');
  const zip = path.join(rig.target, 'pictures.zip');
  expect(await rig.exported(ids, { into: 'zip' }, zip)).toMatchObject({ phase: 'ended', copied: 4 });
  expect(Object.keys(unzipSync(await readFile(zip)))).toEqual(['C evil.png', 'plain  name.png', '_aux.png', 'gnp .exe.png']);
});
