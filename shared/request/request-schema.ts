import { z } from 'zod';
import { plainText } from './plain-text.ts';
import { longestChoice } from './request-checks.ts';
import { isRequestFields } from './request-fields.ts';
import { isWebAddress, referenceLimits } from './reference-checks.ts';
import { shownTypes, type GenerationRequest, type RequestFields } from '../task.ts';

/**
 * Text of a request, and what a request may be made from. More fields need no such care: they are JSON wherever they are sent, kept or shown, and
 * JSON holds any character.
 */
export const requestText = z.string().overwrite(plainText);

/** What a person chooses besides the prompt. */
export const choiceTexts = { model: requestText.max(longestChoice.model), size: requestText.max(longestChoice.size), quality: requestText.max(longestChoice.quality) };

/** More fields of a request. */
export const requestFields = z.custom<RequestFields>(isRequestFields);

const reference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('address'), url: z.string().refine(isWebAddress) }),
  z.object({
    kind: z.literal('file'),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    type: z.enum(shownTypes),
    bytes: z.int().min(1).max(referenceLimits.bytes),
    name: z.string().max(referenceLimits.name),
  }),
]);

/** Pictures that a request refers to. */
export const requestReferences = z.array(reference).max(referenceLimits.count).readonly();

/** What a request may have besides model, prompt, size and quality. */
export const requestExtras: z.ZodType<Pick<GenerationRequest, 'fields' | 'references'>> = z
  .object({ fields: requestFields.optional(), references: requestReferences.optional() })
  .transform(({ fields: more, references }) => ({ ...(more && { fields: more }), ...(references && { references }) }));
