import { z } from 'zod';
import { shownTypes, type GenerationRequest } from './task.ts';

/** Names that more fields must not use, because the request has them already. */
const ownFields: readonly string[] = ['model', 'prompt', 'size', 'quality'];

/** Longest text of the more fields of one request, in characters. */
const longestFields = 20_000;

/** The most reference pictures of one request. */
const mostReferences = 16;

/** More fields of a request. */
export const requestFields = z
  .record(z.string().min(1).max(200), z.json())
  .refine((all) => ownFields.every((name) => !Object.hasOwn(all, name)), { error: 'a field that the request has already' })
  .refine((all) => JSON.stringify(all).length <= longestFields, { error: 'too long' });

const reference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('address'), url: z.string().min(1).max(8192) }),
  z.object({ kind: z.literal('file'), sha256: z.string().regex(/^[0-9a-f]{64}$/), type: z.enum(shownTypes) }),
]);

/** What a request may have besides model, prompt, size and quality. */
export const requestExtras: z.ZodType<Pick<GenerationRequest, 'fields' | 'references'>> = z
  .object({ fields: requestFields.optional(), references: z.array(reference).max(mostReferences).optional() })
  .transform(({ fields: more, references }) => ({ ...(more && { fields: more }), ...(references && { references }) }));
