import { z } from 'zod';
import { isRequestFields } from './request-fields.ts';
import { shownTypes, type GenerationRequest, type RequestFields } from './task.ts';

/** The most reference pictures of one request. */
const mostReferences = 16;

/** More fields of a request. */
export const requestFields = z.custom<RequestFields>(isRequestFields);

const reference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('address'), url: z.string().min(1).max(8192) }),
  z.object({ kind: z.literal('file'), sha256: z.string().regex(/^[0-9a-f]{64}$/), type: z.enum(shownTypes) }),
]);

/** What a request may have besides model, prompt, size and quality. */
export const requestExtras: z.ZodType<Pick<GenerationRequest, 'fields' | 'references'>> = z
  .object({ fields: requestFields.optional(), references: z.array(reference).max(mostReferences).optional() })
  .transform(({ fields: more, references }) => ({ ...(more && { fields: more }), ...(references && { references }) }));
