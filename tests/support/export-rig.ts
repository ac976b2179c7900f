import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach } from 'vitest';
import { createExportTrace } from '../../electron/core/export/export-trace.ts';
import type { ExportStore } from '../../electron/core/export/exported-picture.ts';
import { createPictureExporter, type PictureExporter } from '../../electron/core/export/picture-exporter.ts';
import { createFileThread, type FileThread } from '../../electron/core/file-worker/file-thread.ts';
import { createLibraryFolders, type LibraryFolders } from '../../electron/core/library/library-folders.ts';
import type { Decoder } from '../../electron/core/thumbnails/decoder-process.ts';
import { createSystemClock } from '../../electron/core/util/system-clock.ts';
import { usualExport, type ExportChoices } from '../../shared/export/export-choices.ts';
import type { ExportProgress } from '../../shared/export/export.ts';
import { newTask, type ImageFile, type ImageType } from '../../shared/task.ts';
import { wordsFor } from '../../shared/words/index.ts';
import { fileWorkerFile } from './built-threads.ts';
import { sha256 } from './bytes.ts';
import { samplePicture } from './sample-pictures.ts';

interface ExportRig {
  home: string;
  /** Where the copies go. */
  target: string;
  /** The paths of the pictures in the library: picture 1 was kept first. A picture without a path has been removed. */
  kept: string[];
  missed: number[];
  failures: unknown[];
  exporter: PictureExporter;
  folders: LibraryFolders;
  /** Runs before each job of the thread. */
  before: (job: Parameters<FileThread['run']>[0]) => ReturnType<FileThread['run']> | null;
  decode: Decoder['decode'];
  readonly repository: ExportStore;
  /** Resolves to the ids of all pictures that are kept. */
  keep(...files: readonly string[]): Promise<Int32Array>;
  /** Begins an export, and resolves once it has ended or stopped. */
  exported(ids: Int32Array, choices?: Partial<ExportChoices>, place?: string): Promise<ExportProgress>;
  atRest(): Promise<ExportProgress>;
  /** The files of the folder, by their names. */
  found(): Promise<Readonly<Record<string, Buffer>>>;
}

/** Pictures whose names begin with "real" are real. */
export function contentOf(file: string): Buffer {
  const name = path.extname(file).slice(1).replace('jpg', 'jpeg').replace('webp', 'webp lossy');
  return path.basename(file).startsWith('real') ? samplePicture(name).bytes : Buffer.from(`the content of ${file}`.repeat(100));
}

/** An exporter with a library and a folder of its own for each test of the file. */
export function useExportRig(): ExportRig {
  let changed: (state: ExportProgress | null) => void;
  const library = (): string => path.join(rig.home, 'Latent');
  // What each test begins with is filled in below.
  const rig = {
    repository: {
      describe: async (ids: readonly number[]) =>
        ids.flatMap((id) => {
          const file = rig.kept[id - 1];
          if (!file) return [];
          const content = contentOf(file);
          const kind = path.extname(file).slice(1).replace('jpg', 'jpeg') as ImageType;
          const stored: ImageFile = { path: file, type: kind, width: 13, height: 7, bytes: content.length, sha256: sha256(content), savedAt: 0 };
          return [{ image: { id, state: { status: 'kept', file: stored } }, task: { ...newTask('t', 'a', { model: 'imagen', prompt: 'A red fox: dawn', size: '1x1', quality: '' }, null, Date.UTC(2026, 10, 21)), batchId: 'b' } }];
        }),
      imageMarks: async () => ({ favourite: false, rating: 3, tags: ['fox'], trashedAt: null, flag: 'pick', label: 'red', note: 'For the cover', albums: ['x'] }),
      albums: async () => [{ id: 'x', name: 'Covers' }],
      accounts: async () => [{ id: 'a', name: 'Studio' }],
      batchNames: async () => new Map([['b', 'Foxes']]),
    } as unknown as ExportStore,
    async keep(...files) {
      for (const file of files) {
        await mkdir(path.dirname(path.join(library(), file)), { recursive: true });
        await writeFile(path.join(library(), file), contentOf(file));
        rig.kept.push(file);
      }
      return Int32Array.from(rig.kept.keys(), (index) => index + 1);
    },
    exported(ids, choices = {}, place = rig.target) {
      rig.exporter.begin(ids, place, { ...usualExport, ...choices });
      return rig.atRest();
    },
    atRest: () =>
      new Promise((resolve) => {
        changed = (state) => state && state.phase !== 'running' && resolve(state);
      }),
    found: async () => Object.fromEntries(await Promise.all((await readdir(rig.target)).toSorted().map(async (name) => [name, await readFile(path.join(rig.target, name))] as const))),
  } as ExportRig;

  beforeEach(async () => {
    rig.home = await mkdtemp(path.join(tmpdir(), 'latent-export-'));
    rig.target = path.join(rig.home, 'Copies');
    await mkdir(library());
    await mkdir(rig.target);
    [rig.kept, rig.missed, rig.failures] = [[], [], []];
    rig.before = () => null;
    changed = () => undefined;
    rig.decode = async () => ({ ok: false, reason: 'damaged' });
    rig.folders = createLibraryFolders(library, () => []);
    const clock = createSystemClock();
    const real = createFileThread({ workerFile: fileWorkerFile, clock });
    const thread: FileThread = { ...real, run: (job) => rig.before(job) ?? real.run(job) };
    rig.exporter = createPictureExporter({
      clock,
      thread,
      trace: createExportTrace(path.join(rig.home, 'export-under-way.json')),
      repository: rig.repository,
      folders: rig.folders,
      decoder: { decode: (id, want) => rig.decode(id, want) },
      thumbnail: async () => null,
      printPdf: async () => new Uint8Array(),
      now: () => 0,
      words: wordsFor('en'),
      writtenBy: 'Latent 0.1.0',
      missed: (ids) => rig.missed.push(...ids),
      changed: (state) => changed(state),
      failed: (error) => rig.failures.push(error),
    });
    return async () => {
      await rig.exporter.close();
      await rm(rig.home, { recursive: true, force: true });
    };
  });
  return rig;
}
