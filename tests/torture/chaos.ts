import type { Answer, PictureScript, TaskScript } from '../support/scripted-service-script.ts';
import { paddedPng } from '../support/sample-pictures.ts';
import type { Dice } from '../support/dice.ts';

/** Tasks that are sent together, and what the service does with them. */
export interface Submission {
  readonly script: TaskScript;
  readonly count: number;
  /** What must come of it, if that is not the usual. */
  readonly odd?: Odd;
}

/** One row of the table of odd answers, as the checks need it. */
export interface Odd {
  readonly name: string;
  readonly end: 'completed' | 'failed' | 'rejected';
  /** Each task has pictures and no id. */
  readonly isUnnamed: boolean;
  /** The answer to the POST comes after its deadline. */
  readonly isLate: boolean;
  /** How often the POST is refused for certain before it is accepted. */
  readonly refusals: number;
  /** The neighbour's: its tasks need not come to rest. */
  readonly isNeighbours: boolean;
}

/** Pictures of different sizes, and files that Latent cannot show. */
const files = [
  ...[300, 20_000, 90_000, 260_000].map((bytes) => paddedPng(bytes)),
  ...['II*\0\x08\0\0\0', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', '8BPS\0\x01', 'PK\x03\x04', '\0\0\0\x18ftypmp42'].map((head, number) =>
    Buffer.from(head.padEnd(500 + number * 9_000), 'latin1'),
  ),
].map((bytes) => bytes.toString('base64'));

/** Finished answers with the first picture outside the known fields. */
const unusualAnswers: readonly Answer[] = [
  { status: 'completed', payload: { artifacts: [{ file: { href: '$IMAGE' } }] } },
  { status: 'completed', data: '{"assets":["$IMAGE"]}' },
  { status: 'completed', message: 'Here you are: ![a fox]($IMAGE).' },
].map((json) => ({ body: { json: { id: '$ID', ...json } } }));
/** The picture beside a status word that nobody knows: the task is not finished. */
const unknownWord: Answer = { body: { json: { id: '$ID', status: 'rendered', artifact: '$IMAGE' } } };
/** More queries than any round makes. */
const always = 100;

const refusal: Answer = { delayMs: 20, body: { json: { error: { code: 'insufficient_credits', message: 'No credits.' } } }, status: 402 };

/** The ways in which a service answers a submission. The answer is late enough for a kill to come before it. */
function submitAnswers(dice: Dice): readonly Answer[] {
  const delayMs = 5 + dice.below(90);
  const throwOf = dice.below(12);
  const body = { json: { id: '$ID', status: 'processing' } };
  if (throwOf === 0) return [{ delayMs, then: { do: 'reset', after: 'before-answer' } }];
  if (throwOf === 1) return [{ delayMs, body, then: { do: 'reset', after: 5 } }];
  if (throwOf === 2) return [{ delayMs, body, status: 500 }];
  if (throwOf === 3) return [{ ...refusal, delayMs }];
  return [{ delayMs, body }];
}

/** Answers to the first queries, instead of the service's own. */
function queryAnswers(dice: Dice): readonly (Answer | null)[] {
  const troubles: readonly (Answer | null)[] = [
    null,
    null,
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 503, body: { text: '<html>busy</html>' } },
    { body: { text: '{"id":' } },
    { then: { do: 'reset', after: 'before-answer' } },
    unknownWord,
  ];
  return Array.from({ length: dice.below(3) }, () => dice.pick(troubles));
}

function picture(dice: Dice, slow: boolean): PictureScript {
  const base64 = dice.pick(files);
  const body = { base64 };
  const trickle = { bytes: 16_384, everyMs: 1 + dice.below(slow ? 12 : 4) };
  const firsts: readonly (Answer | null)[] = [
    null,
    { body, trickle },
    { body, trickle, headers: { etag: '"same"' }, then: { do: 'reset', after: 200 + dice.below(20_000) } },
    { status: 403 },
    { status: 503 },
  ];
  const at = dice.chance(0.5) ? 'image-host' : 'service';
  const last: Answer | null = slow ? { body, trickle } : null;
  return { base64, at, answers: [slow && dice.chance(0.6) ? last : dice.pick(firsts), last] };
}

/** A service that mostly works, or that refuses several tasks sent together. */
export function submissionChaos(dice: Dice): Submission {
  if (dice.chance(0.1)) return { script: { submit: [refusal] }, count: 3 };
  const images = Array.from({ length: dice.below(3) }, () => picture(dice, false));
  const query = images.length === 1 && dice.chance(0.5) ? Array<Answer>(always).fill(dice.pick(unusualAnswers)) : queryAnswers(dice);
  const end = dice.chance(0.1) ? ({ failed: { code: 'moderation', message: 'Not this one.' } } as const) : 'completed';
  return { script: { submit: submitAnswers(dice), processing: dice.below(3), query, end: query.length === always ? 'completed' : end, images }, count: 1 };
}

/** A task that is accepted at once, and whose pictures arrive slowly. */
export function downloadChaos(dice: Dice): Submission {
  return { script: { processing: 0, images: Array.from({ length: 1 + dice.below(3) }, () => picture(dice, true)) }, count: 1 };
}
