import { Command } from 'commander';
import type { CommandWords } from '../../../shared/words/command-words.ts';
import type { CommandContext, DefineCommand } from './command-context.ts';
import { defineAccounts } from './commands/accounts-command.ts';
import { defineAdd } from './commands/add-command.ts';
import { defineAlbums } from './commands/albums-command.ts';
import { defineCancel } from './commands/cancel-command.ts';
import { defineCompletion } from './commands/completion-command.ts';
import { defineDoctor } from './commands/doctor-command.ts';
import { defineExport } from './commands/export-command.ts';
import { defineGenerate } from './commands/generate-command.ts';
import { defineImport } from './commands/import-command.ts';
import { defineMcp } from './commands/mcp-command.ts';
import { defineMirror } from './commands/mirror-command.ts';
import { definePrices } from './commands/prices-command.ts';
import { defineQueue } from './commands/queue-command.ts';
import { defineResume } from './commands/resume-command.ts';
import { defineSearch } from './commands/search-command.ts';
import { defineShow } from './commands/show-command.ts';
import { defineSpend } from './commands/spend-command.ts';
import { defineTasks } from './commands/tasks-command.ts';
import { defineWorker } from './commands/worker-command.ts';

/** Options that every command has. */
export interface CommonOptions {
  readonly profile: string;
  readonly json: boolean;
}

/** In the order of the help. */
const commands: readonly DefineCommand[] = [
  defineGenerate,
  defineTasks,
  defineShow,
  defineResume,
  defineAdd,
  defineCancel,
  defineSearch,
  defineExport,
  defineImport,
  defineMirror,
  defineAlbums,
  defineAccounts,
  defineSpend,
  definePrices,
  defineDoctor,
  defineMcp,
  defineWorker,
  defineQueue,
  defineCompletion,
];

export interface ProgramOptions {
  readonly say: CommandWords;
  readonly version: string;
  readonly usualProfile: string;
  readonly context: (options: CommonOptions) => CommandContext;
}

/** Everything that the command line understands. Help, completion, manual page and reference are made from it. */
export function createProgram({ say, version, usualProfile, context }: ProgramOptions): Command {
  const program = new Command('latent')
    .description(say('command.about'))
    .version(version)
    .option('--profile <folder>', say('command.option.profile'), usualProfile)
    .option('--json', say('command.option.json'), false)
    .configureHelp({ showGlobalOptions: true })
    // Otherwise an error of usage ends with 1, as any other.
    .exitOverride();
  for (const define of commands) define(program, say, () => context(program.opts<CommonOptions>()));
  return program;
}
