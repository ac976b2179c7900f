import path from 'node:path';
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { commandFile } from './built-threads.ts';

/** The revisions of MCP that Latent serves. */
export const revisions = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof revisions)[number];

export interface AssistantOptions {
  readonly home: string;
  readonly userData: string;
  readonly revision: Revision;
  readonly wait?: number;
  /** The built command. Absent: that of unit tests. */
  readonly command?: string;
  /** Answers a question of the server to the person. Absent: the client cannot ask. */
  readonly elicit?: (message: string) => 'yes' | 'no' | 'dismiss';
}

export interface Assistant {
  readonly client: Client;
  /** Every message both ways, in order. */
  readonly messages: readonly { readonly from: 'client' | 'server'; readonly message: unknown }[];
  /** What a tool answers; `text` has its sentences. */
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<{ readonly text: string; readonly isError: boolean; readonly data: Record<string, unknown>; readonly content: readonly { readonly type: string }[] }>;
  pid(): number;
  close(): Promise<void>;
}

/** An official client, and the built server in a process of its own. Whoever starts it closes it. */
export async function startAssistant({ home, userData, revision, wait = 30, command = commandFile, elicit }: AssistantOptions): Promise<Assistant> {
  const messages: { from: 'client' | 'server'; message: unknown }[] = [];
  const env = Object.fromEntries(Object.entries({ ...process.env, HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') }).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const stdio = new StdioClientTransport({ command: process.execPath, args: [command, '--profile', userData, 'mcp', '--wait', String(wait)], env, stderr: 'pipe' });
  // Not the transport itself, for which the client would look at the revisions in another process.
  const transport: Transport = {
    start: () => stdio.start(),
    close: () => stdio.close(),
    send(message) {
      messages.push({ from: 'client', message: structuredClone(message) });
      return stdio.send(message);
    },
  };
  Object.assign(stdio, {
    onmessage(message: JSONRPCMessage) {
      messages.push({ from: 'server', message: structuredClone(message) });
      transport.onmessage?.(message);
    },
    onclose: () => transport.onclose?.(),
    onerror: (error: Error) => transport.onerror?.(error),
  } satisfies Partial<Transport>);
  const client = new Client(
    { name: 'latent-test', version: '1.0.0' },
    { capabilities: elicit === undefined ? {} : { elicitation: { form: {} } }, versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  );
  if (elicit !== undefined) {
    client.setRequestHandler('elicitation/create', (request) => {
      const said = elicit(request.params.message);
      return said === 'dismiss' ? { action: 'cancel' } : { action: 'accept', content: { send: said } };
    });
  }
  await client.connect(transport);
  return {
    client,
    messages,
    async call(name, args = {}, signal) {
      const answer = await client.callTool({ name, arguments: args }, { timeout: 120_000, ...(signal && { signal }) });
      const content = answer.content as readonly { readonly type: string; readonly text?: string }[];
      return { text: content[0]?.text ?? '', isError: answer.isError === true, data: (answer.structuredContent ?? {}) as Record<string, unknown>, content };
    },
    pid: () => stdio.pid ?? -1,
    close: () => client.close(),
  };
}
