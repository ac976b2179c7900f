import { z } from 'zod';
import { longestPrompt } from '../request/request-checks.ts';
import type { QuickMessage, QuickShown } from './quick-field.ts';

const text = z.string().max(longestPrompt);
const line = z.string().max(2_000);
const offer = z.string().max(100_000);

/** What a field that was taken over could say at most. */
export const quickMessageSchema: z.ZodType<QuickMessage> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text }),
  z.strictObject({ kind: z.literal('account'), accountId: z.uuid() }),
  z.strictObject({ kind: z.literal('send'), text, offer }),
  z.strictObject({ kind: z.literal('close') }),
]);

export const quickShownSchema: z.ZodType<QuickShown> = z.strictObject({
  view: z.strictObject({
    theme: z.enum(['system', 'light', 'dark']),
    direction: z.enum(['ltr', 'rtl']),
    language: line,
    accounts: z.array(z.strictObject({ id: z.uuid(), name: line })).max(10_000),
    accountId: z.uuid().nullable(),
    choices: z.string().max(100_000),
    price: line.nullable(),
    left: line.nullable(),
    note: line.nullable(),
    action: line,
    isBlocked: z.boolean(),
    offer,
    labels: z.strictObject({ title: line, prompt: line, placeholder: line, account: line, again: line, unanswered: line }),
  }),
  outcome: z
    .strictObject({ is: z.enum(['queued', 'window', 'kept']), words: line, detail: line.nullable(), closesAfter: z.int().min(0).max(60_000).nullable() })
    .nullable(),
});
