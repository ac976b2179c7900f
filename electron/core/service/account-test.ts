import { randomBytes, randomUUID } from 'node:crypto';
import type { AccountTest, UnclearAnswer } from '../../../shared/account.ts';
import { cutText } from '../../../shared/request/plain-text.ts';
import type { Credentials } from './outcomes.ts';
import { HttpFailure } from '../http/http-client.ts';
import { createRedactor, type Redact } from '../log/redact.ts';
import type { Clock } from '../util/clock.ts';
import { statusOfCode } from './answers/answer-error.ts';
import { namesBearer, understandAnswer, type RawAnswer, type ServiceAnswer } from './service-answer.ts';

/** Sends one GET to an address with a key, as a query is sent. Never rejects. */
export type AskWithKey = (url: string, key: string) => Promise<RawAnswer | HttpFailure>;

/**
 * Tests a key and an address by at most three queries of a task that cannot exist, which costs nothing. Never rejects. The first asks with the key.
 * If its answer does not say enough, the others ask for what cannot be there in another way: at a path that no service has, and with a key that
 * no service has given out. Only a service that knows the path and the key answers these differently.
 */
export async function testAccount({ baseUrl, key }: Credentials, ask: AskWithKey, clock: Pick<Clock, 'now'>): Promise<AccountTest> {
  const id = `latent-key-test-${randomUUID()}`;
  const path = `/v1/tasks/${id}`;
  const otherKey = keyLike(key);
  const [redact, redactOther] = [createRedactor(key), createRedactor(otherKey)];
  const understand = (answer: RawAnswer): ServiceAnswer => understandAnswer(answer, clock.now(), (text) => redactOther(redact(text)));
  const answerTo = async (url: string, withKey: string): Promise<ServiceAnswer | null> => {
    const answer = await ask(url, withKey);
    return answer instanceof HttpFailure ? null : understand(answer);
  };

  const first = await ask(`${baseUrl}${path}`, key);
  if (first instanceof HttpFailure) return { outcome: 'unreachable', detail: first.code };
  const answer = understand(first);
  const { httpStatus, parsed } = answer;
  const detail = wordsShown(answer);
  const unclear = (seen: UnclearAnswer): AccountTest => ({ outcome: 'unclear', httpStatus, detail, seen });
  const refused: AccountTest = { outcome: 'key-refused', httpStatus, ...(detail !== '' && { detail }) };

  if (httpStatus >= 300 && httpStatus < 400) {
    return { outcome: 'unclear', httpStatus, detail: '', seen: { kind: 'redirect', ...targetOf(answer.headers['location'], baseUrl, path, redact) } };
  }
  if (answer.isPage) return unclear({ kind: 'web-page' });
  // Without words of its own, such an answer may be that of a proxy or a guard in front of the service.
  if (!parsed.readable && !namesBearer(answer) && (ofGuards.has(httpStatus) || httpStatus >= 500)) return unclear({ kind: 'between' });
  const status = statusIn(answer);
  if (status === 429 || status === 407 || status >= 500) return unclear({ kind: 'trouble' });
  if (status === 401 || saysKeyIsWrong(answer)) return refused;

  if (status === 403) {
    // Some services answer so to a query of a task that is not this key's.
    const other = await answerTo(`${baseUrl}${path}`, otherKey);
    if (other === null || !isPlain(other)) return unclear({ kind: 'trouble' });
    return meansTheSame(answer, other) ? refused : { outcome: 'accepted' };
  }
  if (status === 405 || (status < 400 && !parsed.readable)) return unclear({ kind: 'other' });
  if (status >= 400 && namesTask(answer)) return { outcome: 'accepted' };
  const elsewhere = await answerTo(`${baseUrl}/v1/latent-no-such-path-${randomUUID()}/${id}`, key);
  if (elsewhere !== null && isPlain(elsewhere) && status >= 400 && !meansTheSame(answer, elsewhere)) return { outcome: 'accepted' };
  const other = await answerTo(`${baseUrl}${path}`, otherKey);
  const provesKey = other !== null && isPlain(other) && (statusIn(other) === 401 || statusIn(other) === 403 || saysKeyIsWrong(other));
  return provesKey ? { outcome: 'accepted' } : unclear({ kind: 'other' });
}

/** Statuses with which proxies and guards refuse. */
const ofGuards: ReadonlySet<number> = new Set([401, 403, 407, 429]);

/**
 * A random key of the same form: a service that checks the form first must answer both in the same way. A beginning such as `sk-`, which many keys
 * share, is kept.
 */
export function keyLike(key: string): string {
  const start = /^(?:[a-z]{2,8}[-_]){0,2}/i.exec(key)?.[0] ?? '';
  const random = randomBytes(key.length);
  const among = (signs: string, at: number): string => signs[(random[at] ?? 0) % signs.length] ?? '';
  const made = key.replace(/[a-z\d]/gi, (sign, at: number) => {
    if (at < start.length) return sign;
    if (/\d/.test(sign)) return among('0123456789', at);
    // Letters of hexadecimal digits stay among these.
    if (/[a-f]/.test(sign)) return among('abcdef', at);
    return among(/[a-z]/.test(sign) ? 'ghijklmnopqrstuvwxyz' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', at);
  });
  // So short a key has few others of its form.
  return made === key ? `${key}${randomBytes(8).toString('hex')}` : made;
}

/** An answer in the service's own words, and not that of an overloaded service or of something in between. */
function isPlain(answer: ServiceAnswer): boolean {
  const status = statusIn(answer);
  return !answer.isPage && status !== 429 && status !== 407 && status < 500 && (status < 300 || status >= 400) && (answer.parsed.readable || namesBearer(answer) || !ofGuards.has(status));
}

const errorIn = ({ parsed }: ServiceAnswer) => parsed.error ?? parsed.words;

/** The HTTP status, or that of an error in the body of a successful answer. */
function statusIn(answer: ServiceAnswer): number {
  const { httpStatus, parsed } = answer;
  return httpStatus >= 200 && httpStatus < 300 ? (statusOfCode(parsed.error) ?? httpStatus) : httpStatus;
}

/** Characters of an error that are compared. Longer ones are no words of an honest service, and would take long to read. */
const longestWords = 2000;

/** Words of an error without what differs from request to request: the echo of an address, an id or a key, a number, a time. */
function plainWords(answer: ServiceAnswer): string {
  const { code = null, message = null } = errorIn(answer) ?? {};
  const words = cutText(`${code ?? ''} ${message ?? ''}`, longestWords).toLowerCase().split(/\s+/).map((word) => word.replace(/^[^\p{L}\d[]+|[^\p{L}\d\]]+$/gu, ''));
  return words.filter((word) => /^[\p{L}'’_-]{1,40}$/u.test(word)).join(' ');
}

function meansTheSame(one: ServiceAnswer, two: ServiceAnswer): boolean {
  return statusIn(one) === statusIn(two) && one.parsed.readable === two.parsed.readable && plainWords(one) === plainWords(two);
}

const ofTasks = /\b(?:tasks?|jobs?|ids?|taskid|uuid|generations?)\b/;

const ofKeys = ((): RegExp => {
  const key = String.raw`(?:key|token|credentials?|account)`;
  const wrong = String.raw`(?:invalid|incorrect|wrong|unknown|missing|expired|revoked|disabled|deleted|inactive|suspended|deactivated|banned|locked)`;
  const between = String.raw`(?:(?:is|was|are|has|have|been|not|no|longer|could|be|provided|given|supplied) )*`;
  return new RegExp(String.raw`\b${wrong} (?:api |access |secret )?${key}\b|\b${key} ${between}(?:${wrong}|valid|found|active)\b|\b(?:unauthenticated|authentication (?:failed|error|required))\b`);
})();

/** Whether a refusal, whatever its status, is that of the key. One that also names a task may be about that task. */
function saysKeyIsWrong(answer: ServiceAnswer): boolean {
  if (statusIn(answer) < 400 && answer.parsed.error === null) return false;
  const words = plainWords(answer).replace(/[_-]/g, ' ');
  return ofKeys.test(words) && !ofTasks.test(words);
}

/** Whether a refusal is about a task or its id, and not about the path. */
function namesTask(answer: ServiceAnswer): boolean {
  const words = plainWords(answer).replace(/[_-]/g, ' ');
  return ofTasks.test(words) && !/\b(?:routes?|endpoints?|paths?|urls?|pages?|methods?|tokens?|keys?)\b/.test(words);
}

/** The service's words, or those of a page. Empty: there are none. */
function wordsShown(answer: ServiceAnswer): string {
  const { message, code } = answer.said(errorIn(answer));
  return cutText((message ?? code ?? answer.headers['content-type'] ?? '').replaceAll(/\s+/g, ' ').trim(), 300);
}

/** Where a redirect leads, without its query, and the base that it seems to correct: another name of the same site, or another path. */
function targetOf(location: string | undefined, baseUrl: string, path: string, redact: Redact): { readonly location: string | null; readonly base: string | null } {
  const from = new URL(baseUrl);
  const to = location === undefined ? null : URL.parse(location, `${baseUrl}${path}`);
  if (to === null || !/^https?:$/.test(to.protocol)) return { location: null, base: null };
  const target = `${to.origin}${to.pathname}`.replace(/\/+$/, '');
  const base = target.slice(0, -path.length);
  const isCorrection = to.protocol === 'https:' && isSameSite(to.hostname, from.hostname.replace(/^www\./, '')) && target.endsWith(path) && base !== baseUrl;
  return { location: redact(target), base: isCorrection ? base : null };
}

const isSameSite = (one: string, two: string): boolean => one === two || one.endsWith(`.${two}`) || two.endsWith(`.${one}`);
