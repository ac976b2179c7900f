import { z } from 'zod';
import { writtenAmount } from './account-options-schema.ts';

/**
 * What a person allows assistants, which are programs that act on their own and reach Latent by MCP. Without it, they may use the practice account alone. Amounts are in the
 * account's unit.
 */
export const assistantBudgetSchema = z.strictObject({
  /** The one paid account that they may use. */
  accountId: z.uuid(),
  perCall: writtenAmount,
  perDay: writtenAmount,
  /** Where the person is asked about what goes beyond it. `assistant`: by the assistant's own app, if it can ask; otherwise, and with `latent`, in the window. */
  asks: z.enum(['latent', 'assistant']),
});
export type AssistantBudget = Readonly<z.infer<typeof assistantBudgetSchema>>;
