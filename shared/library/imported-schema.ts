import { z } from 'zod';
import { importForms, type ImportedPicture, type PictureOrigin } from './import.ts';
import { longestAlbumName } from './albums.ts';
import { flags, labels, longestNote, longestTag, mostStars } from './marks.ts';

const text = z.string().nullable().catch(null);
const number = z.number().nullable().catch(null);

const origin: z.ZodType<PictureOrigin> = z.object({
  taskId: text,
  account: text,
  batch: text,
  favourite: z.boolean().catch(false),
  flag: z.enum(flags).nullable().catch(null),
  note: z.string().max(longestNote).catch(''),
  albums: z.array(z.string().min(1).max(longestAlbumName)).catch([]),
});

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
    rating: z.int().min(0).max(mostStars).catch(0),
    tags: z.array(z.string().min(1).max(longestTag)).catch([]),
    label: z.enum(labels).optional().catch(undefined),
    flag: z.enum(flags).optional().catch(undefined),
    note: z.string().max(longestNote).optional().catch(undefined),
    incomplete: z.literal(true).optional().catch(undefined),
    origin: origin.optional().catch(undefined),
  })
  .transform(({ label, flag, note, incomplete, origin: from, ...imported }) => ({
    ...imported,
    ...(label && { label }),
    ...(flag && { flag }),
    ...(note && { note }),
    ...(incomplete && { incomplete }),
    ...(from && { origin: from }),
  }));
