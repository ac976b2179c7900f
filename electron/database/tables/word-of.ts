import { z } from 'zod';

/** One of these words. They are keys, so that a word missing here is a type error. */
export function words<Word extends string>(all: Readonly<Record<Word, true>>): z.ZodType<Word> {
  return z.enum(Object.keys(all) as Word[]);
}
