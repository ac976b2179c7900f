import path from 'node:path';
import { firstFoundIndex, isShown, type ImageType } from '../../../shared/task.ts';
import { discard, requestImage, maxImageBytes, type ArrivingImage } from './image-request.ts';
import { inspectImage, type PixelSize } from '../image-header/image-header.ts';
import { deliveredTypeOf, typeBytes } from '../image-header/image-type.ts';
import { ensureFolders, placeFile } from '../library/files/library-files.ts';
import { libraryFileName, libraryFolders, numberedNames } from '../library/files/library-names.ts';
import { outcomeOfError, type DownloadOutcome, type DownloadRequest, type ImageDownloads } from './download-outcome.ts';
import { openPart, removePart, sizeOf, type PartFile } from '../library/files/part-file.ts';
import type { Http } from '../http/http-client.ts';
import type { Clock } from '../util/clock.ts';
import type { Library } from '../library/library-folders.ts';

export interface ImageDownloadsDeps {
  readonly http: Http;
  readonly library: Pick<Library, 'root'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What an earlier attempt left on disk, to continue with. */
interface KeptPart {
  readonly path: string;
  readonly folder: string;
  readonly written: number;
  readonly etag: string;
  /** Origin and path. The query is a signature, which is new in every fresh address. */
  readonly resource: string;
}

/**
 * Downloads pictures into the library. Each is streamed to a part file, checked by its bytes, synced, and then renamed. It never replaces
 * another file.
 */
export function createImageDownloads({ http, library, clock }: ImageDownloadsDeps): ImageDownloads {
  const underWay = new Map<string, Promise<DownloadOutcome>>();
  const keptParts = new Map<string, KeptPart>();
  /** Bytes of the last attempt whose end was not marked. */
  const unconfirmed = new Map<string, number>();

  const forget = async (id: string): Promise<void> => {
    const kept = keptParts.get(id);
    keptParts.delete(id);
    if (kept !== undefined) await removePart(kept.path);
  };

  /** The part file to resume, if it is unchanged. */
  const usablePart = async (id: string, folder: string, resource: string): Promise<KeptPart | null> => {
    const kept = keptParts.get(id);
    if (kept === undefined) return null;
    const size = await sizeOf(kept.path);
    if (kept.resource === resource && kept.folder === folder && size !== null && size >= kept.written) return kept;
    await forget(id);
    return null;
  };

  const fetchInto = async (id: string, folder: string, url: string, request: DownloadRequest): Promise<DownloadOutcome> => {
    const resource = resourceOf(url);
    const kept = await usablePart(id, folder, resource);
    const arrived = await requestImage(http, clock, {
      url,
      serviceBaseUrl: request.baseUrl,
      resume: kept && { bytes: kept.written, etag: kept.etag },
      signal: request.signal,
    });
    if (arrived.kind === 'mismatch') {
      await forget(id);
      return fetchInto(id, folder, url, request);
    }
    if (arrived.kind !== 'arriving') {
      if (arrived.kind === 'refused') await forget(id);
      return arrived;
    }
    const part = await openPart(folder, arrived.resumed ? kept : null).catch(async (error: unknown) => {
      await discard(arrived);
      throw error;
    });
    if (!arrived.resumed) await forget(id);
    keptParts.delete(id);
    return receive(id, part, folder, arrived, request, () => {
      if (arrived.etag === null || part.written === 0) return removePart(part.path);
      keptParts.set(id, { path: part.path, folder, written: part.written, etag: arrived.etag, resource });
      return Promise.resolve();
    });
  };

  /** Ends with the complete file in its place or with no file. Only an interrupted download may leave its part. */
  const receive = async (
    id: string,
    part: PartFile,
    folder: string,
    arrived: ArrivingImage,
    request: DownloadRequest,
    interrupted: () => Promise<void>,
  ): Promise<DownloadOutcome> => {
    try {
      const taken = await takeIn(part, arrived, unconfirmed.get(id) ?? null);
      await part.close();
      if (taken.kind === 'unconfirmed') unconfirmed.set(id, taken.bytes);
      else unconfirmed.delete(id);
      if (taken.kind !== 'picture') {
        await removePart(part.path);
        return taken.kind === 'unconfirmed' ? cutShort(taken.bytes, null) : taken;
      }
      const { taskCreatedAt: createdAt, prompt, index } = request;
      const { type, width, height } = taken;
      const names = numberedNames((number) => libraryFileName({ createdAt, prompt, type }, number), index < firstFoundIndex ? index + 1 : 1);
      const name = await placeFile(part.path, folder, names);
      const file = { path: [...libraryFolders(createdAt), name].join('/'), type, width, height, bytes: part.bytes, sha256: part.sha256(), savedAt: clock.now() };
      request.placed?.(file);
      return { kind: 'kept', file };
    } catch (error) {
      await part.close().catch(() => undefined);
      await interrupted();
      throw error;
    }
  };

  const attempt = async (id: string, request: DownloadRequest): Promise<DownloadOutcome> => {
    try {
      const folder = await ensureFolders(library.root(), libraryFolders(request.taskCreatedAt));
      if (request.image.kind === 'url') return await fetchInto(id, folder, request.image.url, request);
      const part = await openPart(folder, null);
      return await receive(id, part, folder, inlineImage(request.image.base64), request, () => removePart(part.path));
    } catch (error) {
      return outcomeOfError(error);
    }
  };

  return {
    download(request) {
      const id = `${path.normalize(library.root())} ${request.taskId} ${request.index}`;
      const running = underWay.get(id);
      if (running !== undefined) return running;
      const started = attempt(id, request).finally(() => underWay.delete(id));
      underWay.set(id, started);
      return started;
    },
  };
}

/** See `ImageFile`. */
const sizeOfKeptOnly: PixelSize = { width: 1, height: 1 };

interface TakenPicture extends PixelSize {
  readonly kind: 'picture';
  readonly type: ImageType;
}

/** Whether such a file is whole is not known yet. */
interface Unconfirmed {
  readonly kind: 'unconfirmed';
  readonly bytes: number;
}

/**
 * Reads a picture, or what was delivered in its place, into its part file, and syncs the file once it is complete. Latent does not know where
 * the contents of a file end that it cannot show. If the server does not mark the end either, a cut looks like an end, so such a file counts
 * as complete once two tries in a row brought equally many bytes (`bytesBefore`). A server that always cuts at the same byte is not noticed.
 */
async function takeIn(part: PartFile, arrived: ArrivingImage, bytesBefore: number | null): Promise<TakenPicture | Unconfirmed | DownloadOutcome> {
  const errorPage: DownloadOutcome = { kind: 'error-page', detail: arrived.contentType };
  try {
    for await (const chunk of arrived.body) {
      await part.append(chunk);
      if (part.bytes > maxImageBytes) return { kind: 'refused', why: 'too-large', detail: String(part.bytes) };
      if (part.bytes >= typeBytes && deliveredTypeOf(part.head) === null) return errorPage;
    }
  } catch (error) {
    // A later attempt continues after what arrived.
    await part.flush().catch(() => undefined);
    throw error;
  }
  if (part.bytes === 0 && (arrived.total ?? 0) === 0) return errorPage;
  if (part.bytes === 0 || (arrived.total !== null && part.bytes !== arrived.total)) return cutShort(part.bytes, arrived.total);
  const type = deliveredTypeOf(part.head);
  if (type === null) return errorPage;
  if (!isShown(type) && !arrived.endIsMarked && part.bytes !== bytesBefore) return { kind: 'unconfirmed', bytes: part.bytes };
  await part.flush();
  const size = isShown(type) ? await inspectImage(type, part.source()) : sizeOfKeptOnly;
  if (size === null) return arrived.endIsMarked ? { kind: 'refused', why: 'damaged', detail: type } : cutShort(part.bytes, null);
  await part.sync();
  return { kind: 'picture', type, ...size };
}

function cutShort(bytes: number, total: number | null): DownloadOutcome {
  return { kind: 'trouble', detail: `${bytes}/${total ?? '?'}`, retryAfterMs: null };
}

/** A picture whose bytes were in the answer. */
function inlineImage(base64: string): ArrivingImage {
  const bytes = Buffer.from(base64.replace(/^data:[^,]{0,200},/i, ''), 'base64');
  return {
    kind: 'arriving',
    resumed: false,
    total: null,
    endIsMarked: true,
    etag: null,
    contentType: 'b64_json',
    body: (async function* () {
      yield bytes;
    })(),
  };
}

function resourceOf(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
