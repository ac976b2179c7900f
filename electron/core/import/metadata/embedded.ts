import { inflateBlock } from './containers/inflate.ts';
import { limits } from './limits.ts';
import type { RawText } from './picture-metadata.ts';

/** What a file carries beside its pixels, not yet understood. */
export interface Embedded {
  /** In the file's order; `kind` is `png:` with the keyword, `jpeg:comment` or `gif:comment`. */
  readonly texts: readonly RawText[];
  /** TIFF structures. */
  readonly exif: readonly Buffer[];
  /** Packets; extended ones after the one that names them. */
  readonly xmp: readonly string[];
  /** IPTC-IIM records. */
  readonly iptc: readonly Buffer[];
}

/** Takes what the readers of the file formats find, as long as there is room. */
export class EmbeddedBlocks implements Embedded {
  readonly texts: RawText[] = [];
  readonly exif: Buffer[] = [];
  readonly xmp: string[] = [];
  readonly iptc: Buffer[] = [];
  #left: number = limits.fileBytes;

  /** Whether a block of so many bytes may be read; if so they count as read. */
  admits(bytes: number): boolean {
    if (bytes > limits.blockBytes || bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  /** What zlib data hold. What cannot be inflated counts as a full block, so that a file of bombs is soon over. */
  async inflated(data: Uint8Array): Promise<Buffer | null> {
    if (this.#left <= 0) return null;
    const bytes = await inflateBlock(data);
    this.#left -= bytes?.length ?? limits.blockBytes;
    return bytes;
  }

  addText(kind: string, text: string): void {
    if (this.texts.length < limits.texts && text !== '') this.texts.push({ kind, text });
  }

  addExif(bytes: Buffer): void {
    // WebP and AVIF writers often leave the JPEG segment's name in front.
    const start = bytes.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0;
    if (this.exif.length < 4) this.exif.push(bytes.subarray(start));
  }

  addXmp(bytes: Buffer): void {
    if (this.xmp.length < 4) this.xmp.push(bytes.toString('utf8'));
  }

  addIptc(bytes: Buffer): void {
    if (this.iptc.length < 4) this.iptc.push(bytes);
  }
}
