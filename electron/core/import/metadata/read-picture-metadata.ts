import { assertNever } from '../../../../shared/result.ts';
import type { ShownType } from '../../../../shared/task.ts';
import type { ByteSource } from '../../image-header/image-header.ts';
import { readAvifItems } from './containers/avif-items.ts';
import { windowOf } from './containers/byte-window.ts';
import { EmbeddedBlocks } from './embedded.ts';
import { readGifExtensions } from './containers/gif-extensions.ts';
import { interpret } from './dialects/interpret.ts';
import { readJpegSegments } from './containers/jpeg-segments.ts';
import type { PictureMetadata } from './picture-metadata.ts';
import { readPngChunks } from './containers/png-chunks.ts';
import { readWebpChunks } from './containers/webp-chunks.ts';

/** Headers of chunks are a few bytes long, and small chunks mostly share a window. */
const windowBytes = 512;

/**
 * Reads the prompt, settings, title, tags, rating and date from a picture, without its pixels. From a damaged file it returns what precedes the
 * damage. Rejects only with the source's own error.
 */
export async function readPictureMetadata(file: ByteSource, type: ShownType): Promise<PictureMetadata> {
  const found = new EmbeddedBlocks();
  await readBlocks(windowOf(file, windowBytes), type, found);
  return interpret(found);
}

function readBlocks(source: ByteSource, type: ShownType, found: EmbeddedBlocks): Promise<void> {
  switch (type) {
    case 'png':
      return readPngChunks(source, found);
    case 'jpeg':
      return readJpegSegments(source, found);
    case 'webp':
      return readWebpChunks(source, found);
    case 'avif':
      return readAvifItems(source, found);
    case 'gif':
      return readGifExtensions(source, found);
    default:
      return assertNever(type);
  }
}
