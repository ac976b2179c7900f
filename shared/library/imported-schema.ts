import { z } from 'zod';
import { importForms, type ImportedPicture, type PictureOrigin } from './import.ts';
import { longestTag, mostStars } from './marks.ts';

const text = z.string().nullable().catch(null);
const number = z.number().nullable().catch(null);

const origin: z.ZodType<PictureOrigin> = z.object({ taskId: text, account: text, batch: text, favourite: z.boolean().catch(false) });

/** The form in rows and journal lines. Lenient about fields that are only shown. */
export const importedSchema: z.ZodType<ImportedPicture> = z
  .object({
  importId: z.uuid().nullable().catch(null),
  title: z.string().catch(''),
  form: z.enum(importForms).nullable().catch(null),
  negativePrompt: text,
  seed: text,
  steps: number,
  sampler: text,
  cfgScale: number,
  software: text,
  // Earlier versions did not read marks from files.
  rating: z.int().min(0).max(mostStars).catch(0),
  tags: z.array(z.string().min(1).max(longestTag)).catch([]),
    origin: origin.optional().catch(undefined),
  })
  .transform(({ origin: from, ...imported }) => (from === undefined ? imported : { ...imported, origin: from }));
