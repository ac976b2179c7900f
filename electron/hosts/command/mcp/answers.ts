import type { CallToolResult } from '@modelcontextprotocol/server';
import { AppFailure, type ErrorCode } from '../../../../shared/errors.ts';
import type { McpWords } from '../../../../shared/words/mcp-words.ts';
import { UsageFault } from '../usage-fault.ts';

/** The result of a tool: sentences for the model, and the same as data. Clients that know no structured content get the data as text. */
export function answered(words: readonly string[], data: Record<string, unknown>, more: CallToolResult['content'] = []): CallToolResult {
  return { content: [{ type: 'text', text: words.join('\n') }, { type: 'text', text: JSON.stringify(data) }, ...more], structuredContent: data };
}

/** A result that says why something was not done. */
export const refused = (words: readonly string[]): CallToolResult => ({ content: [{ type: 'text', text: words.join('\n') }], isError: true });

/** Errors that a repetition of the call does not mend. */
const lasting: ReadonlySet<ErrorCode> = new Set(['assistant-account', 'request-id-used']);

/** Runs a tool. An error becomes a result in words: what happened, what it means for the money, what to do. @param advice what else to say if a repetition may help */
export async function inWords<T>(say: McpWords, act: () => Promise<T>, advice: readonly string[] = []): Promise<T | CallToolResult> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UsageFault) return refused([error.message]);
    if (!(error instanceof AppFailure)) process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    const { code, detail } = error instanceof AppFailure ? error.appError : { code: 'internal' as const, detail: undefined };
    return refused([say(`error.${code}`), ...(detail === undefined ? [] : [detail]), ...(lasting.has(code) ? [] : advice)]);
  }
}

/** Tools that change nothing and cost nothing. */
export const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
