import { readUrl } from './read-url.ts';

import type { ErrorCode } from '../errors.ts';

export type ConsoleAddressReading = { readonly ok: true; readonly address: string } | { readonly ok: false; readonly why: Extract<ErrorCode, 'console-invalid'> };

/** Reads the address of a web page that may be opened in the browser: https only, and without a user name or password in it. */
export function readConsoleAddress(text: string): ConsoleAddressReading {
  const trimmed = text.trim();
  const url = readUrl(/^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/]+:\d+(\/|$)/.test(trimmed) ? trimmed : `https://${trimmed}`);
  const allowed = url !== null && url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
  return allowed ? { ok: true, address: url.href } : { ok: false, why: 'console-invalid' };
}
