import { fieldsOf, firstOf, type Fields } from './answer-levels.ts';

/** The error that an answer reports. */
export interface AnswerError {
  readonly code: string | null;
  readonly message: string | null;
}

const maxDepth = 4;

/** Plain names (answer-words.ts). */
const reasons = ['error', 'errors', 'failreason', 'failurereason', 'errormessage', 'errormsg', 'failmsg'];
const messages = ['message', 'msg', 'detail', 'details', 'errormessage', 'errormsg', 'failmsg', 'errordescription', 'taskstatusmsg', 'description', 'reason', 'title', 'name'];
const codes = ['code', 'errorcode', 'failcode', 'type', 'name'];
/** Codes that stand beside an error and not in it. */
const failureCodes = ['code', 'errorcode', 'failcode'];
const advice = ['suggestion', 'hint'];

/** In a field for errors, these say that there is none. */
const noError = /^(?:0|null|none|no error|undefined|false|ok|success)$/i;
const successCode = /^(?:0+|1|none|null|20\d{1,4}|2\d\d|ok|success|succeeded|true)$/i;
const successWords = /^(?:ok|success|successful|succeeded|操作成功|请求成功|成功)[.!]?$/i;

/**
 * Reads the forms of `error` that services use, because the interface shows none: a string, an object with a code, message or type,
 * such an object inside another, or a list. `{}`, null and empty text are not errors.
 */
export function readError(value: unknown, depth = maxDepth): AnswerError | null {
  if (depth === 0) return null;
  const words = wordsOf(value);
  if (words !== null) return { code: null, message: words };
  if (Array.isArray(value)) return firstOf(value, (entry) => readError(entry, depth - 1));
  const fields = value instanceof Map ? (value as Fields) : fieldsOf(value);
  if (fields === null) return null;
  const inner = firstOf(reasons, (name) => reasonIn(fields, name, depth - 1));
  const code = inner?.code ?? firstOf(codes, (name) => wordsOf(fields.get(name))) ?? httpStatusIn(fields);
  const message = inner?.message ?? firstOf(messages, (name) => messageOf(fields.get(name), depth - 1));
  if (code === null && message === null) return null;
  return { code, message: message === code ? null : withAdvice(message, fields) };
}

/** The error in the fields that exist only for errors. */
export function statedError(fields: Fields): AnswerError | null {
  const stated = firstOf(reasons, (name) => reasonIn(fields, name, maxDepth));
  if (stated !== null) {
    // The code may be in a field of its own: `{"code":402,"error":"…"}`.
    return { code: stated.code ?? failureCodeOf(fields), message: withAdvice(stated.message, fields) };
  }
  const code = failureCodeOf(fields);
  if (code !== null || ['success', 'ok'].some((name) => /^false$/i.test(String(fields.get(name))))) {
    return readError(fields) ?? { code, message: null };
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
  return (
    /server_?error|internal|time_?d?_?out|unavailable|overload|bad_?gateway/i.test(error.code ?? '') ||
    /^(?:an? )?(?:internal|unexpected|unknown)(?: server)? error|\btimed? ?out\b|bad gateway/i.test(error.message ?? '')
  );
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

/** Whether an error is about the path and not about a task, as a gateway says that has lost its service. */
export function saysNoPath({ code, message }: AnswerError): boolean {
  return /\broutes?\b|\bendpoints?\b|\bcannot get \/|deployment[ _]not|(?:path|url|page) (?:was )?not found|no (?:healthy )?upstream/i.test(`${code ?? ''} ${message ?? ''}`);
}

function reasonIn(fields: Fields, name: string, depth: number): AnswerError | null {
  const value = fields.get(name);
  return noError.test(wordsOf(value) ?? '') ? null : readError(value, depth);
}

function failureCodeOf(fields: Fields): string | null {
  const code = firstOf(failureCodes, (name) => codeIn(fields, name));
  if (code === null) return null;
  return ['message', 'msg'].some((name) => successWords.test(wordsOf(fields.get(name)) ?? '')) ? null : code;
}

function codeIn(fields: Fields, name: string): string | null {
  const code = wordsOf(fields.get(name));
  return code === null || successCode.test(code) ? null : code;
}

function withAdvice(message: string | null, fields: Fields): string | null {
  const more = firstOf(advice, (name) => wordsOf(fields.get(name)));
  return message === null || more === null || message.includes(more) ? (message ?? more) : `${message} ${more}`;
}

/** The status in `{"title":"…","status":404}`. A word there would be the status of a task. */
function httpStatusIn(fields: Fields): string | null {
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
