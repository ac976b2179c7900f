import { HttpFailure } from '../core/http/http-client.ts';
import { codeOf } from '../core/util/system-errors.ts';

/** Turns a transport error into an HttpFailure. */
export function toHttpFailure(error: unknown, sent: boolean): HttpFailure {
  if (error instanceof HttpFailure) return error.sent === sent ? error : new HttpFailure(error.code, sent, { cause: error });
  return new HttpFailure(codeOf(error) || (error instanceof Error ? error.name : 'FAILED'), sent, { cause: error });
}
