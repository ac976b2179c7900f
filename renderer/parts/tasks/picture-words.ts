import type { ImageState } from '../../../shared/task.ts';
import type { WordKey, WordValues } from '../../../shared/words/index.ts';

export interface Message {
  readonly key: WordKey;
  readonly values?: WordValues;
}

/** Details of an address that is not allowed (`electron/core/service/pictures/allowed-address.ts`), by what they mean. */
const notAllowed: Readonly<Record<string, WordKey>> = {
  'http:': 'tasks.refused.not-encrypted',
  // Of earlier versions, which did not try such an address again.
  redirects: 'tasks.refused.redirects',
  userinfo: 'tasks.refused.userinfo',
  ADDRESS_REFUSED: 'tasks.refused.local',
};

/** Why a picture was not taken, and what to do. */
export function refusalWords({ why, detail }: Extract<ImageState, { status: 'refused' }>): Message {
  if (why !== 'address-not-allowed') return { key: `tasks.refused.${why}` };
  // A host or an IP address has no colon at its end, as a scheme has.
  const isHost = /[.\]]/.test(detail) || detail === 'localhost';
  return { key: notAllowed[detail] ?? (isHost ? 'tasks.refused.local' : 'tasks.refused.address-not-allowed') };
}

/** Causes by the error codes of a connection. */
const causes: readonly (readonly [RegExp, WordKey])[] = [
  [/^ECONNREFUSED$/, 'tasks.download.connection-refused'],
  [/^(?:ENOTFOUND|EAI_)/, 'tasks.download.name-not-found'],
  [/^(?:TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'tasks.download.no-answer'],
  [/^(?:ECONNRESET|EPIPE|\d+\/(?:\d+|\?)$)/, 'tasks.download.cut'],
  [/CERT|^UNABLE_TO_|^ERR_TLS|^ERR_SSL/, 'tasks.download.certificate'],
];

/** Why a download has not worked yet. `trouble` is technical: an error's code, `HTTP 503 host`, or `bytes/of all` of one that was cut. */
export function troubleWords(trouble: string): Message {
  const [, status, host = ''] = /^HTTP (\d+)(?: (\S+))?$/.exec(trouble) ?? [];
  if (status === undefined) return { key: causes.find(([code]) => code.test(trouble))?.[1] ?? 'tasks.downloading-trouble', values: { trouble } };
  const values = { status, host, named: host === '' ? 'no' : 'yes' };
  if (isKeptOut(trouble)) return { key: status === '401' ? 'tasks.download.sign-in' : 'tasks.download.forbidden', values };
  return { key: 'tasks.download.status', values };
}

/** Whether the host answers, but does not let Latent in. Then waiting may not help. */
export function isKeptOut(trouble: string): boolean {
  return /^HTTP 40[13]\b/.test(trouble);
}
