import { AppFailure, type ErrorCode } from '../../../shared/errors.ts';
import { ObjectFailure, type ObjectTrouble } from '../http/object-store.ts';

const codes: Readonly<Record<ObjectTrouble, ErrorCode>> = {
  unreachable: 'bucket-unreachable',
  busy: 'bucket-busy',
  'key-refused': 'bucket-key-refused',
  denied: 'bucket-denied',
  'no-bucket': 'bucket-missing',
  clock: 'bucket-clock',
  region: 'bucket-region',
  full: 'bucket-full',
  unsupported: 'bucket-odd',
  unproved: 'bucket-unproved',
  odd: 'bucket-odd',
};

/** The AppFailure of what a bucket refused. Any other error stays as it is. */
export function mirrorFailure(error: unknown): unknown {
  return error instanceof ObjectFailure ? new AppFailure(codes[error.why], error.detail, { cause: error }) : error;
}
