import { z } from 'zod';

/** One of these words. Named as keys, so that a word which the type gains and this misses is a type error. */
export function words<Word extends string>(all: Readonly<Record<Word, true>>): z.ZodType<Word> {
  return z.enum(Object.keys(all) as Word[]);
}
