import type { Access } from '../access.ts';
import type { DefineCommand } from '../command-context.ts';
import { UsageFault } from '../usage-fault.ts';

/** Seconds. Clients give up after a minute. */
const usualWait = 40;

export const defineMcp: DefineCommand = (program, say, context) => {
  program
    .command('mcp')
    .description(say('command.mcp.about'))
    .option('--wait <seconds>', say('command.mcp.wait'), Number, usualWait)
    .action(async ({ wait }: { readonly wait: number }) => {
      if (!Number.isInteger(wait) || wait < 0 || wait > 3600) throw new UsageFault(say('command.usage.wait'));
      const { signal, withAccess } = context();
      // Loaded late, because no other command needs it.
      const { createAssistantSession, serveAssistant } = await import('../mcp/mcp-server.ts');
      const opened = Promise.withResolvers<Access>();
      const { session, changed } = createAssistantSession(opened.promise, wait * 1000);
      // Served at once: the engine's start takes longer than some clients wait for the list of tools.
      const served = serveAssistant(session, program.version() ?? '', signal);
      await withAccess(async (access) => {
        // What an earlier server took goes on, although nobody may ask for it.
        await access.goOn();
        opened.resolve(access);
        await served;
      }, changed);
    });
};
