import { z } from 'zod';
import { readAmount, type Amount } from './amount.ts';

/** An amount in an answer or a file. Latent wrote numbers before; the shortest text of a number is the decimal that was meant. What is no amount is read as null. */
export const storedAmount: z.ZodType<Amount | null> = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => readAmount(text))
  .nullable()
  .catch(null);
