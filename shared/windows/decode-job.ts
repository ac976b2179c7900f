import type { WritableType } from '../export/export.ts';

/** The messages between main and the decoder window (electron/platform/windows/decoder-window.ts, renderer/decoder/). */

export interface DecodeJob {
  readonly jobId: number;
  readonly imageId: number;
  readonly want: DecodeWant;
}

export type DecodeWant =
  /** JPEG or WebP (`thumbnailType`) whose longer side is at most `side` pixels, its placeholder colours and its hash (shared/windows/thumbnail-look.ts). */
  | { readonly kind: 'thumbnail'; readonly side: number }
  /** The pixels in BGRA, for what main hands to the system: main decodes nothing. The longer side is at most `side` pixels. */
  | { readonly kind: 'bitmap'; readonly side: number }
  /** A full-size PNG, re-encoded by Chromium, for the clipboard. */
  | { readonly kind: 'png' }
  /** Converts a picture for an export. `quality`: 0 to 1, for JPEG and WebP. `side`: the longest side in pixels, never enlarged. JPEG gets a white background. */
  | { readonly kind: 'copy'; readonly type: WritableType; readonly quality: number; readonly side: number | null };

export interface DecodedPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Null but for thumbnails. */
  readonly colours: Uint8Array | null;
  readonly hash: Uint8Array | null;
}

export type DecodeResult =
  | ({ readonly jobId: number; readonly ok: true } & DecodedPicture)
  | { readonly jobId: number; readonly ok: false; readonly reason: 'file-missing' | 'too-many-pixels' | 'damaged' };

/** What the decoder's preload puts on its window. */
export interface DecoderApi {
  readonly onJob: (listener: (job: DecodeJob) => void) => void;
  readonly done: (result: DecodeResult) => void;
  readonly ready: () => void;
}

export const decoderChannels = { job: 'decoder:job', done: 'decoder:done', ready: 'decoder:ready' } as const;
