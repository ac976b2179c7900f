import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

/** A way in which a server may frame a body, and what it does afterwards. */
export interface OddAnswer {
  readonly name: string;
  answer(body: Buffer): Buffer;
  /** The server closes the connection even if it was asked to keep it. */
  readonly closes?: true;
  /** The server never closes the connection, even if it was asked to. */
  readonly staysOpen?: true;
  /** The bytes do not tell whether they are all, so a query and a picture are asked for again. */
  readonly looksCut?: true;
  /** Nothing about it is odd, so its connection may carry another request. */
  readonly regular?: true;
  /** A pooled request learns only from the first answer that the announced length is wrong. */
  readonly miscounts?: true;
}

const type = 'content-type: application/json';
const ok = 'HTTP/1.1 200 OK';
const head = (...lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
const length = (body: Buffer, more = 0): string => `content-length: ${body.length + more}`;
const after = (...lines: readonly string[]) => (body: Buffer): Buffer => Buffer.concat([head(...lines, length(body)), body]);
const bare = (...lines: readonly string[]) => (body: Buffer): Buffer => Buffer.concat([head(...lines), body]);

interface ChunkForm {
  readonly extension?: string;
  readonly lineEnd?: string;
  readonly afterChunk?: string;
  readonly end?: string;
  readonly size?: (length: number) => string;
}

function chunked(body: Buffer, { extension = '', lineEnd = '\r\n', afterChunk = lineEnd, end = `0${lineEnd}${lineEnd}`, size = (bytes) => bytes.toString(16) }: ChunkForm = {}): Buffer {
  const cut = Math.ceil(body.length / 3);
  const parts = [body.subarray(0, cut), body.subarray(cut, 2 * cut), body.subarray(2 * cut)].filter((part) => part.length > 0);
  return Buffer.concat([...parts.flatMap((part) => [Buffer.from(`${size(part.length)}${extension}${lineEnd}`), part, Buffer.from(afterChunk)]), Buffer.from(end)]);
}
const inChunks = (form?: ChunkForm, ...lines: readonly string[]) => (body: Buffer): Buffer =>
  Buffer.concat([head(ok, type, 'transfer-encoding: chunked', ...lines), chunked(body, form)]);

const encoded = (coding: string, encode: (body: Buffer) => Buffer) => (body: Buffer): Buffer => {
  const bytes = encode(body);
  return Buffer.concat([head(ok, type, `content-encoding: ${coding}`, length(bytes)), bytes]);
};
const wrongChecksum = (encode: (body: Buffer) => Buffer, fromEnd: number) => (body: Buffer): Buffer => {
  const bytes = encode(body);
  bytes[bytes.length - fromEnd] = (bytes[bytes.length - fromEnd] ?? 0) ^ 0xff;
  return bytes;
};
const same = (body: Buffer): Buffer => body;

/** Answers that real servers, proxies and applications send though no standard allows them, and a few that are allowed and rare. */
export const oddAnswers: readonly OddAnswer[] = [
  { name: 'Content-Length with chunks', answer: (body) => inChunks({}, length(body))(body) },
  { name: 'Content-Length of the chunks with chunks', answer: (body) => inChunks({}, length(chunked(body)))(body) },
  { name: 'chunks announced, plain with Content-Length', answer: after(ok, type, 'transfer-encoding: chunked') },
  { name: 'chunks announced, plain until the end', answer: bare(ok, type, 'transfer-encoding: chunked'), closes: true },
  { name: 'chunks that nobody announced', answer: (body) => Buffer.concat([head(ok, type), chunked(body)]), closes: true },
  { name: 'the same Content-Length twice', answer: (body) => after(ok, type, length(body))(body) },
  { name: 'the same Content-Length twice in a line', answer: (body) => bare(ok, type, `content-length: ${body.length}, ${body.length}`)(body) },
  { name: 'two Content-Lengths, the first too small', answer: (body) => after(ok, type, length(body, -3))(body), miscounts: true },
  { name: 'two Content-Lengths, the first too large', answer: (body) => after(ok, type, length(body, 7))(body) },
  { name: 'two Content-Lengths, never closed', answer: (body) => after(ok, type, length(body, 7))(body), staysOpen: true },
  { name: 'Content-Length too small', answer: (body) => Buffer.concat([head(ok, type, length(body, -2)), body]), miscounts: true },
  { name: 'Content-Length too small, never closed', answer: (body) => Buffer.concat([head(ok, type, length(body, -2)), body]), miscounts: true, staysOpen: true },
  { name: 'Content-Length: 12abc', answer: bare(ok, type, 'content-length: 12abc'), closes: true },
  { name: 'Content-Length: -1', answer: bare(ok, type, 'content-length: -1'), closes: true },
  { name: 'an empty Content-Length', answer: bare(ok, type, 'content-length:'), closes: true },
  { name: 'Content-Length: +n', answer: (body) => bare(ok, type, `content-length: +${body.length}`)(body), closes: true },
  { name: 'Content-Length 0 with a body', answer: bare(ok, type, 'content-length: 0'), miscounts: true },
  { name: 'neither length nor chunks', answer: bare(ok, type), closes: true },
  { name: 'Transfer-Encoding: identity', answer: after(ok, type, 'transfer-encoding: identity') },
  { name: 'Transfer-Encoding: identity until the end', answer: bare(ok, type, 'transfer-encoding: identity'), closes: true },
  { name: 'Transfer-Encoding: chunked, chunked', answer: (body) => Buffer.concat([head(ok, type, 'transfer-encoding: chunked, chunked'), chunked(body)]) },
  { name: 'Transfer-Encoding: gzip, chunked', answer: (body) => Buffer.concat([head(ok, type, 'transfer-encoding: gzip, chunked'), chunked(gzipSync(body))]) },

  { name: 'a space before the colon', answer: after(ok, type, 'x-powered-by : php', 'content-language : en') },
  { name: 'Content-Length with a space before the colon', answer: (body) => bare(ok, type, `content-length : ${body.length}`)(body) },
  { name: 'a folded header', answer: after(ok, type, 'x-long: one', '\ttwo', '  three') },
  { name: 'a line without a colon', answer: after(ok, type, 'Warning mod_security', '<b>Notice</b>') },
  { name: 'a header without a name', answer: after(ok, type, ': nothing') },
  { name: 'lines that end with LF', answer: (body) => Buffer.concat([Buffer.from(`${ok}\n${type}\n${length(body)}\n\n`), body]) },
  { name: 'lines that end with LF and CRLF', answer: (body) => Buffer.concat([Buffer.from(`${ok}\r\n${type}\n${length(body)}\r\n\n`), body]) },
  { name: 'bytes beyond ASCII in a header', answer: after(ok, type, 'x-name: caf\xe9 \xff'), regular: true },
  { name: 'a control character and NUL in a header', answer: after(ok, type, 'x-odd: a\x01b\0c') },
  { name: 'a header of 200 kB', answer: after(ok, type, `set-cookie: ${'x'.repeat(200_000)}`), regular: true },
  { name: 'three thousand headers', answer: after(ok, type, ...Array.from({ length: 3000 }, (_, index) => `x-${index}: ${index}`)), regular: true },
  { name: 'a status line without a reason', answer: after('HTTP/1.1 200', type), regular: true },
  { name: 'a status line with two spaces', answer: after('HTTP/1.1  200  OK', type) },
  { name: 'a reason beyond ASCII', answer: after('HTTP/1.1 200 D\xe9j\xe0 vu', type), regular: true },
  { name: 'HTTP/1.0', answer: after('HTTP/1.0 200 OK', type), closes: true },
  { name: 'HTTP/1.0 until the end', answer: bare('HTTP/1.0 200 OK', type), closes: true },
  { name: 'HTTP/1.0 with chunks', answer: (body) => Buffer.concat([head('HTTP/1.0 200 OK', type, 'transfer-encoding: chunked'), chunked(body)]), closes: true },
  { name: 'HTTP/2 in the status line', answer: after('HTTP/2 200', type) },
  { name: 'http/1.1 in small letters', answer: after('http/1.1 200 ok', type) },
  { name: 'empty lines before the status line', answer: (body) => Buffer.concat([Buffer.from('\r\n\r\n'), after(ok, type)(body)]) },
  { name: '100 Continue before the answer', answer: (body) => Buffer.concat([head('HTTP/1.1 100 Continue'), after(ok, type)(body)]), regular: true },
  { name: '103, 102 and 100 before the answer', answer: (body) => Buffer.concat([head('HTTP/1.1 103 Early Hints', 'link: </a>'), head('HTTP/1.1 102 Processing'), head('HTTP/1.1 100'), after(ok, type)(body)]), regular: true },

  { name: 'sizes of chunks with extensions', answer: inChunks({ extension: ';name="a;b\\"c" ;=x' }), regular: true },
  { name: 'sizes of chunks with blanks', answer: inChunks({ extension: '  ' }) },
  { name: 'sizes of chunks with leading zeros', answer: inChunks({ size: (bytes) => bytes.toString(16).padStart(12, '0') }) },
  { name: 'chunks with LF', answer: inChunks({ lineEnd: '\n' }) },
  { name: 'chunks without a line end after them', answer: inChunks({ afterChunk: '' }) },
  { name: 'trailers after the last chunk', answer: inChunks({ end: '0\r\nx-checksum: 1\r\nx-more: 2\r\n\r\n' }), regular: true },
  { name: 'a last chunk without its empty line', answer: inChunks({ end: '0\r\n' }), staysOpen: true },
  { name: 'bytes after the last chunk', answer: inChunks({ end: '0\r\n\r\n\r\nrest' }) },
  { name: 'no last chunk', answer: inChunks({ end: '' }), closes: true, looksCut: true },

  { name: 'an answer that follows the answer', answer: (body) => Buffer.concat([after(ok, type)(body), head('HTTP/1.1 400 Bad Request', 'content-length: 0')]) },
  { name: 'line ends after the body', answer: (body) => Buffer.concat([after(ok, type)(body), Buffer.from('\r\n\r\n')]) },
  { name: 'Connection: close with a length', answer: after(ok, type, 'connection: close'), closes: true },
  { name: 'keep-alive, then closed', answer: after(ok, type, 'connection: keep-alive', 'keep-alive: timeout=60'), closes: true },
  { name: 'keep-alive, never closed', answer: after(ok, type, 'connection: keep-alive'), staysOpen: true, regular: true },

  { name: 'gzip', answer: encoded('gzip', gzipSync), regular: true },
  { name: 'gzip over plain', answer: encoded('gzip', same), regular: true },
  { name: 'deflate over plain', answer: encoded('deflate', same), regular: true },
  { name: 'br over plain', answer: encoded('br', same), regular: true },
  { name: 'gzip, br over plain', answer: encoded('gzip, br', same), regular: true },
  { name: 'br in gzip', answer: encoded('br, gzip', (body) => gzipSync(brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))), regular: true },
  { name: 'bare deflate', answer: encoded('deflate', deflateRawSync), regular: true },
  { name: 'gzip with a wrong checksum', answer: encoded('gzip', wrongChecksum(gzipSync, 8)), regular: true },
  { name: 'gzip with a wrong length', answer: encoded('gzip', wrongChecksum(gzipSync, 1)), regular: true },
  { name: 'gzip without its checksum', answer: encoded('gzip', (body) => gzipSync(body).subarray(0, -8)), regular: true },
  { name: 'gzip with a tail', answer: encoded('gzip', (body) => Buffer.concat([gzipSync(body), Buffer.from('\0\0 tail')])), regular: true },
  { name: 'gzip in two members', answer: encoded('gzip', (body) => Buffer.concat([gzipSync(body.subarray(0, 9)), gzipSync(body.subarray(9))])), regular: true },
  { name: 'deflate with a wrong checksum', answer: encoded('deflate', wrongChecksum(deflateSync, 2)), regular: true },
  { name: 'Content-Length larger than the gzip', answer: (body) => Buffer.concat([head(ok, type, 'content-encoding: gzip', length(gzipSync(body), 50)), gzipSync(body)]), closes: true, looksCut: true },
  { name: 'Content-Encoding: none', answer: encoded('none', same), regular: true },
  { name: 'Content-Encoding: utf-8', answer: encoded('utf-8', same), regular: true },
];
