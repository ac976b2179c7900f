import { z } from 'zod';
import { longestRepeatHours, longestUnit, mostPricedFields, noOptions, type AccountOptions } from './account.ts';
import { noAmount, readAmount, readPrice, type Amount } from './money/amount.ts';
import type { Budget } from './money/budget.ts';
import { requestFields } from './request/request-schema.ts';
import { isOwnField, longestFieldName } from './request/request-fields.ts';

/** An amount as a person wrote it. */
const written = (read: typeof readAmount): z.ZodType<Amount> =>
  z
    .string()
    .max(64)
    .transform((text, context) => {
      const amount = read(text);
      if (amount !== null) return amount;
      context.addIssue({ code: 'custom', message: 'no amount' });
      return z.NEVER;
    });
/** An amount of an account's unit, as a person wrote it. */
export const writtenAmount = written(readAmount);
const limit = writtenAmount.nullable();

/** What one submission costs, as a person wrote it. */
export const writtenPrice = written(readPrice);

const fieldName = z.string().trim().min(1).max(longestFieldName).refine((name) => !isOwnField(name));

const shape = {
  unit: z.string().trim().min(1).max(longestUnit),
  budget: z.object({ day: limit, month: limit, total: limit }),
  askAbove: limit,
  fields: requestFields,
  references: z.object({ name: fieldName, form: z.enum(['address', 'data-url']), several: z.boolean() }).nullable(),
  repeats: z.object({ hours: z.int().min(1).max(longestRepeatHours) }).nullable(),
  listsTasks: z.boolean(),
  pricedBy: z.object({ pictures: fieldName.nullable(), fields: z.array(fieldName).max(mostPricedFields), references: z.boolean() }),
};

/** What the window may set. */
export const accountOptionsSchema: z.ZodType<AccountOptions> = z.strictObject(shape);

/** A budget that allows nothing. It replaces a budget that cannot be read: without one, more might be spent than the person wants. */
const closedBudget: Budget = { day: null, month: null, total: noAmount };

const storedOptions: z.ZodType<AccountOptions> = z.object({
  unit: shape.unit.catch(noOptions.unit),
  budget: shape.budget.catch(closedBudget),
  askAbove: shape.askAbove.catch(null),
  fields: shape.fields.catch({}),
  references: shape.references.catch(null),
  repeats: shape.repeats.catch(null),
  listsTasks: shape.listsTasks.catch(false),
  pricedBy: shape.pricedBy.catch(() => ({ ...noOptions.pricedBy, fields: [...noOptions.pricedBy.fields] })),
});

/** Reads stored options. Ignores what a later version added. */
export function readStoredOptions(text: string): AccountOptions {
  try {
    return storedOptions.parse(JSON.parse(text));
  } catch {
    return { ...noOptions, budget: closedBudget };
  }
}
