import { CLIENT_CAPABILITIES_META_KEY, inputRequired, inputResponse, type CallToolResult, type ClientCapabilities, type InputRequiredResult, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AssistantQuote } from '../../../../shared/assistant-quote.ts';
import { requestIdLimits } from '../../../../shared/assistants.ts';
import type { AnyInput } from '../../../../shared/ipc/programs.ts';
import type { TaskId, TaskWithImages } from '../../../../shared/task.ts';
import { isSettled } from '../followed-tasks.ts';
import { answered, inWords, refused } from './answers.ts';
import type { AssistantSession } from './assistant-session.ts';
import { allowanceWords, whyWords } from './money-words.ts';
import { answerTasks, taskShape } from './task-answer.ts';
import { requestArguments, wantedRequest } from './wanted-request.ts';

/** The only tool that can cost money. */
export function registerGenerate(server: McpServer, session: AssistantSession): void {
  const { say, call } = session;
  server.registerTool(
    'generate',
    {
      title: say('mcp.generate.title'),
      description: say('mcp.generate.about'),
      inputSchema: z.object({ request_id: z.string().min(requestIdLimits.min).max(requestIdLimits.max).describe(say('mcp.generate.request-id')), ...requestArguments(say) }),
      outputSchema: z.object({ tasks: z.array(taskShape), is_new: z.boolean().describe('false: an earlier call with this request_id made these tasks') }),
      // It adds and never destroys. The same request_id is the same task.
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    },
    (wanted, context) =>
      inWords<CallToolResult | InputRequiredResult>(
        say,
        async () => {
          const { signal } = context.mcpReq;
          const request = { ...(await wantedRequest(session, wanted)), requestId: wanted.request_id };
          if (signal.aborted) return refused([say('mcp.generate.cancelled')]);
          const first = await call('assistant:submit', { ...request, beyond: 'refuse' });
          if (first.outcome === 'taken') return followed(session, context, first);
          const beyond = await askPerson(session, server, context, first.quote, request);
          if (typeof beyond === 'object' && 'result' in beyond) return beyond.result;
          const outcome = await call('assistant:submit', { ...request, beyond });
          if (outcome.outcome === 'taken') return followed(session, context, outcome, whyWords(say, first.quote));
          return refused([say('mcp.generate.refused', { why: whyWords(say, outcome.quote) }), allowanceWords(say, outcome.quote.allowance)]);
        },
        [say('mcp.generate.again')],
      ),
  );
}

type Beyond = AnyInput<'assistant:submit'>['beyond'];

/**
 * Asks about what goes beyond the budget in the assistant's app, if the person lets that count and the app can ask. Nothing is committed before the answer: the handler runs again
 * with it. Otherwise the tasks are put on hold in the window.
 */
async function askPerson({ say }: AssistantSession, server: McpServer, context: ServerContext, quote: AssistantQuote, { request, count }: AnyInput<'assistant:quote'>): Promise<Beyond | { readonly result: CallToolResult | InputRequiredResult }> {
  const { price, why, allowance } = quote;
  if (allowance.asks !== 'assistant' || why === 'price-unknown' || price === null || !asksForms(server, context)) return 'hold';
  const { amount, unit } = price;
  // The question's name has the price, so that a yes to one price is none to another.
  const name = `send-for-${amount}`;
  const answer = inputResponse(context.mcpReq.inputResponses, name);
  if (answer.kind === 'elicit') return answer.action === 'accept' && answer.content?.['send'] === 'yes' ? { agreed: amount } : { result: refused([say('mcp.generate.declined')]) };
  const choices = [{ const: 'yes', title: say('mcp.generate.ask-yes', { amount, unit }) }, { const: 'no', title: say('mcp.generate.ask-no') }];
  const message = say('mcp.generate.ask', { count, amount, unit, prompt: request.prompt.slice(0, 200), why: whyWords(say, quote) });
  const requestedSchema = { type: 'object' as const, properties: { send: { type: 'string' as const, title: say('mcp.generate.title'), oneOf: choices } }, required: ['send'] };
  return { result: inputRequired({ inputRequests: { [name]: inputRequired.elicit({ message, requestedSchema }) } }) };
}

/** Whether the assistant's app can ask a person for a choice. */
function asksForms(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const capabilities = (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ?? server.server.getClientCapabilities();
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Waits for tasks that were taken, and says what became of them. */
async function followed(session: AssistantSession, { mcpReq }: ServerContext, { taskIds, isNew }: { readonly taskIds: readonly TaskId[]; readonly isNew: boolean }, why?: string): Promise<CallToolResult> {
  const { say, settled } = session;
  const { progressToken } = mcpReq._meta ?? {};
  let steps = 0;
  const found = await settled(taskIds, mcpReq.signal, (entry) => {
    // Not the last one: it could overtake the result.
    if (progressToken === undefined || isSettled(entry)) return;
    steps += 1;
    void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: steps, message: entry.task.state.status } }).catch(() => undefined);
  });
  const tasks = await answerTasks(session, found);
  const waiting = tasks.filter(({ ended }) => !ended).length;
  const summary = waiting > 0 ? say('mcp.generate.waiting', { count: waiting }) : say('mcp.generate.done', { count: tasks.length });
  return answered([...(isNew ? [] : [say('mcp.generate.repeated')]), why !== undefined && found.some(isHeld) ? say('mcp.generate.held', { why }) : summary, ...tasks.map((task) => `${task.task_id}: ${task.explained}`)], { tasks, is_new: isNew });
}

const isHeld = ({ task: { state } }: TaskWithImages): boolean => state.status === 'queued' && state.waitingFor === 'held';
