import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';
import { tiffIn } from '../../image-header/orientation.ts';
import { limits } from './limits.ts';
import type { RawText } from './picture-metadata.ts';

/** The metadata blocks of a file, not yet interpreted. */
export interface Embedded {
  /** In the order of the file. `kind` is `png:` with the keyword, or `jpeg:comment`. */
  readonly texts: readonly RawText[];
  /** TIFF structures. */
  readonly exif: readonly Buffer[];
  /** Packets. */
  readonly xmp: readonly string[];
  /** IPTC-IIM records. */
  readonly iptc: readonly Buffer[];
}

/** Blocks of one kind that are kept. */
const mostBlocks = 4;

const inflateWhole = promisify(inflate);

/** Collects the blocks that the readers of file formats find, within the limits. */
export class EmbeddedBlocks implements Embedded {
  readonly texts: RawText[] = [];
  readonly exif: Buffer[] = [];
  readonly xmp: string[] = [];
  readonly iptc: Buffer[] = [];
  #left: number = limits.fileBytes;

  /** Whether a block of this size may be read. If so, it counts as read. */
  admits(bytes: number): boolean {
    if (bytes > limits.blockBytes || bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  /** Inflates zlib data; truncated data as far as it goes. Null if the data is damaged or would exceed a limit. */
  async inflated(data: Uint8Array): Promise<Buffer | null> {
    if (this.#left <= 0) return null;
    const bytes = await inflateWhole(data, { maxOutputLength: limits.blockBytes, finishFlush: constants.Z_SYNC_FLUSH }).catch(() => null);
    // Data that cannot be inflated counts as a full block, so that a file full of bombs soon reaches the limit.
    this.#left -= bytes?.length ?? limits.blockBytes;
    return bytes;
  }

  addText(kind: string, text: string): void {
    if (this.texts.length < limits.texts && text !== '') this.texts.push({ kind, text });
  }

  addExif(bytes: Buffer): void {
    if (this.exif.length < mostBlocks) this.exif.push(tiffIn(bytes));
  }

  addXmp(bytes: Buffer): void {
    if (this.xmp.length < mostBlocks) this.xmp.push(bytes.toString('utf8'));
  }

  addIptc(bytes: Buffer): void {
    if (this.iptc.length < mostBlocks) this.iptc.push(bytes);
  }
}
