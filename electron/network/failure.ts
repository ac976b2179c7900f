import { HttpFailure } from '../core/http/http-client.ts';

/** undici's own codes that say less than the system's. */
const knownCodes: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_INFO: 'ECONNRESET',
};

/** Turns a transport error into an HttpFailure. */
export function toHttpFailure(error: unknown, sent: boolean): HttpFailure {
  if (error instanceof HttpFailure) return error.sent === sent ? error : new HttpFailure(error.code, sent, { cause: error });
  const code = codeOf(error);
  return new HttpFailure(knownCodes[code] ?? code, sent, { cause: error });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'FAILED';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
