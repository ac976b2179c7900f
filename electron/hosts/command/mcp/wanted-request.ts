import { z } from 'zod';
import { isFree, type Account } from '../../../../shared/account.ts';
import { mostInCall } from '../../../../shared/assistants.ts';
import type { Snapshot } from '../../../../shared/ipc/api.ts';
import type { AnyInput } from '../../../../shared/ipc/programs.ts';
import { longestChoice, longestPrompt } from '../../../../shared/request/request-checks.ts';
import type { McpWords } from '../../../../shared/words/mcp-words.ts';
import { UsageFault } from '../usage-fault.ts';
import type { AssistantSession } from './assistant-session.ts';

/** The arguments that decide a request and its price. */
export const requestArguments = (say: McpWords) => ({
  prompt: z.string().min(1).max(longestPrompt).describe(say('mcp.generate.prompt')),
  model: z.string().max(longestChoice.model).default('').describe(say('mcp.generate.model')),
  size: z.string().max(longestChoice.size).default('').describe(say('mcp.generate.size')),
  quality: z.string().max(longestChoice.quality).default('').describe(say('mcp.generate.quality')),
  count: z.int().min(1).max(mostInCall).default(1).describe(say('mcp.generate.count')),
  account: z.string().optional().describe(say('mcp.generate.account')),
});

interface Wanted {
  readonly prompt: string;
  readonly model: string;
  readonly size: string;
  readonly quality: string;
  readonly count: number;
  readonly account?: string | undefined;
}

/** Accounts that the assistant may use: the practice account, and the one that the person chose for it. */
export const usableAccounts = ({ accounts, settings }: Pick<Snapshot, 'accounts' | 'settings'>): readonly Account[] =>
  accounts.filter(({ id, removed }) => !removed && (isFree(id) || id === settings.assistants?.accountId));

/** The request as the engine's owner takes it. Throws UsageFault if there is no such account. */
export async function wantedRequest({ say, call }: AssistantSession, { account, count, prompt, model, size, quality }: Wanted): Promise<AnyInput<'assistant:quote'>> {
  const request = { prompt, model, size, quality };
  if (account === undefined) return { accountId: null, request, count };
  const snapshot = await call('app:snapshot', undefined);
  const found = snapshot.accounts.find(({ id, name, removed }) => !removed && (id === account || name === account));
  if (found === undefined) throw new UsageFault(say('mcp.generate.no-account', { name: account, names: usableAccounts(snapshot).map(({ name }) => name).join(', ') }));
  return { accountId: found.id, request, count };
}
