import { readUrl } from './read-url.ts';

/** Where a proxy listens. */
export interface ProxyAddress {
  /** The connection to the proxy itself is encrypted (`https://`). */
  readonly secure: boolean;
  /** A name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Reads `http://host:port` or `https://host:port`. Null for anything else, including an address with a user or a path. */
export function parseProxyAddress(text: string): ProxyAddress | null {
  const url = readUrl(text.trim());
  if (url === null) return null;
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') return null;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/') return null;
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return port === 0 ? null : { secure, host: url.hostname.replace(/^\[|\]$/g, ''), port };
}
