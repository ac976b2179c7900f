import { z } from 'zod';
import { flags, labels, longestNote, longestTag, mostStars, ownMark, ownMarkKeys, valueMarkKeys, type ImageMarks, type Mark, type OwnMarkKey, type OwnMarks } from './marks.ts';

const ownSchemas: { readonly [Key in OwnMarkKey]: z.ZodType<OwnMarks[Key]> } = {
  favourite: z.boolean(),
  rating: z.int().min(0).max(mostStars),
  flag: z.enum(flags).nullable(),
  label: z.enum(labels).nullable(),
  note: z.string(),
  trashedAt: z.iso.datetime().transform((text) => Date.parse(text)).nullable(),
};

const ofOwnMark = (key: OwnMarkKey): z.ZodType => ownSchemas[key];

/** All marks of a picture but its albums, as the copy in the library folder has them. A copy from an earlier version lacks the marks that came later. */
export const copiedMarksSchema = z.object({
  ...Object.fromEntries(ownMarkKeys.map((key) => [key, ofOwnMark(key).default(ownMark(key).empty)])),
  tags: z.array(z.string().min(1)),
}) as unknown as z.ZodType<Omit<ImageMarks, 'albums'>>;

const tag = z.string().trim().min(1).max(longestTag);
const album = z.uuid();

/** A mark that the page asks for. */
export const markSchema = z.union([
  ...valueMarkKeys.map((kind) => z.strictObject({ kind: z.literal(kind), [kind]: kind === 'note' ? z.string().max(longestNote) : ofOwnMark(kind) })),
  z.strictObject({ kind: z.enum(['tag', 'untag']), tag }),
  z.strictObject({ kind: z.enum(['album', 'unalbum']), album }),
  z.strictObject({ kind: z.enum(['trash', 'restore']) }),
]) as unknown as z.ZodType<Mark>;
