import { z } from 'zod';
import { readCost, type Amount } from './amount.ts';

/** What a task costs, in an answer or a file. Of a number, the shortest text is the decimal that was meant. Anything that is not an amount is read as null. */
export const storedAmount: z.ZodType<Amount | null> = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => readCost(text))
  .nullable()
  .catch(null);
