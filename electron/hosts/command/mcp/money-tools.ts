import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answered, inWords, readOnly } from './answers.ts';
import type { AssistantSession } from './assistant-session.ts';
import { allowanceData, allowanceWords, priceWords, whyWords } from './money-words.ts';
import { requestArguments, usableAccounts, wantedRequest } from './wanted-request.ts';

const allowanceShape = z.object({
  account: z.string().nullable().describe('null: no paid account, only the practice account'),
  unit: z.string().nullable(),
  per_call: z.string(),
  per_day: z.string(),
  spent_today: z.string(),
  waiting_for_person: z.int(),
});
const knownPrice = z.object({ model: z.string(), size: z.string(), quality: z.string(), amount: z.string(), unit: z.string(), per: z.string() });

/** Prices that `list_models` tells at most. */
const mostPrices = 100;

export function registerMoneyTools(server: McpServer, session: AssistantSession): void {
  const { say, call } = session;
  server.registerTool(
    'list_models',
    {
      title: say('mcp.list-models.title'),
      description: say('mcp.list-models.about'),
      outputSchema: z.object({
        accounts: z.array(z.object({ account: z.string(), free: z.boolean(), unit: z.string() })),
        models: z.array(z.string()),
        sizes: z.array(z.string()),
        qualities: z.array(z.string()),
        prices: z.array(knownPrice),
      }),
      annotations: readOnly,
    },
    () =>
      inWords(say, async () => {
        const snapshot = await call('app:snapshot', undefined);
        const accounts = usableAccounts(snapshot);
        const prices = accounts
          .flatMap(({ id, options: { unit } }) => (snapshot.prices.find(({ accountId }) => accountId === id)?.rows ?? []).flatMap(({ model, size, quality, amount, per }) => (amount === null ? [] : [{ model, size, quality, amount, unit, per }])))
          .slice(0, mostPrices);
        const { sizes, qualities } = snapshot.suggestions;
        const models = [...new Set([...snapshot.suggestions.models, ...prices.map(({ model }) => model)])];
        return answered([models.length === 0 ? say('mcp.list-models.none') : say('mcp.list-models.found', { count: models.length })], {
          accounts: accounts.map(({ name, kind, options }) => ({ account: name, free: kind === 'practice', unit: options.unit })),
          models,
          sizes,
          qualities,
          prices,
        });
      }),
  );

  server.registerTool(
    'estimate',
    {
      title: say('mcp.estimate.title'),
      description: say('mcp.estimate.about'),
      inputSchema: z.object({ ...requestArguments(say), prompt: z.string().default('-').describe(say('mcp.generate.prompt')) }),
      outputSchema: z.object({ free: z.boolean(), amount: z.string().nullable().describe('null: free, or not known'), unit: z.string().nullable(), asks_first: z.boolean(), budget: allowanceShape }),
      annotations: readOnly,
    },
    (wanted) =>
      inWords(say, async () => {
        const quote = await call('assistant:quote', await wantedRequest(session, wanted));
        const { free, price, why, allowance } = quote;
        const isKnown = price !== null && price.unpriced === 0;
        const fits = why === null ? say('mcp.price.fits') : say('mcp.price.beyond', { why: whyWords(say, quote) });
        return answered([priceWords(say, quote), ...(free ? [] : [fits])], {
          free,
          amount: isKnown ? price.amount : null,
          unit: isKnown ? price.unit : null,
          asks_first: why !== null,
          budget: allowanceData(allowance),
        });
      }),
  );

  server.registerTool(
    'spending',
    {
      title: say('mcp.spending.title'),
      description: say('mcp.spending.about'),
      outputSchema: z.object({ budget: allowanceShape, spent: z.object({ day: z.string(), month: z.string(), total: z.string() }).nullable().describe('by everybody who uses the account; null: there is no paid one') }),
      annotations: readOnly,
    },
    () =>
      inWords(say, async () => {
        const allowance = await call('assistant:allowance', undefined);
        const { account } = allowance;
        const spent = account === null ? null : await call('spending:spent', { accountId: account.id });
        return answered([allowanceWords(say, allowance), ...(account && spent ? [say('mcp.spending.account', { account: account.name, unit: account.unit, ...spent })] : [])], { budget: allowanceData(allowance), spent });
      }),
  );
}
