import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { MirrorState, NotMirrored } from '../../../shared/mirror/mirror-state.ts';
import type { ObjectStore } from '../http/object-store.ts';
import { isReachable } from '../library/library-folders.ts';
import { pathBelow, type WalkedEntry, type WalkedFile } from '../library/files/walk-folder.ts';
import { createLimiter } from '../util/limiter.ts';
import { codeOf, isSystemError } from '../util/system-errors.ts';
import type { KnownFiles } from './known-files.ts';
import { countFiles, mayGrow, ownFolders, pictureFolders, walkedFile, type FolderOfFiles } from './lasting-files.ts';
import { below, formatFile, manifestKey, objectKey, partsOf, sha256Of, type MirroredFile, type MirroredList, type MirroredRoot } from './mirror-format.ts';
import { storeBytes, storeFile } from './store-content.ts';

export interface MirrorRunInput {
  readonly store: ObjectStore;
  readonly prefix: string;
  readonly profile: string;
  readonly computer: string;
  readonly now: () => number;
  /** Library folders, the one in force first. */
  readonly roots: readonly string[];
  /** Makes a consistent copy of the history. Resolves to its absolute path. It is removed once it is mirrored. Null: the journal is enough. */
  readonly copyHistory: (() => Promise<string>) | null;
  /** Files of the profile that follow it, by the names that they get. They need not exist. */
  readonly records: Readonly<Record<string, string>>;
  readonly known: KnownFiles;
  /** Asks the bucket for every file, also for those that it had before. */
  readonly check: boolean;
  readonly signal: AbortSignal;
  readonly changed: (change: Partial<MirrorState>) => void;
}

/** Files side by side. Each has a part in memory. */
const sideBySide = 4;
/** Times that a file is read which changes meanwhile. */
const mostReads = 3;

/**
 * Mirrors the library, and then puts the manifest that says what it consists of. The history comes first and pictures last: whatever the history's copy has of pictures is
 * there by then. Nothing in the bucket is replaced or removed. Rejects with ObjectFailure, with the system's error, or with the signal's reason; what was stored stays.
 */
export async function runMirror(input: MirrorRunInput): Promise<void> {
  const { store, prefix, profile, computer, now, roots, records, known, check, signal, changed } = input;
  const counts = { done: 0, sent: 0, sentBytes: 0, leftOut: 0, files: 0, bytes: 0 };
  const leftOutFiles: { path: string; reason: NotMirrored }[] = [];
  const tell = (): void => changed({ done: counts.done, sent: counts.sent, sentBytes: counts.sentBytes, leftOut: counts.leftOut, leftOutFiles: [...leftOutFiles] });
  const leaveOut = (file: string, reason: NotMirrored): void => {
    counts.leftOut += 1;
    if (leftOutFiles.length < 50) leftOutFiles.push({ path: file, reason });
    tell();
  };
  const content = {
    store,
    prefix,
    signal,
    sent(bytes: number) {
      counts.sent += 1;
      counts.sentBytes += bytes;
      tell();
    },
  };
  const limit = createLimiter(sideBySide);
  const lists: MirroredList[] = [];

  /** Whether the bucket certainly has a file as it is now. A check believes nothing that was known before. */
  const isThere = async (before: MirroredFile | undefined, { bytes, modifiedAt }: WalkedFile): Promise<boolean> => {
    if (before === undefined || before.bytes !== bytes || before.modifiedAt !== modifiedAt) return false;
    if (!check) return true;
    for (const part of partsOf(before)) if ((await store.holds(objectKey(prefix, part), part, undefined, signal)) !== 'sound') return false;
    return true;
  };
  /** Null: it is gone, or left out. The copy of the history is new each time, so that its time means nothing. */
  const mirrorFile = async (file: WalkedFile, name: string, before: MirroredFile | undefined, grows: boolean, isOfProfile: boolean): Promise<{ readonly file: MirroredFile; readonly isNew: boolean } | null> => {
    if (before !== undefined && (await isThere(before, file))) return { file: before, isNew: false };
    try {
      for (let reads = 0; reads < mostReads; reads += 1) {
        const stored = await storeFile(content, file.path, grows);
        if (stored !== null) return { file: { path: name, ...stored, ...(isOfProfile ? { modifiedAt: 0 } : {}) }, isNew: true };
      }
      leaveOut(file.path, 'changing');
    } catch (error) {
      if (!isSystemError(error)) throw error;
      if (codeOf(error) !== 'ENOENT') leaveOut(file.path, 'unreadable');
    }
    return null;
  };

  const mirrorFolder = async (root: MirroredRoot, folder: string, entries: AsyncIterable<Exclude<WalkedEntry, { kind: 'left' }>>, nameFor: (file: string) => string): Promise<void> => {
    const before = await known.read(root, folder);
    const files: MirroredFile[] = [];
    const underWay = new Set<Promise<void>>();
    let failure: { readonly error: unknown } | null = null;
    for await (const entry of entries) {
      if (failure !== null || signal.aborted) break;
      if (entry.kind === 'trouble') {
        if (entry.code !== 'ENOENT') leaveOut(entry.path, 'unreadable');
        continue;
      }
      const name = nameFor(entry.file.path);
      const work = limit(async () => {
        const mirrored = await mirrorFile(entry.file, name, before.get(name), root === 'profile' || mayGrow(folder), root === 'profile');
        if (mirrored === null) return;
        files.push(mirrored.file);
        counts.done += 1;
        counts.bytes += mirrored.file.bytes;
        if (mirrored.isNew) await known.add(root, folder, mirrored.file);
        tell();
      }).catch((error: unknown) => {
        failure ??= { error };
      });
      underWay.add(work);
      void work.then(() => underWay.delete(work));
      if (underWay.size >= sideBySide * 2) await Promise.race(underWay);
    }
    await Promise.all(underWay);
    signal.throwIfAborted();
    // Assigned in a callback, which the types do not follow.
    const failed = failure as { readonly error: unknown } | null;
    if (failed !== null) throw failed.error;
    if (files.length === 0) return;
    const lines = files
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(formatFile)
      .join('');
    counts.files += files.length;
    lists.push({ root, folder, ...(await storeBytes(content, Buffer.from(lines))) });
    await known.replace(root, folder, lines);
  };
  const mirrorFolders = async (root: number, top: string, folders: AsyncIterable<FolderOfFiles>): Promise<void> => {
    for await (const { folder, files } of folders) await mirrorFolder(root, folder, files, (file) => pathBelow(top, file));
  };

  // A wrong key, bucket or clock is told before anything is read.
  for await (const _one of store.list(below(prefix, 'manifests/'), signal)) break;
  const reachable: [number, string][] = [];
  for (const [root, top] of roots.entries()) {
    if (await isReachable(top)) reachable.push([root, top]);
    else leaveOut(top, 'unreachable');
  }
  const history = (await input.copyHistory?.()) ?? null;
  const own = { ...(history === null ? {} : { 'latent.db': history }), ...records };
  const ownNames = new Map(Object.entries(own).map(([name, file]) => [file, name]));
  changed({ files: (await countFiles(reachable.map(([, top]) => top))) + Object.keys(own).length });
  await mirrorFolder('profile', '', profileFiles(Object.values(own)), (file) => ownNames.get(file) ?? path.basename(file));
  if (history !== null) await rm(history, { force: true });
  for (const [root, top] of reachable) await mirrorFolders(root, top, ownFolders(top));
  for (const [root, top] of reachable) await mirrorFolders(root, top, pictureFolders(top));

  const at = now();
  const manifest = Buffer.from(JSON.stringify({ latentMirror: 1, profile, computer, at, files: counts.files, bytes: counts.bytes, lists }));
  const sha256 = sha256Of(manifest);
  await store.put(manifestKey(prefix, { profile, at }, sha256), manifest, sha256, signal);
  changed({ files: counts.done + counts.leftOut });
}

/** In their order: what follows the copy of the history has at least what that has. */
async function* profileFiles(files: readonly string[]): AsyncGenerator<Exclude<WalkedEntry, { kind: 'left' }>> {
  for (const file of files) {
    const walked = await walkedFile(file);
    if (walked !== null) yield { kind: 'file', file: walked };
  }
}
