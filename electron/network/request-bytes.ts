import { HttpFailure, type HttpRequest } from '../core/http/http-client.ts';

/** The parts of an address as they are sent. */
export interface RequestTarget {
  /** `https://host[:port]`, without the port that the scheme stands for. */
  readonly origin: string;
  readonly secure: boolean;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** For the Host header. */
  readonly authority: string;
  readonly path: string;
}

type Server = Omit<RequestTarget, 'path'>;

/** Servers by the beginning of an address, because thousands of queries an hour go to the same few. */
const servers = new Map<string, Server>();
const mostServers = 100;

/** Without `URL.pathname`, which collapses `%2e%2e`: a task id must reach the service unchanged. Throws HttpFailure, `sent: false`. */
export function targetOf(url: string): RequestTarget {
  const [, start = '', rest = ''] = /^(https?:\/\/[^/?#\\]+)([^#]*)/i.exec(url) ?? [];
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  if (/[^\x21-\xff]/.test(path)) throw new HttpFailure('ERR_INVALID_URL', false);
  return { ...(servers.get(start) ?? serverOf(start)), path };
}

function serverOf(start: string): Server {
  const { origin, username, password, hostname, host, port, protocol } = new URL(start);
  if (username !== '' || password !== '') throw new HttpFailure('ERR_INVALID_URL', false);
  if (servers.size >= mostServers) servers.clear();
  const secure = protocol === 'https:';
  const server = { origin, secure, host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (secure ? 443 : 80) : Number(port), authority: host };
  servers.set(start, server);
  return server;
}

/** The bytes of a request. Throws HttpFailure, `sent: false`, if a header holds what a header cannot hold, such as the end of a line. */
export function headOf({ method, headers, body }: HttpRequest, { authority, path }: RequestTarget, bodyBytes: number, closes: boolean): Buffer {
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${authority}\r\nconnection: ${closes ? 'close' : 'keep-alive'}\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value)) throw new HttpFailure('ERR_INVALID_CHAR', false);
    text += `${name}: ${value}\r\n`;
  }
  if (body !== undefined || method === 'POST' || method === 'PUT') text += `content-length: ${bodyBytes}\r\n`;
  return Buffer.from(`${text}\r\n`, 'latin1');
}
