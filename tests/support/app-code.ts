import { AppFailure } from '../../shared/errors.ts';

/** The code of an AppFailure, or the message of any other error. */
export const appCode = (error: unknown): string => (error instanceof AppFailure ? error.appError.code : String(error));

/** The code with which it failed, or `none`. */
export const appCodeOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'none', appCode);
