import type { AssistantQuote } from '../../../../shared/assistant-quote.ts';
import type { AssistantAllowance } from '../../../../shared/assistants.ts';
import type { McpWords } from '../../../../shared/words/mcp-words.ts';

/** What an assistant may spend. */
export function allowanceWords(say: McpWords, { account, perCall, perDay, spent }: AssistantAllowance): string {
  return account === null ? say('mcp.allowance.none') : say('mcp.allowance.some', { account: account.name, unit: account.unit, perCall, perDay, spent });
}

/** Why a request goes beyond that. Empty: it does not. */
export function whyWords(say: McpWords, { why, allowance: { account, perCall, perDay, spent } }: AssistantQuote): string {
  return why === null ? '' : say(`mcp.why.${why}`, { unit: account?.unit ?? '', spent, limit: why === 'call' ? perCall : perDay });
}

/** What a request would cost. */
export function priceWords(say: McpWords, { free, price }: AssistantQuote): string {
  if (free) return say('mcp.price.free');
  return price === null || price.unpriced > 0 ? say('mcp.price.unknown') : say('mcp.price.known', { amount: price.amount, unit: price.unit });
}

/** What an assistant may spend, as data. Amounts are exact decimals. */
export const allowanceData = ({ account, perCall, perDay, spent, held }: AssistantAllowance) => ({
  account: account?.name ?? null,
  unit: account?.unit ?? null,
  per_call: perCall,
  per_day: perDay,
  spent_today: spent,
  waiting_for_person: held,
});
