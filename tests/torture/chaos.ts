import type { Answer, PictureScript, TaskScript } from '../support/scripted-service-script.ts';
import { paddedPng } from '../support/sample-pictures.ts';
import type { Dice } from './dice.ts';

/** Pictures of different sizes, each with its own bytes. */
const pictures = [300, 20_000, 90_000, 260_000].map((bytes) => paddedPng(bytes).toString('base64'));

/** The ways in which a service takes a submission. The answer is late enough for a kill to come before it. */
function submitAnswers(dice: Dice): readonly Answer[] {
  const delayMs = 5 + dice.below(90);
  const throwOf = dice.below(12);
  const body = { json: { id: '$ID', status: 'processing' } };
  if (throwOf === 0) return [{ delayMs, then: { do: 'reset', after: 'before-answer' } }];
  if (throwOf === 1) return [{ delayMs, body, then: { do: 'reset', after: 5 } }];
  if (throwOf === 2) return [{ delayMs, body, status: 500 }];
  if (throwOf === 3) return [{ delayMs, body: { json: { error: { code: 'insufficient_credits', message: 'No credits.' } } }, status: 402 }];
  return [{ delayMs, body }];
}

/** Answers to the first queries, in place of what the service would say. */
function queryAnswers(dice: Dice): readonly (Answer | null)[] {
  const troubles: readonly (Answer | null)[] = [
    null,
    null,
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 503, body: { text: '<html>busy</html>' } },
    { body: { text: '{"id":' } },
    { then: { do: 'reset', after: 'before-answer' } },
  ];
  return Array.from({ length: dice.below(3) }, () => dice.pick(troubles));
}

function picture(dice: Dice, slow: boolean): PictureScript {
  const base64 = dice.pick(pictures);
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

/** A task's life at a service that is mostly well. */
export function submissionChaos(dice: Dice): TaskScript {
  const end = dice.chance(0.1) ? ({ failed: { code: 'moderation', message: 'Not this one.' } } as const) : 'completed';
  return {
    submit: submitAnswers(dice),
    processing: dice.below(3),
    query: queryAnswers(dice),
    end,
    images: Array.from({ length: dice.below(3) }, () => picture(dice, false)),
  };
}

/** A task that is taken at once, and whose pictures take their time. */
export function downloadChaos(dice: Dice): TaskScript {
  return { processing: 0, images: Array.from({ length: 1 + dice.below(3) }, () => picture(dice, true)) };
}
