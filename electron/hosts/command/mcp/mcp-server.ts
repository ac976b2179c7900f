import { once } from 'node:events';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { AssistantSession } from './assistant-session.ts';
import { registerGenerate } from './generate-tool.ts';
import { registerLibraryTools } from './library-tools.ts';
import { registerMoneyTools } from './money-tools.ts';
import { registerTaskTools } from './task-tools.ts';

export { createAssistantSession } from './assistant-session.ts';

/** Serves one assistant on stdin and stdout, in the revision of MCP that it begins with. Resolves once it has gone, or the signal is aborted. */
export async function serveAssistant(session: AssistantSession, version: string, signal: AbortSignal): Promise<void> {
  const { say } = session;
  // Called once or twice for a connection: a client may look at what there is in one revision and go on in another.
  const served = serveStdio(() => {
    const server = new McpServer({ name: 'latent', title: say('mcp.title'), version }, { instructions: say('mcp.instructions') });
    registerMoneyTools(server, session);
    registerGenerate(server, session);
    registerTaskTools(server, session);
    registerLibraryTools(server, session);
    return server;
  });
  const gone = new AbortController();
  signal.addEventListener('abort', () => gone.abort());
  // Whoever started the server ends it by closing its stdin.
  await Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close'), once(gone.signal, 'abort')]);
  await served.close();
}
