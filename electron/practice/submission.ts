import { z } from 'zod';
import { longestPrompt, practiceLimits, practiceRefuses, readSize } from '../../shared/request/request-checks.ts';
import { Refusal } from './http.ts';
import { hashOf } from './painter/random.ts';
import type { PracticeWord } from './bracket-words.ts';

const requestSchema = z.object({
  prompt: z.string(),
  model: z.string().max(200).default(''),
  size: z.string().max(64).default(''),
  quality: z.string().max(64).default(''),
});

/** Width and height in pixels. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

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

/** Refuses the submission if its prompt says so, by throwing Refusal. No task was accepted then. `number`: how many there were with this prompt, this one included. */
export function refuseAsAsked(words: ReadonlySet<PracticeWord>, number: number, retryAfterSeconds: number): void {
  if (words.has('refuse')) throw new Refusal(400, 'content_policy_violation', 'This prompt goes against the content policy. [refuse]');
  if (words.has('no credits')) throw new Refusal(402, 'insufficient_credits', 'The account has no credits left. Add some in the billing console. [no credits]');
  if (words.has('limit') && number <= limited) {
    throw new Refusal(429, 'rate_limit_exceeded', 'Too many submissions. Wait a little. [limit]', { 'retry-after': String(retryAfterSeconds) });
  }
  if (words.has('server error')) throw new Refusal(500, 'internal_error', 'Something went wrong on our side. [server error]');
}

/** Submissions of one prompt that `[limit]` refuses. */
const limited = 2;

const creditsByQuality: Readonly<Record<string, number>> = { low: 1, standard: 2, medium: 2, high: 4, hd: 4 };

/** What a picture would cost. */
export function creditsFor(quality: string): number {
  return creditsByQuality[quality.toLowerCase()] ?? 2;
}

/** The pixels of a picture whose size is a ratio: about a megapixel. */
const ratioPixels = 1_048_576;
const autoSizes: readonly PictureSize[] = [
  { width: 1024, height: 1024 },
  { width: 1216, height: 832 },
  { width: 832, height: 1216 },
];

function ofRatio(ratio: number): PictureSize {
  const side = (pixels: number): number => Math.max(practiceLimits.minSide, Math.round(pixels / 16) * 16);
  return { width: side(Math.sqrt(ratioPixels * ratio)), height: side(Math.sqrt(ratioPixels / ratio)) };
}

/**
 * The size that a request's `size` asks for (service-interface §2), or null if this service cannot paint it.
 * `choice` in [0, 1) selects the shape for `auto`.
 */
export function parseSize(size: string, choice: number): PictureSize | null {
  const read = readSize(size);
  if (practiceRefuses(read)) return null;
  switch (read.kind) {
    case 'none':
      return { width: 1024, height: 1024 };
    case 'auto':
      return autoSizes[Math.floor(choice * autoSizes.length)] ?? null;
    case 'ratio':
      return ofRatio(read.across / read.down);
    case 'exact':
      return { width: read.width, height: read.height };
    case 'other':
      return null;
  }
}
