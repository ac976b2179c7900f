import { HttpFailure } from '../core/http/http-client.ts';
import { codeOf } from '../core/util/system-errors.ts';

/** undici's own codes that say less than the system's. */
const knownCodes: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_INFO: 'ECONNRESET',
};

/** Turns a transport error into an HttpFailure. */
export function toHttpFailure(error: unknown, sent: boolean): HttpFailure {
  if (error instanceof HttpFailure) return error.sent === sent ? error : new HttpFailure(error.code, sent, { cause: error });
  const code = codeOf(error) || (error instanceof Error ? error.name : 'FAILED');
  return new HttpFailure(knownCodes[code] ?? code, sent, { cause: error });
}
