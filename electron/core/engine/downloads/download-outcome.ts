import type { EpochMs, ImageFile, TaskId } from '../../../../shared/task.ts';
import { HttpFailure } from '../../http/http-client.ts';
import type { AnsweredImage } from '../../service/answers/answered-image.ts';
import { codeOf, isFull, isSystemError } from '../../util/system-errors.ts';
import type { NoImage } from '../../service/pictures/image-request.ts';

/** A picture to download, and what its file is named after. */
export interface DownloadRequest {
  readonly image: AnsweredImage;
  readonly taskId: TaskId;
  readonly index: number;
  readonly prompt: string;
  readonly taskCreatedAt: EpochMs;
  /** The account's base URL: a loopback service may serve loopback pictures; a public one may not. */
  readonly baseUrl: string;
  readonly signal?: AbortSignal;
  /** Called when the file is in the library. The outcome follows when it is recorded too. */
  readonly placed?: (file: ImageFile) => void;
}

export type DownloadOutcome =
  | { readonly kind: 'kept'; readonly file: ImageFile }
  | NoImage
  /** Text or nothing came instead of a picture: the task must be queried for a fresh address. `detail` is the content type. */
  | { readonly kind: 'error-page'; readonly detail: string }
  | { readonly kind: 'library'; readonly problem: 'unreachable' | 'full'; readonly detail: string };

export interface ImageDownloads {
  /** Streams to `.part`, checks, fsyncs, renames. Never rejects. If the outcome is `kept`, the file is on disk. */
  download(request: DownloadRequest): Promise<DownloadOutcome>;
}

/** What an error during a download means: trouble of the library, if the disk caused it, or else of the connection. */
export function outcomeOfError(error: unknown): DownloadOutcome {
  if (error instanceof HttpFailure) {
    if (error.code === 'ADDRESS_REFUSED') return { kind: 'refused', why: 'address-not-allowed', detail: error.code };
    return { kind: 'trouble', detail: error.code, retryAfterMs: null };
  }
  if (isSystemError(error)) return { kind: 'library', problem: isFull(error) ? 'full' : 'unreachable', detail: codeOf(error) };
  return { kind: 'trouble', detail: error instanceof Error ? error.message : String(error), retryAfterMs: null };
}
