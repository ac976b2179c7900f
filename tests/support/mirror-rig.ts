import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MirrorState, RestoredState } from '../../shared/mirror/mirror-state.ts';
import { openMirror, type MirrorBucket } from '../../electron/core/mirror/mirror.ts';
import { restoreMirror } from '../../electron/core/mirror/restore.ts';
import { createSystemClock } from '../../electron/core/util/system-clock.ts';
import { createS3Store } from '../../electron/network/s3/s3-store.ts';
import type { SocketHttp } from '../../electron/network/socket-http.ts';
import { sha256 } from './bytes.ts';
import type { StrictS3 } from './strict-s3.ts';
import { testFolder } from './test-folder.ts';

/** The files of a folder with their hashes, by their paths below it. */
export async function hashesOf(root: string): Promise<Readonly<Record<string, string>>> {
  const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [path.relative(root, file), sha256(await readFile(file))] as const)));
}

/** Machines with libraries of plain files, and one bucket. What stands for the history is a file. */
export async function createMirrorRig(s3: StrictS3, http: SocketHttp) {
  const home = await mkdtemp(path.join(testFolder, 'latent-mirror-'));
  const clock = createSystemClock();
  const bucket = (): MirrorBucket => ({ setting: s3.setting, secret: s3.secret });
  const store = () => createS3Store({ ...s3.setting, secret: s3.secret }, { http, clock, firstWait: 1 });
  const write = async (file: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  const machine = (name: string) => {
    const profile = path.join(home, name, 'profile');
    const library = path.join(home, name, 'library');
    const earlier = path.join(home, name, 'earlier');
    return {
      profile,
      library,
      earlier,
      put: (file: string, content: string | Uint8Array) => write(path.join(library, file), content),
      async mirror({ check = false, roots = [library], until = (_state: MirrorState): boolean => false, withHistory = true }: { check?: boolean; roots?: readonly string[]; until?: (state: MirrorState) => boolean; withHistory?: boolean } = {}): Promise<MirrorState> {
        const mirror = await openMirror({
          clock,
          folder: path.join(profile, 'mirror'),
          roots: () => roots,
          profile: sha256(name).slice(0, 12),
          computer: name,
          copyHistory: withHistory
            ? async () => {
                const copy = path.join(profile, 'copy.db');
                await write(copy, await readFile(path.join(profile, 'latent.db')));
                return copy;
              }
            : null,
          records: withHistory ? { 'latent.db.accepted': path.join(profile, 'latent.db.accepted') } : {},
          open: () => Promise.resolve(store()),
          changed: (state) => until(state) && mirror.stop(),
          failed: (error) => {
            throw error;
          },
        });
        mirror.begin(bucket(), check);
        await mirror.settled();
        const state = mirror.state();
        if (state === null) throw new Error('no state');
        return state;
      },
      /** Onto this machine. */
      restore: ({ from = null, signal = new AbortController().signal, changed = () => undefined, hasHistory = false }: { from?: string | null; signal?: AbortSignal; changed?: (state: RestoredState) => void; hasHistory?: boolean } = {}) =>
        restoreMirror({
          store: store(),
          prefix: s3.setting.prefix,
          signal,
          from: from === null ? null : sha256(from).slice(0, 12),
          library: (root) => (root === 0 ? library : earlier),
          profileFiles: hasHistory ? null : (file) => path.join(profile, file),
          begins: () => undefined,
          changed,
        }),
    };
  };
  return { machine, write, remove: () => rm(home, { recursive: true, force: true }) };
}

/** A library as Latent leaves one. */
export async function fillLibrary({ put, profile }: { put(file: string, content: string | Uint8Array): Promise<void>; readonly profile: string }, pictures: number): Promise<void> {
  await mkdir(profile, { recursive: true });
  await writeFile(path.join(profile, 'latent.db'), `history of ${pictures}`);
  await writeFile(path.join(profile, 'latent.db.accepted'), 'accepted');
  for (let at = 0; at < pictures; at += 1) await put(`2026/2026-${String((at % 12) + 1).padStart(2, '0')}/picture ${at} ☂.png`, `picture ${at}`.repeat(1 + (at % 50)));
  await put('.latent/2026-11.jsonl', `${JSON.stringify({ first: profile })}\n${'line\n'.repeat(pictures)}`);
  await put('.latent/marks-0123456789ab.jsonl', 'marks');
  await put('.latent/references/abc.png', 'a reference');
}
