import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { imageTypes, isShown, type EpochMs, type GenerationRequest, type ImageFile } from '../../../shared/task.ts';
import { inspectDelivery, type Delivery } from '../image-header/image-header.ts';
import type { ByteSource } from '../image-header/byte-source.ts';
import { deliveredTypeOf, typeBytes } from '../image-header/image-type.ts';
import { monthFolders } from './library-folders.ts';
import { sourceOf } from './files/part-file.ts';
import { extensionOf } from './files/library-names.ts';

/**
 * What a picture's file says by itself. Its name contains the time and the beginning of the prompt. Many services write the whole prompt and
 * more into the file.
 */
export interface FoundPicture {
  readonly file: ImageFile;
  readonly createdAt: EpochMs;
  readonly request: GenerationRequest;
}

/** The names of `library-names.ts`. Other files in the folder belong to the person. */
const pictureName = /^(\d{4})-(\d{2})-(\d{2}) (\d{2})\.(\d{2})\.(\d{2})(?: (.*))?\.(.*)$/s;

const endings: ReadonlySet<string> = new Set(imageTypes.map(extensionOf));

const ownFolder = /^(\d{4})\/\1-\d{2}\//;

/** What a name given by Latent contains. */
export interface OwnName {
  /** The time in the name, as local time here. */
  readonly createdAt: EpochMs;
  /** The beginning of the prompt. A number may follow. */
  readonly prompt: string;
}

/** Null unless Latent gave both the file and its folder their names. */
export function ownNameOf(relative: string): OwnName | null {
  return ownFolder.test(relative) ? readName(path.posix.basename(relative)) : null;
}

function readName(name: string): OwnName | null {
  const parts = pictureName.exec(name);
  if (parts === null || !endings.has(parts[8] ?? '')) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  return { createdAt: new Date(year, month - 1, day, hour, minute, second).getTime(), prompt: parts[7] ?? '' };
}

/** The paths of pictures with a name given by Latent, below the root, with forward slashes. Skips folders that cannot be read. */
export async function* libraryPictures(root: string): AsyncGenerator<string> {
  for await (const { folder, names } of monthFolders(root)) yield* names.filter((name) => readName(name) !== null).map((name) => `${folder}/${name}`);
}

/** Reads a whole file. Null if it is no picture, or neither whole nor under a name that Latent gives. Rejects with the system's error. */
export async function readPicture(root: string, relative: string): Promise<FoundPicture | null> {
  const handle = await open(path.join(root, relative), 'r');
  try {
    const { size, mtimeMs } = await handle.stat();
    const source = sourceOf(handle, size);
    const delivered = await deliveryOf(source, relative);
    if (delivered === null) return null;
    const { type, width, height } = delivered;
    const hash = createHash('sha256');
    for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk as Buffer);
    const savedAt = Math.round(mtimeMs);
    // Loaded late, because the threads that contain this seldom read a picture.
    const { readPictureMetadata } = await import('../metadata/reading/read-picture-metadata.ts');
    const metadata = isShown(type) ? await readPictureMetadata(source, type) : null;
    const name = readName(path.posix.basename(relative));
    return {
      file: { path: relative, type, width, height, bytes: size, sha256: hash.digest('hex'), savedAt },
      createdAt: name?.createdAt ?? savedAt,
      request: { prompt: metadata?.prompt ?? name?.prompt ?? '', model: metadata?.model ?? '', size: metadata?.size ?? '', quality: '' },
    };
  } finally {
    await handle.close();
  }
}

/**
 * Latent keeps what was delivered even if Latent cannot show it, or if its end or its size is missing. So a file under a name of Latent's is taken
 * as it is, and any other only if it is whole.
 */
async function deliveryOf(source: ByteSource, relative: string): Promise<Delivery | null> {
  const type = deliveredTypeOf(await source.read(0, typeBytes));
  if (type === null) return null;
  const delivered = await inspectDelivery(type, source);
  if (isShown(type) && delivered.isWhole) return delivered;
  return relative.endsWith(`.${extensionOf(delivered.type)}`) && (delivered.isWhole || ownNameOf(relative) !== null) ? delivered : null;
}
