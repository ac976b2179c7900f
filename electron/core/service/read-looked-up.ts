import { z } from 'zod';
import { assertNever } from '../../../shared/result.ts';
import type { FoundTask, LookedUp } from '../../../shared/looked-up.ts';
import { saidNothing, type EpochMs } from '../../../shared/task.ts';
import type { QueryOutcome } from './outcomes.ts';
import { fieldsOf, levelsIn, type Fields } from './answers/answer-levels.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** What a person recognises a task by. */
type Described = Pick<FoundTask, 'prompt' | 'createdAt'>;

const nothing: Described = { prompt: null, createdAt: null };

/** Names of the time at which a task was made, by their plain names. */
const timeNames = ['created', 'createdat', 'createtime', 'createdtime', 'submittedat', 'submittime'];
/** Where a service repeats the request. */
const requestNames = ['input', 'request', 'params', 'parameters'];
const longestPrompt = 2_000;
const promptText = z.string().trim().min(1).transform((text) => text.slice(0, longestPrompt));

/** What a query says of an id that a person entered. */
export function lookedUp(outcome: QueryOutcome): LookedUp {
  switch (outcome.kind) {
    case 'processing':
    case 'completed':
    case 'failed': {
      const pictures = outcome.kind === 'completed' ? Math.max(outcome.images.length, outcome.listed) : 0;
      return { kind: 'found', status: outcome.kind, facts: outcome.facts, ...described(outcome.answer), pictures, said: outcome.kind === 'failed' ? outcome.said : saidNothing };
    }
    case 'not-found':
    case 'key-refused':
      return { kind: 'not-shown', trouble: outcome.kind, said: outcome.said };
    case 'trouble':
      return { kind: 'not-shown', trouble: outcome.trouble, said: outcome.said };
    default:
      return assertNever(outcome);
  }
}

/** Reads an answer to a query for what a person recognises the task by. An answer that was cut, or is no JSON, says nothing. */
function described({ body }: StoredAnswer): Described {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return nothing;
  }
  const places = levelsIn(answer).flatMap(({ fields }) => [fields, ...requestNames.flatMap((name) => fieldsOf(fields.get(name)) ?? [])]);
  return { prompt: first(places, promptIn), createdAt: first(places, timeIn) };
}

function first<Value>(places: readonly Fields[], read: (fields: Fields) => Value | null): Value | null {
  for (const fields of places) {
    const value = read(fields);
    if (value !== null) return value;
  }
  return null;
}

const promptIn = (fields: Fields): string | null => promptText.safeParse(fields.get('prompt')).data ?? null;

/** Seconds or milliseconds since 1970, as a number or in digits, or a date that names its time zone. Other times are left out, because nobody can tell what they mean. */
function timeIn(fields: Fields): EpochMs | null {
  for (const name of timeNames) {
    const value = fields.get(name);
    const number = typeof value === 'number' ? value : typeof value === 'string' && /^\d{9,13}(\.\d+)?$/.test(value) ? Number(value) : null;
    const time = number !== null ? (number < 1e11 ? number * 1000 : number) : typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? Date.parse(value) : NaN;
    if (time > 9.4e11 && time < 8.64e15) return Math.round(time);
  }
  return null;
}
