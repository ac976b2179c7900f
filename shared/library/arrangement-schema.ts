import { z } from 'zod';
import { mostExcept, pictureSorts, pictureStacks, type Arrangement, type OpenStacks } from './arrangement.ts';

export const arrangementSchema: z.ZodType<Arrangement> = z.strictObject({
  by: z.enum(pictureSorts),
  descending: z.boolean(),
  seed: z.int().min(0).max(0xffffffff),
  // The first version had none.
  stack: z.enum(pictureStacks).nullable().default(null),
});

export const openStacksSchema: z.ZodType<OpenStacks> = z.strictObject({ all: z.boolean(), except: z.array(z.int()).max(mostExcept) });
