/**
 * Every error a person may meet has a code here and words in the catalogue under `error.<code>`
 * (what happened, what it means for the money, what to do). `detail` is technical, already redacted,
 * and shown small.
 */
export const errorCodes = [
  'refused-sender',
  'bad-request',
  'internal',
  'not-found',
  'wrong-state',
  'import-ended',
  'import-under-way',
  'import-undoing',
  'export-under-way',
  'no-account',
  'not-confirmed',
  'account-removed',
  'key-missing',
  'key-malformed',
  'key-spaces',
  'key-masked',
  'key-dashes',
  'clipboard-empty',
  'clipboard-no-key',
  'key-unreadable',
  'no-keyring',
  'address-invalid',
  'address-not-https',
  'address-has-user',
  'console-invalid',
  'browser-failed',
  'id-known',
  'id-not-confirmed',
  'tasks-not-listed',
  'disk-full',
  'disk-silent',
  'folder-unwritable',
  'file-missing',
  'file-too-large',
  'file-unreadable',
  'file-not-text',
  'file-changed',
  'file-exists',
  'too-many-prompts',
  'snippet-taken',
  'wildcard-too-large',
  'picture-unreadable',
  'not-opened',
  'command-foreign',
  'command-not-installed',
  'needs-window',
  'profile-in-use',
  'other-version',
  'owner-ended',
  'no-program',
  'library-in-use',
  'reference-not-shown',
  'reference-too-large',
  'reference-gone',
  'too-many-references',
  'references-refused',
  'view-replaced',
  'part-missing',
  'database-failed',
  'assistant-account',
  'request-id-used',
  'bucket-unreachable',
  'bucket-busy',
  'bucket-key-refused',
  'bucket-denied',
  'bucket-missing',
  'bucket-clock',
  'bucket-region',
  'bucket-full',
  'bucket-unproved',
  'bucket-odd',
  'mirror-not-set',
  'mirror-no-secret',
  'mirror-under-way',
  'mirror-empty',
  'mirror-several',
  'mirror-newer',
  'mirror-damaged',
  'mirror-other-library',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface AppError {
  readonly code: ErrorCode;
  readonly detail?: string;
}

/** What a page is told of an error. */
export function appErrorOf(error: unknown): AppError {
  return error instanceof AppFailure ? error.appError : { code: 'internal' };
}

/** Carries an AppError through code that throws; the IPC border turns it into a Result. */
export class AppFailure extends Error {
  readonly appError: AppError;

  constructor(code: ErrorCode, detail?: string, options?: ErrorOptions) {
    super(detail === undefined ? code : `${code}: ${detail}`, options);
    this.name = 'AppFailure';
    this.appError = detail === undefined ? { code } : { code, detail };
  }
}
