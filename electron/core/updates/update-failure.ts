import { AppFailure } from '../../../shared/errors.ts';
import type { UpdateFault } from '../../../shared/updates/update-state.ts';
import { isFull, isSystemError } from '../util/system-errors.ts';

/** Why an update goes no further. */
export class UpdateFailure extends Error {
  readonly fault: UpdateFault;

  constructor(fault: UpdateFault, detail = '', options?: ErrorOptions) {
    super(detail === '' ? fault : `${fault}: ${detail}`, options);
    this.name = 'UpdateFailure';
    this.fault = fault;
  }
}

/** The UpdateFailure of a system's error while a file was written. Any other error stays as it is. */
export function writingFailure(error: unknown): unknown {
  // From a file that was to be replaced whole.
  if (error instanceof AppFailure && (error.appError.code === 'disk-full' || error.appError.code === 'folder-unwritable')) return new UpdateFailure(error.appError.code, error.message, { cause: error });
  if (!isSystemError(error)) return error;
  return new UpdateFailure(isFull(error) ? 'disk-full' : 'folder-unwritable', (error as Error).message, { cause: error });
}
