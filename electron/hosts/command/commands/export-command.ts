import path from 'node:path';
import { exitStatuses, type DefineCommand } from '../command-context.ts';
import { checkedSearch } from '../find-tasks.ts';

export const defineExport: DefineCommand = (program, say, context) => {
  program
    .command('export')
    .description(say('command.export.about'))
    .argument('[query...]', say('command.search.query'))
    .requiredOption('--to <place>', say('command.export.to'))
    .action(async (words: string[], { to }: { readonly to: string }) => {
      const { print, tell, signal, end, withAccess } = context();
      const search = checkedSearch(say, words);
      const place = path.resolve(to);
      const into = path.extname(place).toLowerCase() === '.zip' ? 'zip' : 'folder';
      const { progress, leftOut } = await withAccess(
        (access) => {
          // What is copied by then stays.
          signal.addEventListener('abort', () => void access.call('export:stop', undefined).catch(() => undefined), { once: true });
          return access.call('programs:export', { search, to: place, into });
        },
      );
      const { pictures, copied, there, phase, trouble } = progress;
      print({ to: place, into, pictures, copied, there, leftOut, ended: phase === 'ended', trouble }, [place]);
      tell(say('command.export.done', { copied, there }));
      for (const { path: file, reason } of leftOut) tell(say('command.export.left-out', { file, reason }));
      if (phase !== 'ended') tell(say('command.export.stopped', { why: trouble ?? 'stopped' }));
      if (phase !== 'ended' || leftOut.length > 0) end(exitStatuses.failed);
    });
};
