import { isUncertain, statusOfCode, type AnswerError } from './answer-error.ts';
import { taskIdIn } from './answer-schema.ts';
import type { SubmitOutcome } from './outcomes.ts';
import type { ServiceAnswer } from './service-answer.ts';

/** Statuses below 500 that leave open whether the task was accepted: 408, and two that proxies use when a client disconnects. */
const uncertainRefusals = new Set([408, 460, 499]);

/**
 * What an answer to the POST means (service-interface §4, §7). `rejected` is certain: the service says that it did not
 * accept the task. If an answer leaves that open, the outcome is `unknown`. An id outweighs everything else.
 */
export function submitOutcome(answer: ServiceAnswer): SubmitOutcome {
  const { httpStatus, parsed, stored } = answer;
  const remoteId = idOf(answer);
  if (remoteId !== null) return { kind: 'accepted', remoteId, moreIds: [], images: [], facts: parsed.facts, answer: stored };
  const refused = httpStatus >= 400 && httpStatus < 500 && !uncertainRefusals.has(httpStatus);
  if (refused) return rejected(answer, parsed.words);
  const succeeded = httpStatus >= 200 && httpStatus < 300;
  if (succeeded && parsed.status === 'failed') return rejected(answer, parsed.error ?? parsed.words);
  if (succeeded && parsed.error !== null && !isUncertain(parsed.error)) return rejected(answer, parsed.error);
  return {
    kind: 'unknown',
    reason: unknownReason(answer),
    said: answer.said(succeeded ? parsed.error : parsed.words),
    answer: stored,
  };
}

/**
 * Any id counts, except in a refusal. Some services put the id of the error or the request there, so it must be
 * recognizable as a task's, or come without an error message.
 */
function idOf({ httpStatus, headers, parsed }: ServiceAnswer): string | null {
  const refusal = httpStatus >= 400 && httpStatus < 500;
  if (parsed.id !== null && (!refusal || parsed.namesTask || parsed.words === null)) return parsed.id;
  return refusal ? null : taskIdIn(headers['location']);
}

function rejected(answer: ServiceAnswer, error: AnswerError | null): SubmitOutcome {
  // Not 403: services answer a moderated prompt with it too, and one prompt must not hold up the account.
  const keyRefused = answer.httpStatus === 401 || statusOfCode(error) === 401;
  return { kind: 'rejected', keyRefused, said: answer.said(error), answer: answer.stored };
}

function unknownReason({ httpStatus, parsed, cut }: ServiceAnswer): Extract<SubmitOutcome, { kind: 'unknown' }>['reason'] {
  if (httpStatus >= 400) return 'server-error';
  if (httpStatus >= 300) return 'redirected';
  if (parsed.error !== null && isUncertain(parsed.error)) return 'server-error';
  return cut === null || cut === 'too-large' ? 'answer-without-id' : 'connection-lost';
}
