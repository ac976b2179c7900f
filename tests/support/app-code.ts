import { AppFailure } from '../../shared/errors.ts';

/** The code that an AppFailure tells of; of any other error its words. */
export const appCode = (error: unknown): string => (error instanceof AppFailure ? error.appError.code : String(error));

/** With what code it failed; `none`: it did not. */
export const appCodeOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'none', appCode);
