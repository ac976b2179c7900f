/** The error that an answer reports. */
export interface AnswerError {
  readonly code: string | null;
  readonly message: string | null;
}

const maxDepth = 4;

const reasons = ['error', 'errors', 'fail_reason', 'failure_reason', 'failReason', 'error_message'];
const messages = ['message', 'msg', 'detail', 'details', 'error_message', 'description', 'reason', 'title', 'name'];
const codes = ['code', 'error_code', 'type', 'name'];

/**
 * Reads the forms of `error` that services use, because the interface shows none: a string, an object with a code, message or type,
 * such an object inside another, or a list. `{}`, null and empty text are not errors.
 */
export function readError(value: unknown, depth = maxDepth): AnswerError | null {
  if (depth === 0) return null;
  const words = wordsOf(value);
  if (words !== null) return { code: null, message: words };
  if (Array.isArray(value)) return firstOf(value, (entry) => readError(entry, depth - 1));
  if (typeof value !== 'object' || value === null) return null;
  const fields = new Map(Object.entries(value));
  const inner = firstOf(reasons, (name) => readError(fields.get(name), depth - 1));
  const code = inner?.code ?? firstOf(codes, (name) => wordsOf(fields.get(name))) ?? httpStatusIn(fields);
  const message = inner?.message ?? firstOf(messages, (name) => messageOf(fields.get(name), depth - 1));
  return code === null && message === null ? null : { code, message: message === code ? null : message };
}

/** The error in the fields that exist only for errors. */
export function statedError(fields: ReadonlyMap<string, unknown>): AnswerError | null {
  const stated = firstOf(reasons, (name) => readError(fields.get(name)));
  if (stated !== null) {
    // The code may be in a field of its own: `{"code":402,"error":"…"}`.
    return { code: stated.code ?? failureCodeOf(fields), message: stated.message };
  }
  const code = failureCodeOf(fields);
  if (code !== null || fields.get('success') === false || fields.get('ok') === false) {
    return readError(Object.fromEntries(fields)) ?? { code, message: null };
  }
  return null;
}

/** The HTTP status that an error's code stands for, if it is one. */
export function statusOfCode(error: AnswerError | null): number | null {
  return error?.code !== null && error?.code !== undefined && /^[45]\d\d$/.test(error.code) ? Number(error.code) : null;
}

/** Whether the outcome of the request is still open, as after an internal error of the server. */
export function isUncertain(error: AnswerError): boolean {
  const status = statusOfCode(error);
  if (status !== null) return status >= 500 || status === 408;
  return /server_?error|internal|time_?d?_?out|unavailable|overload|bad_?gateway/i.test(error.code ?? '');
}

/** Whether the error says that there is no such task. */
export function saysNotFound(error: AnswerError): boolean {
  const status = statusOfCode(error);
  if (status === 404 || status === 410) return true;
  const words = `${error.code ?? ''} ${error.message ?? ''}`;
  return (
    /not[ _-]?found|not[ _-]exist|n['’]t exist|no such/i.test(words) &&
    !/\b(key|token|account|user|model|route|endpoint)\b/i.test(words)
  );
}

function failureCodeOf(fields: ReadonlyMap<string, unknown>): string | null {
  const code = wordsOf(fields.get('code'));
  return code === null || /^(0|2\d\d|ok|success|succeeded)$/i.test(code) ? null : code;
}

/** The status in `{"title":"…","status":404}`. A word there would be the status of a task. */
function httpStatusIn(fields: ReadonlyMap<string, unknown>): string | null {
  const status = fields.get('status');
  return typeof status === 'number' ? String(status) : null;
}

function messageOf(value: unknown, depth: number): string | null {
  return wordsOf(value) ?? readError(value, depth)?.message ?? null;
}

function wordsOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function firstOf<T, R>(values: Iterable<T>, read: (value: T) => R | null): R | null {
  for (const value of values) {
    const found = read(value);
    if (found !== null) return found;
  }
  return null;
}
