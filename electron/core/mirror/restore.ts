import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import type { RestoredState } from '../../../shared/mirror/mirror-state.ts';
import { ensureWritableFolder } from '../library/library-folders.ts';
import { journalFolder, journalName, linesOf, workerJournalName } from '../library/library-journal.ts';
import { pathBelow, walkFolder } from '../library/files/walk-folder.ts';
import { removeStrayPartsIn } from '../library/files/part-file.ts';
import { createLimiter } from '../util/limiter.ts';
import { codeOf, systemError } from '../util/system-errors.ts';
import { fetchBytes, fetchFile, fetchGrown, NotAsMirrored, type FetchDeps } from './fetch-content.ts';
import { canBeNamed, parseFile, type Manifest, type MirroredFile, type MirroredList } from './mirror-format.ts';
import { newestStates } from './mirrored-states.ts';

export interface RestoreInput extends FetchDeps {
  /** The profile whose state is restored. Null: the only one. */
  readonly from: string | null;
  /** Absolute paths: where the library goes, and where each folder goes that the profile had used before. */
  readonly library: (root: number) => string;
  /** Absolute paths of the profile's files by their names in the mirror. Null: the profile has a history, which stays as it is. */
  readonly profileFiles: ((name: string, at: number) => string) | null;
  /** Called once it is certain what is restored, before anything is. */
  readonly begins: (roots: readonly number[]) => void;
  readonly changed: (state: RestoredState) => void;
}

const sideBySide = 4;
const mostListed = 50;
/** What a disk says of a name that it does not take. Everything else may concern all files. */
const nameErrors = new Set(['EINVAL', 'EILSEQ', 'ENAMETOOLONG']);

/**
 * Brings a library back. A file that is there is compared and stays, whatever it contains. A file is put in place only once its hash is that of the mirror. Own files of the library come first,
 * then the history, then pictures, so that a restoration that is ended halfway has the history. Called again, it goes on. Rejects with `mirror-empty`, `mirror-several`, `mirror-newer`,
 * `mirror-damaged` if a list of files cannot be read, `mirror-other-library`, with the errors of the disk, as the store does, or with the signal's reason.
 */
export async function restoreMirror(input: RestoreInput): Promise<RestoredState> {
  const { store, prefix, signal, from, library, profileFiles, changed } = input;
  const { manifests, damaged } = await newestStates(store, prefix, signal);
  const manifest = chosen(manifests, damaged, from);
  const state = { restored: 0, there: 0, different: [] as string[], damaged: [] as string[], missing: [] as string[], unnameable: [] as string[], failed: 0 };
  const { profile, computer, at, files } = manifest;
  const tell = (): RestoredState => ({ ...state, from: { profile, computer, at, files, bytes: manifest.bytes }, passedOver: damaged, roots: rootsOf(manifest) });
  const listed = (list: string[], file: string): void => void (list.length < mostListed && list.push(file));

  await refuseOtherLibrary(input, manifest);
  input.begins(rootsOf(manifest));
  for (const root of rootsOf(manifest)) await ensureWritableFolder(library(root));

  const restoreFile = async (file: MirroredFile, list: MirroredList): Promise<void> => {
    const root = list.root === 'profile' ? path.dirname(profileFiles?.(file.path, at) ?? '') : library(list.root);
    const named = list.root === 'profile' ? { ...file, path: path.basename(profileFiles?.(file.path, at) ?? '') } : file;
    const target = path.join(root, named.path);
    try {
      if (!canBeNamed(named.path)) throw systemError('EINVAL', 'open');
      const there = await contentAt(target);
      if (there === null && (await fetchFile(input, root, named)) === 'placed') state.restored += 1;
      else if ((there ?? (await contentAt(target)))?.sha256 === file.sha256) state.there += 1;
      else if (there !== null && isOfWorker(list, named.path) && (await fetchGrown(input, root, named, there))) state.restored += 1;
      else listed(state.different, target);
    } catch (error) {
      const why = error instanceof NotAsMirrored ? error.why : nameErrors.has(codeOf(error instanceof AppFailure ? error.cause : error)) ? 'unnameable' : null;
      if (why === null) throw error;
      state.failed += 1;
      listed(state[why], target);
    }
    changed(tell());
  };

  const limit = createLimiter(sideBySide);
  for (const list of inOrder(manifest.lists)) {
    if (list.root === 'profile' && profileFiles === null) continue;
    if (list.root === 'profile') await ensureWritableFolder(path.dirname(profileFiles?.('latent.db', at) ?? ''));
    else if (canBeNamed(list.folder)) await removeStrayPartsIn(path.join(library(list.root), list.folder));
    const wanted = await readList(input, list);
    // The last one of a profile is the history itself: if it is there, all that belongs to it is.
    const together = list.root === 'profile' ? 1 : wanted.length;
    for (let begin = 0; begin < wanted.length; begin += together) {
      const results = await Promise.allSettled(
        wanted.slice(begin, begin + together).map((file) =>
          limit(async () => {
            signal.throwIfAborted();
            await restoreFile(file, list);
          }),
        ),
      );
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
  }
  return tell();
}

function chosen(manifests: readonly Manifest[], damaged: readonly string[], from: string | null): Manifest {
  const fitting = from === null ? manifests : manifests.filter(({ profile }) => profile === from);
  const [only, other] = fitting;
  if (only === undefined) throw new AppFailure(damaged.length > 0 ? 'mirror-damaged' : 'mirror-empty', damaged.join('\n') || from || '');
  if (other === undefined) return only;
  throw new AppFailure('mirror-several', fitting.map(({ profile, computer, at }) => `${profile}  ${computer}  ${new Date(at).toISOString()}`).join('\n'));
}

const rootsOf = ({ lists }: Manifest): readonly number[] => [...new Set([0, ...lists.flatMap(({ root }) => (root === 'profile' ? [] : [root]))])].sort((a, b) => a - b);

/** Latent's own files first, then the history, then pictures. */
function inOrder(lists: readonly MirroredList[]): readonly MirroredList[] {
  const rank = ({ root, folder }: MirroredList): number => (root === 'profile' ? 1 : folder === journalFolder || folder.startsWith(`${journalFolder}/`) ? 0 : 2);
  return [...lists].sort((a, b) => rank(a) - rank(b));
}

/** The files of a list; the history behind what belongs to it. */
async function readList(deps: FetchDeps, list: MirroredList): Promise<readonly MirroredFile[]> {
  try {
    const lines = (await fetchBytes(deps, list)).toString('utf8').split('\n').filter((line) => line !== '');
    const files = lines.flatMap((line) => parseFile(line) ?? []);
    if (files.length !== lines.length) throw new AppFailure('mirror-damaged', list.folder);
    return list.root === 'profile' ? files.reverse() : files;
  } catch (error) {
    if (error instanceof NotAsMirrored) throw new AppFailure('mirror-damaged', error.message);
    throw error;
  }
}

/** Whether a file is the journal of a worker, which only that worker writes. So what is there of it is an earlier state. */
const isOfWorker = ({ folder }: MirroredList, file: string): boolean => folder === journalFolder && workerJournalName.test(path.posix.basename(file));

/**
 * Only an empty library takes what is restored, or one that is the same: a month of its journal begins as the mirror's does, or it has no journal and only files of the mirror. Any library takes what a worker with names of its own
 * has made, because nothing there has the same name.
 */
async function refuseOtherLibrary(input: RestoreInput, manifest: Manifest): Promise<void> {
  for (const root of rootsOf(manifest)) {
    const folder = input.library(root);
    if (await isOfWorkerAlone(input, manifest, root)) continue;
    const all = (await readdir(path.join(folder, journalFolder)).catch(() => [])).filter((name) => journalName.test(name));
    const own = all.filter((name) => !workerJournalName.test(name));
    const names = own.length > 0 ? own : all;
    if (names.length === 0 && (await hasOnlyMirrored(input, folder, manifest, root))) continue;
    const list = manifest.lists.find((one) => one.root === root && one.folder === journalFolder);
    const journals = list === undefined ? [] : (await readList(input, list)).filter(({ path: file }) => names.includes(path.basename(file)));
    if (!(await beginsAlike(input, folder, journals))) throw new AppFailure('mirror-other-library', folder);
  }
}

/** Whether a folder without a journal is empty, or has nothing but what the mirror has, as a restoration that was cut off leaves it. */
async function hasOnlyMirrored(input: RestoreInput, folder: string, { lists }: Manifest, root: number): Promise<boolean> {
  const mirrored = new Map<string, number>();
  for await (const entry of walkFolder(folder)) {
    if (entry.kind !== 'file') continue;
    if (mirrored.size === 0) for (const list of lists) if (list.root === root) for (const { path: file, bytes } of await readList(input, list)) mirrored.set(file, bytes);
    if (mirrored.get(pathBelow(folder, entry.file.path)) !== entry.file.bytes) return false;
  }
  return true;
}

async function isOfWorkerAlone(input: RestoreInput, { lists }: Manifest, root: number): Promise<boolean> {
  const list = lists.find((one) => one.root === root && one.folder === journalFolder);
  const journals = list === undefined ? [] : (await readList(input, list)).filter(({ path: file }) => journalName.test(path.posix.basename(file)));
  return journals.length > 0 && journals.every(({ path: file }) => workerJournalName.test(path.posix.basename(file)));
}

async function beginsAlike(input: RestoreInput, folder: string, journals: readonly MirroredFile[]): Promise<boolean> {
  for (const journal of journals) {
    const [mirrored] = (await fetchBytes(input, journal).catch(() => Buffer.alloc(0))).toString('utf8').split(/\r?\n/);
    for await (const line of linesOf(path.join(folder, journal.path))) {
      if (line !== '' && line === mirrored) return true;
      break;
    }
  }
  return false;
}

/** Null: there is nothing with this name. What is no file has no hash. */
async function contentAt(file: string): Promise<Pick<MirroredFile, 'sha256' | 'bytes'> | null> {
  const facts = await stat(file).catch(() => null);
  if (facts === null) return null;
  if (!facts.isFile()) return { sha256: '', bytes: 0 };
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
