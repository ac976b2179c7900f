import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPictureExporter } from '../../../electron/core/export/picture-exporter.ts';
import type { ExportStore } from '../../../electron/core/export/exported-picture.ts';
import { createFileThread } from '../../../electron/core/file-worker/file-thread.ts';
import { createLibraryFolders } from '../../../electron/core/library/library-folders.ts';
import { createSystemClock } from '../../../electron/core/util/system-clock.ts';
import { noMarks } from '../../../shared/library/marks.ts';
import { usualExport } from '../../../shared/export/export-choices.ts';
import { newTask, type ImageFile } from '../../../shared/task.ts';
import { wordsFor } from '../../../shared/words/index.ts';
import { paintPng } from '../../support/paint-png.ts';
import { fileWorkerFile } from '../../support/built-threads.ts';
import { atLeast, ratioFinding, type BenchContext, type Metric } from '../harness/figures.ts';
import { interleaved, median, timed } from '../harness/measure.ts';
import { needProgram } from '../harness/programs.ts';

const program = 'exiftool';
const pictures = 1_000;
const side = 512;
const createdAt = Date.UTC(2026, 10, 21, 8, 30);
const tags = ['fox', 'autumn', 'mist'];
const promptOf = (at: number): string => `A red fox in an autumn forest at dusk, with mist between the trees, and a river, number ${at}`;

/** Copies a thousand pictures with metadata, as a person exports them. ExifTool copies them in one call, and writes the same standard properties. */
export const exporting: Metric = async ({ runs, scratch }: BenchContext) => {
  needProgram(program, 'libimage-exiftool-perl');
  const library = path.join(scratch, 'export', 'Latent');
  const copies = path.join(scratch, 'export', 'Copies');
  await mkdir(library, { recursive: true });
  const painted = await Promise.all(Array.from({ length: 8 }, (_, at) => paintPng({ prompt: promptOf(at), width: side, height: side, index: at })));
  const files: ImageFile[] = [];
  const rows = ['SourceFile,XMP-dc:Description,XMP-dc:Subject,XMP-xmp:Rating,XMP-xmp:Label,XMP-xmp:CreateDate,XMP-xmp:CreatorTool'];
  for (let at = 0; at < pictures; at += 1) {
    const bytes = painted[at % painted.length] ?? Buffer.alloc(0);
    const name = `fox ${at}.png`;
    await writeFile(path.join(library, name), bytes);
    files.push({ path: name, type: 'png', width: side, height: side, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), savedAt: createdAt });
    rows.push(`${path.join(library, name)},"${promptOf(at)}","${tags.join(', ')}",4,Red,2026:11:21 08:30:00+00:00,Latent 0.1.0`);
  }
  const table = path.join(scratch, 'export', 'metadata.csv');
  await writeFile(table, rows.join('\n'));
  const fresh = (run: () => Promise<void>) => async (): Promise<number> => {
    await rm(copies, { recursive: true, force: true });
    await mkdir(copies);
    return timed(run);
  };
  const found = await interleaved({ latent: fresh(() => byLatent(library, copies, files)), exiftool: fresh(() => byExifTool(table, library, copies)) }, runs);
  const rate = (values: readonly number[]) => ({ value: (1_000 * pictures) / median(values), unit: 'pictures/s' });
  return [ratioFinding('export', `${pictures} pictures of ${side} × ${side} with metadata, ÷ ExifTool`, rate(found.latent), { ...rate(found.exiftool), name: 'ExifTool, one call for all' }, atLeast(5))];
};

/** The exporter of the app, over rows in memory. */
async function byLatent(library: string, copies: string, files: readonly ImageFile[]): Promise<void> {
  const clock = createSystemClock();
  const described = files.map((file, at) => ({
    image: { id: at + 1, taskId: 't', index: 0, state: { status: 'kept' as const, file } },
    task: newTask('t', 'a', { model: 'painter', prompt: promptOf(at), size: `${side}x${side}`, quality: 'high' }, null, createdAt),
  }));
  const repository: ExportStore = {
    describe: async (ids) => ids.flatMap((id) => described[id - 1] ?? []),
    imageMarks: async () => ({ ...noMarks, rating: 4, tags, label: 'red' }),
    accounts: async () => [],
    batchNames: async () => new Map(),
    albums: async () => [],
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const exporter = createPictureExporter({
    clock,
    thread: createFileThread({ workerFile: fileWorkerFile, clock }),
    trace: { begin: async () => undefined, end: async () => undefined },
    repository,
    folders: createLibraryFolders(() => library, () => []),
    decoder: { decode: async () => ({ ok: false, reason: 'unavailable' }) },
    thumbnail: async () => null,
    printPdf: async () => new Uint8Array(),
    now: clock.now,
    words: wordsFor('en'),
    writtenBy: 'Latent 0.1.0',
    missed: () => undefined,
    changed: (state) => state?.phase === 'ended' && resolve(),
    failed: reject,
  });
  exporter.begin(Int32Array.from(described, ({ image }) => image.id), copies, { ...usualExport, metadata: 'embed' });
  await promise;
  const { copied } = exporter.state() ?? { copied: 0 };
  await exporter.close();
  if (copied !== files.length) throw new Error(`Latent exported ${copied} of ${files.length} pictures.`);
}

async function byExifTool(table: string, library: string, copies: string): Promise<void> {
  const child = spawn(program, ['-q', '-sep', ', ', `-csv=${table}`, '-o', `${copies}/`, library], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`ExifTool ended with ${code}.`);
}
