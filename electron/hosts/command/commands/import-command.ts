import { stat } from 'node:fs/promises';
import path from 'node:path';
import { exitStatuses, type DefineCommand } from '../command-context.ts';
import { UsageFault } from '../usage-fault.ts';

export const defineImport: DefineCommand = (program, say, context) => {
  program
    .command('import')
    .description(say('command.import.about'))
    .argument('<path...>', say('command.import.path'))
    .action(async (given: string[]) => {
      const { print, tell, signal, end, withAccess } = context();
      const paths = given.map((one) => path.resolve(one));
      for (const one of paths) if ((await stat(one).catch(() => null)) === null) throw new UsageFault(say('command.usage.no-file', { file: one }));
      const result = await withAccess((access) => {
        // What is in the library by then stays.
        signal.addEventListener('abort', () => void access.call('import:cancel', undefined).catch(() => undefined), { once: true });
        return access.call('programs:import', { paths });
      });
      if (result === null) throw new UsageFault(say('command.usage.nothing-to-import'));
      const { progress, skipped } = result;
      const { counts, phase, trouble, cancelled } = progress;
      print({ ...counts, files: progress.files, skippedFiles: skipped, ended: phase === 'ended' && !cancelled, trouble }, [say('command.import.done', { added: counts.added, duplicates: counts.duplicates + counts.inTrash })]);
      for (const { path: file, reason } of skipped) tell(say('command.import.skipped', { file, reason }));
      if (phase !== 'ended') tell(say('command.import.stopped', { why: trouble?.why ?? phase }));
      if (phase !== 'ended' || cancelled || counts.skipped > 0) end(exitStatuses.failed);
    });
};
