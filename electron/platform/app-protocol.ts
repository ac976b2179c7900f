import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CustomScheme } from 'electron';
import { realFileIn } from '../core/library/files/real-file.ts';
import { streamOf, streamOfBytes } from './file-stream.ts';
import { isShown, type ImageId, type ImageType } from '../../shared/task.ts';
import { thumbnailType } from '../../shared/windows/thumbnail-look.ts';

/**
 * The app's own scheme, with four hosts:
 *
 * - `latent://app/…`: the built renderer, from a fixed list of files
 * - `latent://picture/<image id>`: the file as it came, if Latent can show its type. A JPEG gets its end mark if it lacks one, because Chromium
 *   leaves out the last rows without it
 * - `latent://thumbnail/<image id>`: its thumbnail, as soon as it is made
 * - `latent://reference/<sha256>`: the copy of a picture that requests refer to
 *
 * Pictures are named by id or content alone; a path never comes from a page.
 */
export const latentScheme: CustomScheme = {
  scheme: 'latent',
  // Chromium keeps the compiled code of the page's scripts (from Electron 28 on).
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, corsEnabled: true, codeCache: true },
};

export const appOrigin = 'latent://app';

export interface PictureFile {
  readonly path: string;
  readonly root: string;
  readonly type: ImageType;
  /** From the picture's header, which is read before anything is decoded. */
  readonly width: number;
  readonly height: number;
}

/** Larger pictures are never decoded: a file of a few kilobytes can claim so many pixels that they fill the memory. */
const mostPixels = 200_000_000;

/** What the handler needs to know about pictures. */
export interface PictureSource {
  /** Absolute path of a kept picture's file, the library folder that it must be in, its type and its pixels; or null. */
  file(id: ImageId): Promise<PictureFile | null>;
  /** Its bytes, waiting until they are made; null when the picture cannot be decoded. */
  thumbnail(id: ImageId): Promise<Uint8Array | null>;
  /** The copy of a reference picture; or null. */
  reference(sha256: string): Promise<PictureFile | null>;
}

const pageTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

const policy = (connect: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' latent:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const notFound = (): Response => new Response(null, { status: 404 });

/**
 * Answers every request for the scheme; unknown hosts, ids and files are 404. `fill`: completes the window's HTML. `answered`: called
 * when the page has nearly all of a file of the renderer, or has asked for the window's HTML, with its text.
 */
export function createProtocolHandler(
  rendererFolder: string,
  pictures: PictureSource,
  fill: (html: string) => string,
  answered: (pathname: string, html: string | null) => void = () => undefined,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET') return new Response(null, { status: 405 });
    const { hostname, pathname } = new URL(request.url);
    try {
      if (hostname === 'app') return await page(rendererFolder, pathname, fill, answered);
      if (hostname === 'picture') return await picture(pictures, pathname);
      if (hostname === 'thumbnail') return await thumbnail(pictures, pathname);
      if (hostname === 'reference') return await shownFile(await reference(pictures, pathname));
    } catch {
      // The file went away before it was read.
    }
    return notFound();
  };
}

async function page(folder: string, pathname: string, fill: (html: string) => string, answered: (pathname: string, html: string | null) => void): Promise<Response> {
  // Only names that the build makes: nothing to decode, and no way out of the folder.
  if (!/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(pathname)) return notFound();
  const file = path.join(folder, pathname);
  const type = pageTypes[path.extname(file)];
  if (type === undefined) return notFound();
  const headers: Record<string, string> = { 'content-type': type, 'x-content-type-options': 'nosniff' };
  // No opener policy: it would make Chromium replace the process that it has just started, and no page has an opener or can open another (page-restrictions.ts).
  if (type.startsWith('text/html')) headers['content-security-policy'] = policy(pathname === '/decoder.html' ? 'latent:' : "'none'");
  if (pathname !== '/index.html') return streamed(file, headers, nothing, () => answered(pathname, null));
  const text = await readFile(file, 'utf8');
  answered(pathname, text);
  return new Response(fill(text), { headers });
}

async function picture(pictures: PictureSource, pathname: string): Promise<Response> {
  const id = imageIdOf(pathname);
  return shownFile(id === null ? null : await pictures.file(id));
}

async function reference(pictures: PictureSource, pathname: string): Promise<PictureFile | null> {
  const sha256 = /^\/([0-9a-f]{64})$/.exec(pathname)?.[1];
  return sha256 === undefined ? null : pictures.reference(sha256);
}

async function shownFile(found: PictureFile | null): Promise<Response> {
  // A file that is only kept must not reach a decoder or, if it is an SVG, a page.
  if (found === null || !isShown(found.type)) return notFound();
  if (found.width * found.height > mostPixels) return new Response(null, { status: 413 });
  const real = await realFileIn(found.root, found.path);
  if (real === null) return notFound();
  return streamed(real, { ...pictureHeaders, 'content-type': `image/${found.type}` }, found.type === 'jpeg' ? jpegEnd : nothing);
}

async function thumbnail(pictures: PictureSource, pathname: string): Promise<Response> {
  const id = imageIdOf(pathname);
  const bytes = id === null ? null : await pictures.thumbnail(id);
  if (bytes === null) return notFound();
  return new Response(Buffer.from(bytes), { headers: { ...pictureHeaders, 'content-type': thumbnailType(bytes) ?? 'image/webp', 'cache-control': 'max-age=31536000' } });
}

const pictureHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  // The decoder's page reads the bytes; it has the app's origin.
  'access-control-allow-origin': appOrigin,
} as const;

// A link that replaced the file meanwhile is not followed, and a pipe does not block. Windows has neither flag.
const plainFile = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Bytes up to which a file is read in one piece, which costs half as much as a stream. */
const wholeLimit = 16 * 1024 * 1024;

const nothing = Buffer.alloc(0);
const jpegEnd = Buffer.from('ffd9', 'hex');

/** `end`: follows the file if the file does not end with it. `taken`: called when the page has nearly all of a file that is read in one piece. */
async function streamed(file: string, headers: Record<string, string>, end: Buffer = nothing, taken?: () => void): Promise<Response> {
  const handle = await open(file, plainFile);
  const stat = await handle.stat();
  if (!stat.isFile()) {
    await handle.close();
    return notFound();
  }
  const last = Buffer.alloc(end.length);
  if (end.length > 0) await handle.read(last, 0, end.length, Math.max(0, stat.size - end.length)).catch(() => undefined);
  const added = last.equals(end) ? nothing : end;
  const answerHeaders = { ...headers, 'content-length': String(stat.size + added.length) };
  if (stat.size <= wholeLimit) {
    try {
      const bytes = await handle.readFile();
      return new Response(streamOfBytes(added.length === 0 ? bytes : Buffer.concat([bytes, added]), taken), { headers: answerHeaders });
    } finally {
      await handle.close();
    }
  }
  return new Response(streamOf(handle, added), { headers: answerHeaders });
}

function imageIdOf(pathname: string): ImageId | null {
  const match = /^\/([1-9][0-9]{0,9})$/.exec(pathname);
  return match === null ? null : Number(match[1]);
}
