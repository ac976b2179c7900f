import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { DownloadOutcome } from '../../../../electron/core/engine/downloads/download-outcome.ts';
import { bodyOf, useDownloadRig } from '../../../support/download-rig.ts';
import { paddedPng, samplePicture } from '../../../support/sample-pictures.ts';

const folder = path.join('2026', '2026-11');
const png = samplePicture('png').bytes;
const large = paddedPng(3_000_000);

const rig = useDownloadRig();

describe('the library folder', () => {
  it('is unreachable if it is missing, and is not created', async () => {
    rig.serve = bodyOf(png);
    await rm(rig.root, { recursive: true });
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toEqual({
      kind: 'library',
      problem: 'unreachable',
      detail: 'ENOENT',
    });
    await expect(stat(rig.root)).rejects.toThrow('ENOENT');
    expect(rig.seen).toEqual([]);
  });

  it('is unreachable if its path is a file', async () => {
    await writeFile(path.join(rig.root, '2026'), '');
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toMatchObject({
      kind: 'library',
      problem: 'unreachable',
    });
  });

  it('is unreachable if it vanishes during a download, and the picture is kept when it is back', async () => {
    rig.serve = (_request, response) => {
      response.writeHead(200).write(png.subarray(0, 100));
      setTimeout(() => void rm(rig.root, { recursive: true }).then(() => response.end(png.subarray(100))), 50);
    };
    const downloads = rig.downloads();
    expect(await downloads.download(rig.request(`${rig.server.url}/1`))).toMatchObject({
      kind: 'library',
      problem: 'unreachable',
    });
    await mkdir(rig.root);
    rig.serve = bodyOf(png);
    expect(await downloads.download(rig.request(`${rig.server.url}/1`))).toMatchObject({ kind: 'kept' });
  });

  it('may contain a month that is a link to another disk', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'latent-elsewhere-'));
    rig.cleanUp(() => rm(elsewhere, { recursive: true }));
    await mkdir(path.join(rig.root, '2026'));
    await symlink(elsewhere, path.join(rig.root, folder));
    rig.serve = bodyOf(png);
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toMatchObject({ kind: 'kept' });
    expect(await readdir(elsewhere)).toHaveLength(1);
  });

  it('reports a full disk during a download, which continues when there is room', async () => {
    rig.serve = (request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const range = from === 0 ? {} : { 'content-range': `bytes ${from}-${large.length - 1}/${large.length}` };
      response
        .writeHead(from === 0 ? 200 : 206, { etag: '"v1"', 'content-length': large.length - from, ...range })
        .end(large.subarray(from));
    };
    // A limit on the size of files plays a full disk: the write succeeds in part, then fails.
    const entry = fileURLToPath(new URL('../../../support/download-with-little-room.ts', import.meta.url));
    const script = 'ulimit -S -f 2048 && exec "$0" "$@"';
    const { stdout } = await promisify(execFile)('sh', ['-c', script, process.execPath, entry, rig.root, rig.server.url]);
    const [first, second] = JSON.parse(stdout) as readonly DownloadOutcome[];
    expect(first).toMatchObject({ kind: 'library', problem: 'full' });
    expect(second).toMatchObject({ kind: 'library', problem: 'full' });
    const reached = Number(/\d+/.exec(rig.seen[1]?.headers.range ?? '')?.[0]);
    expect(reached).toBeGreaterThanOrEqual(1_000_000);
    expect((await rig.files()).filter((name) => name.endsWith('.png'))).toEqual([]);
  });

  it('is unreachable if it is not writable', async () => {
    await chmod(rig.root, 0o500);
    rig.cleanUp(() => chmod(rig.root, 0o700));
    rig.serve = bodyOf(png);
    const outcome = await rig.downloads().download(rig.request(`${rig.server.url}/1`));
    // The superuser may write everywhere.
    expect(outcome).toMatchObject(
      process.getuid?.() === 0 ? { kind: 'kept' } : { kind: 'library', problem: 'unreachable', detail: 'EACCES' },
    );
  });
});
