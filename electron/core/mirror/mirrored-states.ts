import { AppFailure } from '../../../shared/errors.ts';
import type { MirroredState } from '../../../shared/mirror/mirror-state.ts';
import type { ObjectStore } from '../http/object-store.ts';
import { below, manifestName, parseManifest, sha256Of, type Manifest } from './mirror-format.ts';

/** Bytes. A manifest has a line for each folder. */
const mostManifest = 64 * 1024 * 1024;

interface Found {
  readonly key: string;
  readonly profile: string;
  readonly stamp: string;
  readonly sha256: string;
}

export interface NewestStates {
  /** The newest of each profile that is whole, newest first. */
  readonly manifests: readonly Manifest[];
  /** Keys of newer ones that are not as they were written. */
  readonly damaged: readonly string[];
}

/** The newest states that a bucket has. Rejects as the store does, and with `mirror-newer` if a later version of Latent wrote one. */
export async function newestStates(store: ObjectStore, prefix: string, signal?: AbortSignal): Promise<NewestStates> {
  const byProfile = new Map<string, Found[]>();
  for await (const { key } of store.list(below(prefix, 'manifests/'), signal)) {
    const [, profile, stamp, sha256] = manifestName.exec(key) ?? [];
    if (profile === undefined || stamp === undefined || sha256 === undefined) continue;
    byProfile.set(profile, [...(byProfile.get(profile) ?? []), { key, profile, stamp, sha256 }]);
  }
  const manifests: Manifest[] = [];
  const damaged: string[] = [];
  for (const found of byProfile.values()) {
    for (const one of found.sort((a, b) => (a.stamp < b.stamp ? 1 : -1))) {
      const manifest = await readManifest(store, one, signal);
      if (manifest !== null) {
        manifests.push(manifest);
        break;
      }
      damaged.push(one.key);
    }
  }
  return { manifests: manifests.sort((a, b) => b.at - a.at), damaged };
}

/** Null: it is not as it was written, several times over. */
async function readManifest(store: ObjectStore, { key, sha256 }: Found, signal?: AbortSignal): Promise<Manifest | null> {
  for (let reads = 0; reads < 2; reads += 1) {
    const bytes = await store.get(key, mostManifest, signal);
    if (bytes === null) return null;
    if (sha256Of(bytes) !== sha256) continue;
    const manifest = parseManifest(Buffer.from(bytes).toString('utf8'));
    if (manifest === 'newer') throw new AppFailure('mirror-newer', key);
    return manifest;
  }
  return null;
}

export function stateOf({ profile, computer, at, files, bytes }: Manifest): MirroredState {
  return { profile, computer, at, files, bytes };
}
