import { assertNever } from '../../../../shared/result.ts';
import type { WritableType } from '../../../../shared/export/export.ts';
import { windowOf, type ByteSource } from '../../image-header/byte-source.ts';
import { jpegPieces } from './jpeg-pieces.ts';
import type { PictureFacts } from './picture-facts.ts';
import type { Piece } from './pieces.ts';
import { pngPieces } from './png-pieces.ts';
import { webpPieces } from './webp-pieces.ts';

/** The pieces of a copy that keeps the encoded pixels. It contains these facts, or (null) only the pixels and their colours. Throws Unwritable. */
export function rewritten(file: ByteSource, type: WritableType, facts: PictureFacts | null): Promise<readonly Piece[]> {
  const source = windowOf(file);
  switch (type) {
    case 'png':
      return pngPieces(source, facts);
    case 'jpeg':
      return jpegPieces(source, facts);
    case 'webp':
      return webpPieces(source, facts);
    default:
      return assertNever(type);
  }
}
