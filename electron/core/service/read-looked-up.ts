import { z } from 'zod';
import { assertNever } from '../../../shared/result.ts';
import type { FoundTask, LookedUp } from '../../../shared/looked-up.ts';
import { saidNothing } from '../../../shared/task.ts';
import type { QueryOutcome } from './outcomes.ts';
import { creationTimes, timeIn, withRequest } from './answers/answer-facts.ts';
import { firstOf, levelsIn } from './answers/answer-levels.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** What a person recognises a task by. */
type Described = Pick<FoundTask, 'prompt' | 'createdAt'>;

const nothing: Described = { prompt: null, createdAt: null };

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
  const places = levelsIn(answer).flatMap(({ fields }) => withRequest(fields));
  return { prompt: firstOf(places, (fields) => promptText.safeParse(fields.get('prompt')).data), createdAt: firstOf(places, (fields) => timeIn(fields, creationTimes)) };
}
