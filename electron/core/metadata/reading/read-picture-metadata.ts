import { assertNever } from '../../../../shared/result.ts';
import type { ShownType } from '../../../../shared/task.ts';
import { windowOf, type ByteSource } from '../../image-header/byte-source.ts';
import { readAvifItems } from './containers/avif-items.ts';
import { readGifBlocks } from './containers/gif-blocks.ts';
import { readJpegSegments } from './containers/jpeg-segments.ts';
import { readPngChunks } from './containers/png-chunks.ts';
import { readWebpChunks } from './containers/webp-chunks.ts';
import { interpret } from './choose-dialect.ts';
import { EmbeddedBlocks, type Embedded } from './embedded.ts';
import type { PictureMetadata } from './picture-metadata.ts';
import type { Sidecar } from './sidecars.ts';

/**
 * Reads the prompt, settings, marks and date from a picture, without its pixels, and from the files beside it. From a damaged file it returns what
 * precedes the damage. Rejects only with the source's own error.
 */
export async function readPictureMetadata(file: ByteSource, type: ShownType, sidecars: readonly Sidecar[] = []): Promise<PictureMetadata> {
  return interpret(await readBlocks(file, type), sidecars);
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
      await readGifBlocks(source, found);
      break;
    default:
      assertNever(type);
  }
  return found;
}
