import { assertNever } from '../../../../shared/result.ts';
import type { ShownType } from '../../../../shared/task.ts';
import type { ByteSource } from '../../image-header/image-header.ts';
import { readAvifItems } from './containers/avif-items.ts';
import { readJpegSegments } from './containers/jpeg-segments.ts';
import { readPngChunks } from './containers/png-chunks.ts';
import { readWebpChunks } from './containers/webp-chunks.ts';
import { interpret } from './choose-dialect.ts';
import { EmbeddedBlocks, type Embedded } from './embedded.ts';
import type { PictureMetadata } from './picture-metadata.ts';

/** Headers of chunks are a few bytes long, and small chunks mostly share a window. */
const windowBytes = 512;

/**
 * Reads the prompt, settings, tags, rating and date from a picture, without its pixels. From a damaged file it returns what precedes the
 * damage. Rejects only with the source's own error.
 */
export async function readPictureMetadata(file: ByteSource, type: ShownType): Promise<PictureMetadata> {
  return interpret(await readBlocks(file, type));
}

/** The metadata blocks of a picture, not yet interpreted. */
export async function readBlocks(file: ByteSource, type: ShownType): Promise<Embedded> {
  const found = new EmbeddedBlocks();
  const source = windowOf(file);
  switch (type) {
    case 'png':
      await readPngChunks(source, found);
      break;
    case 'jpeg':
      await readJpegSegments(source, found);
      break;
    case 'webp':
      await readWebpChunks(source, found);
      break;
    case 'avif':
      await readAvifItems(source, found);
      break;
    case 'gif':
      // No known program writes prompts into one.
      break;
    default:
      assertNever(type);
  }
  return found;
}

/** Serves small reads that are close together from one larger read. Large reads go to the source. */
export function windowOf(source: ByteSource): ByteSource {
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return {
    size: source.size,
    async read(offset, length) {
      if (offset < start || offset + length > start + bytes.length) {
        if (length >= windowBytes) return source.read(offset, length);
        start = offset;
        bytes = await source.read(offset, windowBytes);
      }
      return bytes.subarray(offset - start, offset - start + length);
    },
  };
}
