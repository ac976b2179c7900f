import { retryAfterMs } from '../http/retry-after.ts';
import { isUncertain, statusOfCode, type AnswerError } from './answers/answer-error.ts';
import { taskIdIn } from './answers/answer-levels.ts';
import { saysBusy, saysUnpaid } from './answers/answer-words.ts';
import type { SubmitOutcome } from './outcomes.ts';
import type { NamedImage } from './answers/answered-image.ts';
import { namesBearer, type ServiceAnswer } from './service-answer.ts';

/** Statuses below 500 that leave open whether the task was accepted: 408, and two that proxies use when a client disconnects. */
const uncertainRefusals = new Set([408, 460, 499]);

/**
 * What an answer to the POST means (service-interface §4, §7). `rejected` and `busy` are certain: the service says that it did not accept the task.
 * If an answer leaves that open, the outcome is `unknown`. An id outweighs everything else, and after it pictures do, except those of the request
 * itself (`isSent`), which some services repeat.
 */
export function submitOutcome(given: ServiceAnswer, isSent: (address: string) => boolean = () => false): SubmitOutcome {
  const answer = withoutSent(given, isSent);
  const { httpStatus, parsed, stored } = answer;
  const { facts, error } = parsed;
  const remoteId = idOf(answer);
  if (remoteId !== null) return { kind: 'accepted', remoteId, moreIds: parsed.moreIds, images: finishedPictures(answer), listed: parsed.listed, facts, answer: stored };
  const succeeded = httpStatus >= 200 && httpStatus < 300;
  if (succeeded && parsed.status !== 'failed' && parsed.images.length > 0) return { kind: 'delivered', images: parsed.images, listed: parsed.listed, facts, answer: stored };
  if (httpStatus >= 400 && httpStatus < 500 && !uncertainRefusals.has(httpStatus)) return refusal(answer, parsed.words);
  if (succeeded && parsed.status === 'failed') return refusal(answer, error ?? parsed.words);
  if (succeeded && error !== null && !isUncertain(error)) return refusal(answer, error);
  return { kind: 'unknown', reason: unknownReason(answer), said: answer.said(error ?? parsed.words), answer: stored };
}

function withoutSent(answer: ServiceAnswer, isSent: (address: string) => boolean): ServiceAnswer {
  const { images, listed } = answer.parsed;
  const made = images.filter((image) => image.kind !== 'url' || !isSent(image.url));
  return { ...answer, parsed: { ...answer.parsed, images: made, listed: listed - (images.length - made.length) } };
}

/**
 * Any id counts, except in a refusal. Some services put the id of the error or the request there, so it must be
 * recognizable as a task's, or come without an error message.
 */
function idOf({ httpStatus, headers, parsed }: ServiceAnswer): string | null {
  const refused = httpStatus >= 400 && httpStatus < 500;
  if (parsed.id !== null && (!refused || parsed.namesTask || parsed.words === null)) return parsed.id;
  return refused ? null : taskIdIn(headers['location'] ?? headers['operation-location']);
}

/** The pictures of a task that is finished already. Without a status word, the answer may repeat the pictures of the request. */
function finishedPictures({ parsed }: ServiceAnswer): readonly NamedImage[] {
  return parsed.status === 'completed' || (parsed.status === null && parsed.isOutput) ? parsed.images : [];
}

function refusal(answer: ServiceAnswer, error: AnswerError | null): SubmitOutcome {
  const { httpStatus, headers, parsed, stored } = answer;
  const said = answer.said(error);
  const words = `${error?.code ?? ''} ${error?.message ?? ''}`;
  if (isBusy(answer, error) && !saysUnpaid(words)) return { kind: 'busy', said, retryAfterMs: retryAfterMs(headers, stored.at), answer: stored };
  // Not 403: services answer a moderated prompt with it too, and one prompt must not hold up the account. A page with 401 is not the service's word.
  const isAboutKey = httpStatus === 401 && (parsed.readable || namesBearer(answer));
  return { kind: 'rejected', keyRefused: isAboutKey || statusOfCode(error) === 401, said, answer: stored };
}

/** 400 and 422 are about the request, so words alone may mean a model or a number of pictures. A task that failed may have been worked on, so it is not sent again. */
function isBusy({ httpStatus, parsed }: ServiceAnswer, error: AnswerError | null): boolean {
  if (httpStatus < 400 && parsed.status === 'failed') return false;
  if (httpStatus === 429 || statusOfCode(error) === 429 || saysBusy(error?.code ?? '')) return true;
  return httpStatus >= 400 && httpStatus !== 400 && httpStatus !== 422 && saysBusy(error?.message ?? '');
}

function unknownReason({ httpStatus, parsed, cut }: ServiceAnswer): Extract<SubmitOutcome, { kind: 'unknown' }>['reason'] {
  if (httpStatus >= 400) return 'server-error';
  if (httpStatus >= 300) return 'redirected';
  if (parsed.error !== null && isUncertain(parsed.error)) return 'server-error';
  return cut === null || cut === 'too-large' ? 'answer-without-id' : 'connection-lost';
}
