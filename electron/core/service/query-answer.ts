import type { PollTrouble } from '../../../shared/task.ts';
import { isUncertain, saysNoPath, saysNotFound, statusOfCode, type AnswerError } from './answers/answer-error.ts';
import { saysBusy } from './answers/answer-words.ts';
import type { QueryOutcome } from './outcomes.ts';
import { retryAfterMs } from '../http/retry-after.ts';
import { namesBearer, type ServiceAnswer } from './service-answer.ts';

/** What an answer to a query means (service-interface §3, §4). Only a clean answer moves the task. */
export function queryOutcome(answer: ServiceAnswer): QueryOutcome {
  const { httpStatus, cut, parsed } = answer;
  if (isIntercepted(answer)) return trouble(answer, 'intercepted', parsed.words);
  if (httpStatus < 200 || httpStatus >= 300) return refusalOf(answer, httpStatus, parsed.words);
  // The connection may have failed after the last byte of the JSON, or its length may be announced wrongly. Of a stream of events, the last may be missing.
  const isWhole = cut === null || (cut !== 'too-large' && parsed.readable && !parsed.left.some((what) => what === 'cut-off' || what === 'event-lines' || what === 'other-value'));
  if (!isWhole) return trouble(answer, cut === 'too-large' ? 'unreadable' : 'no-answer', null);
  if (!parsed.readable) return trouble(answer, 'unreadable', parsed.words);
  return statedOutcome(answer);
}

/**
 * Whether something in between may have answered in the service's place, such as a login or challenge page: only JSON is the service's own word on a
 * key or a task. Errors of servers (502, 503 …) stay those, because the service's own gateway answers them with a page too.
 */
function isIntercepted(answer: ServiceAnswer): boolean {
  const { httpStatus, parsed } = answer;
  if (httpStatus === 407 || httpStatus === 511 || (httpStatus >= 300 && httpStatus < 400)) return true;
  if (parsed.readable) return false;
  if (httpStatus < 300) return answer.isPage;
  return httpStatus < 500 && ![408, 425, 429].includes(httpStatus) && !namesBearer(answer);
}

function statedOutcome(answer: ServiceAnswer): QueryOutcome {
  const { parsed, stored } = answer;
  const { id, status, images, listed, isOutput, facts, error } = parsed;
  // `{"status":"error","code":404,…}`: the request failed, not a task.
  if (id === null && (status === 'failed' || status === 'unknown') && isAboutRequest(error))
    return refusalOf(answer, null, error);
  switch (status) {
    case 'completed':
      return { kind: 'completed', images, listed, facts, answer: stored };
    case 'failed':
      // It delivers nevertheless, such as those of several that did not fail: they may have been charged, and are fetched also after a restart.
      if (isOutput && images.length > 0) return { kind: 'completed', images, listed, facts, answer: stored };
      return { kind: 'failed', said: answer.said(error ?? parsed.words), facts, answer: stored };
    case 'processing':
      return { kind: 'processing', facts, answer: stored };
    case 'unknown': {
      const word: AnswerError = { code: null, message: facts.statusWord };
      if (saysNotFound(word)) return { kind: 'not-found', said: answer.said(error ?? word), answer: stored };
      return { kind: 'processing', ...(error === null ? {} : { reported: answer.said(error) }), facts, answer: stored };
    }
    case null:
      if (error !== null) return refusalOf(answer, null, error);
      // `output` is present when the task is completed (service-interface §2).
      if (images.length > 0) return { kind: 'completed', images, listed, facts, answer: stored };
      return id === null ? trouble(answer, 'unreadable', parsed.words) : { kind: 'processing', facts, answer: stored };
  }
}

/** Whether an error in a body is an HTTP error, and so about the request. */
function isAboutRequest(error: AnswerError | null): boolean {
  return error !== null && (statusOfCode(error) !== null || saysNotFound(error));
}

/** `httpStatus` is null if only the body reports the error. */
function refusalOf(answer: ServiceAnswer, httpStatus: number | null, error: AnswerError | null): QueryOutcome {
  const said = answer.said(error);
  const status = httpStatus ?? statusOfCode(error);
  switch (status) {
    case 401:
    case 403:
      return { kind: 'key-refused', said, answer: answer.stored };
    case 404:
    case 410:
      return error !== null && saysNoPath(error) ? trouble(answer, 'intercepted', error) : { kind: 'not-found', said, answer: answer.stored };
    case 429:
      return trouble(answer, 'rate-limited', error);
    case 408:
    case 425:
      return trouble(answer, 'server-error', error);
    default:
      if (status !== null && status >= 500) return trouble(answer, 'server-error', error);
      if (httpStatus !== null && statusOfCode(error) !== null) return refusalOf(answer, null, error);
      if (error !== null && saysNotFound(error)) return { kind: 'not-found', said, answer: answer.stored };
      if (error !== null && saysBusy(`${error.code ?? ''} ${error.message ?? ''}`)) return trouble(answer, 'rate-limited', error);
      return trouble(answer, error !== null && isUncertain(error) ? 'server-error' : 'refused', error);
  }
}

function trouble(answer: ServiceAnswer, kind: PollTrouble['kind'], error: AnswerError | null): QueryOutcome {
  const { headers, stored } = answer;
  return {
    kind: 'trouble',
    trouble: kind,
    said: answer.said(error),
    retryAfterMs: retryAfterMs(headers, stored.at),
    answer: stored,
  };
}
