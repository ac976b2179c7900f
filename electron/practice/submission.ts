import { z } from 'zod';
import { longestPrompt, practiceLimits } from '../../shared/request-checks.ts';
import { Refusal } from './http.ts';
import { hashOf } from './painter/random.ts';
import { parseSize, type PictureSize } from './size.ts';
import type { PracticeWord } from './bracket-words.ts';

const requestSchema = z.object({
  prompt: z.string(),
  model: z.string().max(200).default(''),
  size: z.string().max(64).default(''),
  quality: z.string().max(64).default(''),
});

/** A submission that can be painted. */
export interface Submission extends PictureSize {
  readonly model: string;
  readonly prompt: string;
  readonly quality: string;
}

/** Checks the payload of the submit operation (service-interface §2). Only the prompt is required. Throws Refusal 400 or 422. */
export function parseSubmission(body: unknown): Submission {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue && issue.path.length > 0 ? issue.path.join('.') : 'body';
    throw new Refusal(400, 'invalid_request', `${field}: ${issue?.message ?? 'not a generation request'}`);
  }
  const { model, quality, size } = parsed.data;
  const prompt = parsed.data.prompt.trim();
  if (prompt === '') throw new Refusal(400, 'prompt_required', 'prompt: say what the picture should show.');
  if (prompt.length > longestPrompt) throw new Refusal(422, 'prompt_too_long', `prompt: at most ${longestPrompt} characters.`);
  const picture = parseSize(size, hashOf(prompt) / 2 ** 32);
  if (!picture) {
    const { minSide, maxSide, maxPixels } = practiceLimits;
    throw new Refusal(
      422,
      'invalid_size',
      `size: <width>x<height> with sides of ${minSide} to ${maxSide} and at most ${maxPixels} pixels, a ratio such as 16:9, or auto.`,
    );
  }
  return { ...picture, prompt, model: model.trim() || 'practice-painter', quality: quality.trim() || 'auto' };
}

/** Refuses the submission if its prompt says so, by throwing Refusal. No task was accepted then. */
export function refuseAsAsked(words: ReadonlySet<PracticeWord>, retryAfterSeconds: number): void {
  if (words.has('refuse')) throw new Refusal(400, 'content_policy_violation', 'This prompt goes against the content policy. [refuse]');
  if (words.has('no credits')) throw new Refusal(402, 'insufficient_credits', 'The account has no credits left. Add some in the billing console. [no credits]');
  if (words.has('limit')) {
    throw new Refusal(429, 'rate_limit_exceeded', 'Too many submissions. Wait a little. [limit]', { 'retry-after': String(retryAfterSeconds) });
  }
  if (words.has('server error')) throw new Refusal(500, 'internal_error', 'Something went wrong on our side. [server error]');
}

const creditsByQuality: Readonly<Record<string, number>> = { low: 1, standard: 2, medium: 2, high: 4, hd: 4 };

/** What a picture would cost. */
export function creditsFor(quality: string): number {
  return creditsByQuality[quality.toLowerCase()] ?? 2;
}
