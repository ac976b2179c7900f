import { z } from 'zod';
import type { Amount } from '../../../../shared/money/amount.ts';
import { storedAmount } from '../../../../shared/money/stored-amount.ts';
import type { ServiceFacts } from '../../../../shared/task.ts';
import { fieldsOf, textIn, type Fields, type Level } from './answer-levels.ts';
import type { AnsweredStatus } from './answer-words.ts';

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
  for (const name of creditNames) {
    for (const place of places) {
      const credit = place.has(name) ? storedAmount.parse(place.get(name)) : null;
      if (credit !== null) return credit;
    }
  }
  return null;
}
