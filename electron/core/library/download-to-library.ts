import path from 'node:path';
import { firstFoundIndex, isShown, type ImageFile } from '../../../shared/task.ts';
import { discard, requestImage, type ArrivingImage } from '../service/pictures/image-request.ts';
import { inspectDelivery, inspectImage } from '../image-header/image-header.ts';
import { deliveredTypeOf, typeBytes } from '../image-header/image-type.ts';
import { ensureFolders, placeFile } from './files/library-files.ts';
import { createFreeNames, libraryFileNames, libraryFolders } from './files/library-names.ts';
import { outcomeOfError, type DownloadOutcome, type DownloadRequest, type ImageDownloads } from '../engine/downloads/download-outcome.ts';
import { openPart, removePart, sizeOf, type PartFile } from './files/part-file.ts';
import { inlineBytes } from '../image-header/inline-picture.ts';
import { HttpFailure, type Http } from '../http/http-client.ts';
import type { Clock } from '../util/clock.ts';
import type { Library } from './library-folders.ts';

export interface ImageDownloadsDeps {
  readonly http: Http;
  readonly library: Pick<Library, 'root'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Larger files are refused. */
  readonly mostBytes?: number;
  /** Stands in each name (`NamedImage`). */
  readonly writer?: string;
}

/**
 * What was paid for is kept at any size, and a file needs no memory while it is streamed. The limit only keeps a server that never ends from
 * filling the disk. No file on FAT can be larger.
 */
const mostBytesUsually = 4 * 1024 ** 3;

/** What an earlier attempt left on disk, to continue with. */
interface KeptPart {
  readonly path: string;
  readonly folder: string;
  readonly written: number;
  readonly etag: string;
  /** Origin and path. The query is a signature, which is new in every fresh address. */
  readonly resource: string;
}

/** A complete file that has no name yet. */
interface Delivered extends Pick<ImageFile, 'type' | 'width' | 'height' | 'bytes' | 'sha256'> {
  readonly kind: 'delivered';
  readonly part: string;
  readonly folder: string;
  /** False: the end mark or the size is missing. Another delivery may be better. */
  readonly isSound: boolean;
}

/** If nothing says where a file ends, so many deliveries of the same length in a row count as the whole file. */
const enoughTimes = 3;

/**
 * Downloads pictures into the library. Each is streamed to a part file, checked by its bytes, synced, and then renamed. It never replaces
 * another file. Whatever was delivered whole is kept byte for byte, also if a decoder may not like it.
 */
export function createImageDownloads({ http, library, clock, mostBytes = mostBytesUsually, writer = '' }: ImageDownloadsDeps): ImageDownloads {
  const underWay = new Map<string, Promise<DownloadOutcome>>();
  const keptParts = new Map<string, KeptPart>();
  const freeNames = createFreeNames();
  /** Complete files that could not be named. */
  const unnamed = new Map<string, Delivered>();
  /** The length of the last delivery whose end is not certain, and how many times in a row there was one of this length. */
  const uncertain = new Map<string, { readonly bytes: number; readonly times: number }>();

  const isRepeated = (id: string, bytes: number): boolean => {
    const before = uncertain.get(id);
    const times = before?.bytes === bytes ? before.times + 1 : 1;
    uncertain.set(id, { bytes, times });
    return times >= enoughTimes;
  };

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

  const fetchInto = async (id: string, folder: string, url: string, request: DownloadRequest): Promise<Delivered | DownloadOutcome> => {
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
    if (arrived.total !== null && arrived.total > mostBytes) {
      await discard(arrived);
      return tooLarge(arrived.total);
    }
    const part = await openPart(folder, arrived.resumed ? kept : null).catch(async (error: unknown) => {
      await discard(arrived);
      throw error;
    });
    if (!arrived.resumed) await forget(id);
    keptParts.delete(id);
    const bytesBefore = part.bytes;
    const received = await receive({ id, signal: request.signal }, part, folder, arrived, () => {
      if (arrived.etag === null || part.written === 0) return removePart(part.path);
      keptParts.set(id, { path: part.path, folder, written: part.written, etag: arrived.etag, resource });
      return Promise.resolve();
    });
    if (received.kind !== 'more') return received;
    return part.bytes > bytesBefore ? fetchInto(id, folder, url, request) : cutShort(part.bytes, arrived.total);
  };

  /** Ends with a complete part or with none. Only an interrupted download may leave a part of itself. */
  const receive = async (
    { id, signal }: { readonly id: string; readonly signal: AbortSignal | undefined },
    part: PartFile,
    folder: string,
    arrived: ArrivingImage,
    interrupted: () => Promise<void>,
  ): Promise<Delivered | More | DownloadOutcome> => {
    const delivered = async (taken: Taken): Promise<Delivered> => {
      await part.close();
      uncertain.delete(id);
      return { ...taken, kind: 'delivered', part: part.path, folder, bytes: part.bytes, sha256: part.sha256() };
    };
    try {
      const taken = await takeIn(part, arrived, (bytes) => isRepeated(id, bytes), mostBytes);
      if (taken.kind === 'taken') return await delivered(taken);
      await part.close();
      if (taken.kind === 'more') await interrupted();
      else await removePart(part.path);
      return taken;
    } catch (error) {
      // A server may announce more bytes than there are.
      const whole = error instanceof HttpFailure && !signal?.aborted ? await wholeIn(part).catch(() => null) : null;
      if (whole !== null && isRepeated(id, part.bytes)) return delivered(whole);
      await part.close().catch(() => undefined);
      await interrupted();
      throw error;
    }
  };

  /** Fetches a picture again that is complete but unsound, because another delivery may be better. If it is not, or fails, the first one is kept. */
  const betterOf = async (id: string, first: Delivered, url: string, request: DownloadRequest): Promise<Delivered> => {
    const second = await fetchInto(id, first.folder, url, request).catch(() => null);
    await forget(id);
    if (second?.kind !== 'delivered') return first;
    const [better, other] = second.isSound || second.bytes > first.bytes ? [second, first] : [first, second];
    await removePart(other.part);
    return better;
  };

  const deliver = async (id: string, folder: string, request: DownloadRequest): Promise<Delivered | DownloadOutcome> => {
    const { image } = request;
    if (image.kind === 'inline') {
      const part = await openPart(folder, null);
      const received = await receive({ id, signal: request.signal }, part, folder, arrivingInline(image.base64), () => removePart(part.path));
      return received.kind === 'more' ? cutShort(part.bytes, null) : received;
    }
    const delivered = await fetchInto(id, folder, image.url, request);
    return delivered.kind !== 'delivered' || delivered.isSound ? delivered : betterOf(id, delivered, image.url, request);
  };

  /** Gives the file its name. If the folder refuses, the next attempt need not download it again. */
  const giveName = async (id: string, delivered: Delivered, { taskCreatedAt: createdAt, prompt, index, placed }: DownloadRequest): Promise<DownloadOutcome> => {
    const { type, width, height, bytes, sha256, part, folder } = delivered;
    unnamed.set(id, delivered);
    const lists = libraryFileNames({ createdAt, prompt, type, writer }, index < firstFoundIndex ? index + 1 : 1);
    const name = await placeFile(part, folder, freeNames(folder, lists));
    unnamed.delete(id);
    const file = { path: [...libraryFolders(createdAt), name].join('/'), type, width, height, bytes, sha256, savedAt: clock.now() };
    placed?.(file);
    return { kind: 'kept', file };
  };

  const attempt = async (id: string, request: DownloadRequest): Promise<DownloadOutcome> => {
    try {
      const folder = await ensureFolders(library.root(), libraryFolders(request.taskCreatedAt));
      const before = unnamed.get(id);
      const isUsable = before !== undefined && before.folder === folder && (await sizeOf(before.part)) === before.bytes;
      const delivered = isUsable ? before : await deliver(id, folder, request);
      return delivered.kind === 'delivered' ? await giveName(id, delivered, request) : delivered;
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

type Taken = { readonly kind: 'taken' } & Pick<Delivered, 'type' | 'width' | 'height' | 'isSound'>;

/** A part that continues in another answer. */
interface More {
  readonly kind: 'more';
}

/**
 * Reads a picture, or what was delivered in its place, into its part file, and syncs the file once it is complete. It is complete if the server
 * marked its end, or if the picture has its end mark. Otherwise a lost connection looks like an end, so the picture is fetched again until
 * three deliveries in a row had the same length (`isRepeated`).
 */
async function takeIn(part: PartFile, arrived: ArrivingImage, isRepeated: (bytes: number) => boolean, mostBytes: number): Promise<Taken | More | DownloadOutcome> {
  const errorPage: DownloadOutcome = { kind: 'error-page', detail: arrived.contentType };
  try {
    for await (const chunk of arrived.body) {
      await part.append(chunk);
      if (part.bytes > mostBytes) return tooLarge(part.bytes);
      if (part.bytes >= typeBytes && deliveredTypeOf(part.head) === null) return errorPage;
    }
  } catch (error) {
    // A later attempt continues after what arrived.
    await part.flush().catch(() => undefined);
    throw error;
  }
  await part.flush();
  const hasLength = arrived.total === null || part.bytes === arrived.total;
  if (part.bytes === 0) return hasLength ? errorPage : cutShort(0, arrived.total);
  if (arrived.isPart && arrived.total !== null && part.bytes < arrived.total) return { kind: 'more' };
  const type = deliveredTypeOf(part.head);
  if (type === null) return hasLength ? errorPage : cutShort(part.bytes, arrived.total);
  const { isWhole, ...found } = await inspectDelivery(type, part.source());
  const endIsKnown = arrived.endIsMarked || (isShown(type) && isWhole);
  const isCertain = hasLength && endIsKnown;
  if (!isCertain && !isRepeated(part.bytes)) return cutShort(part.bytes, arrived.total);
  await part.sync();
  return { kind: 'taken', ...found, isSound: isWhole || !isCertain };
}

/** The picture in an interrupted part, if it goes on to its end mark. */
async function wholeIn(part: PartFile): Promise<Taken | null> {
  const type = deliveredTypeOf(part.head);
  const header = type !== null && isShown(type) ? await inspectImage(type, part.source()) : null;
  if (type === null || !header?.isWhole) return null;
  await part.sync();
  return { kind: 'taken', type, width: header.width, height: header.height, isSound: true };
}

function cutShort(bytes: number, total: number | null): DownloadOutcome {
  return { kind: 'trouble', detail: `${bytes}/${total ?? '?'}`, retryAfterMs: null };
}

function tooLarge(bytes: number): DownloadOutcome {
  return { kind: 'refused', why: 'too-large', detail: String(bytes) };
}

/** A picture whose bytes were in the answer. */
function arrivingInline(text: string): ArrivingImage {
  return {
    kind: 'arriving',
    resumed: false,
    total: null,
    isPart: false,
    endIsMarked: true,
    etag: null,
    contentType: 'b64_json',
    body: (async function* () {
      yield inlineBytes(text);
    })(),
  };
}

function resourceOf(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
