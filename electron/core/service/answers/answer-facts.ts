import { z } from 'zod';
import type { Amount } from '../../../../shared/money/amount.ts';
import { storedAmount } from '../../../../shared/money/stored-amount.ts';
import type { EpochMs, ServiceFacts } from '../../../../shared/task.ts';
import { fieldsOf, firstOf, textIn, type Fields, type Level } from './answer-levels.ts';
import type { AnsweredStatus } from './answer-words.ts';
import { opened } from './json-text.ts';

const plainNumber = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
]);

/** What the service charged, under the names in use, before what it reserved. */
const creditNames = ['creditsused', 'creditscharged', 'cost', 'credits', 'creditsreserved'];

/** What an answer says of a task besides its outcome. `outer`: the outermost object, where the cost may stand too. */
export function factsOf({ fields, status }: Level, outer: Fields, meaning: AnsweredStatus | null): ServiceFacts {
  return {
    statusWord: status,
    progress: progressOf(fields.get('progress'), meaning),
    estimatedSeconds: numberIn(fieldsOf(fields.get('taskinfo')), 'estimatedtime') ?? numberIn(fields, 'estimatedtime'),
    model: textIn(fields, 'model'),
    credits: creditsIn([fields, outer]),
  };
}

/**
 * In percent, 0 to 100. Services count to 1 or to 100. A number between 0 and 1 is a share, and one with a percent sign is what it says. Exactly 1
 * is the end of a completed task, 1 % of one in progress, and otherwise nobody can tell.
 */
export function progressOf(value: unknown, meaning: AnsweredStatus | null): number | null {
  const [, digits, sign] = typeof value === 'string' ? (/^(\d+(?:\.\d+)?)\s*(%?)$/.exec(value.trim()) ?? []) : [];
  const number = typeof value === 'number' ? value : digits === undefined ? NaN : Number(digits);
  if (!(number >= 0)) return null;
  if (sign === '%' || number > 1 || number === 0) return Math.min(number, 100);
  if (number < 1) return Math.round(number * 1000) / 10;
  return meaning === 'completed' ? 100 : meaning === 'processing' ? 1 : null;
}

function numberIn(fields: Fields | null, name: string): number | null {
  return plainNumber.safeParse(fields?.get(name)).data ?? null;
}

/** The credits charged, at any level of the answer, or else those reserved. Null if the answer has neither. */
function creditsIn(levels: readonly Fields[]): Amount | null {
  const places = levels.flatMap((fields) => [fieldsOf(fields.get('usage')) ?? new Map<string, unknown>(), fields]);
  return firstOf(creditNames, (name) => firstOf(places, (place) => (place.has(name) ? storedAmount.parse(place.get(name)) : null)));
}

/** Where a service may repeat the request. */
const requestNames = ['request', 'input', 'inputs', 'params', 'parameters', 'payload', 'arguments'];

/** These fields, and those of the request that are repeated in them. */
export function withRequest(fields: Fields): readonly Fields[] {
  return [fields, ...requestNames.flatMap((name) => fieldsOf(opened(fields.get(name))) ?? [])];
}

/** Plain names of the time at which a task was made. */
export const creationTimes = ['created', 'createdat', 'createtime', 'createdtime', 'creationtime', 'submittedat', 'submittime'];

/** With the time of day directly before the zone, so that the year of `26-11-2026` is none. */
const dateWithZone = /^.{8,40}\d\d:\d\d(?:\.\d{1,9})? ?(?:Z|[+-]\d\d:?\d\d|(?:GMT|UTC)(?:[+-]\d\d:?\d\d)?)$/i;

/**
 * The first time under these names: seconds or milliseconds since 1970, as a number or in digits, or a date that names its time zone. Other times are left
 * out, because nobody can tell what they mean. So is what is not between 2000 and 2100, which is no time.
 */
export function timeIn(fields: Fields, names: readonly string[]): EpochMs | null {
  return firstOf(names, (name) => {
    const value = fields.get(name);
    const number = typeof value === 'number' ? value : typeof value === 'string' && /^\d{9,13}(?:\.\d+)?$/.test(value) ? Number(value) : null;
    const time = number !== null ? (number < 1e11 ? number * 1000 : number) : typeof value === 'string' && dateWithZone.test(value) ? Date.parse(value) : NaN;
    return time > 946_684_800_000 && time < 4_102_444_800_000 ? Math.round(time) : null;
  });
}
