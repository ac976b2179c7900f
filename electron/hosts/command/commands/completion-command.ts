import { Argument, Command } from 'commander';
import type { DefineCommand } from '../command-context.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

export const defineCompletion: DefineCommand = (program, say) => {
  // The library adds two commands of its own, with its own words, so that it gets a stand-in with the same commands.
  const completions = async () => {
    const { default: tab } = await import('@bomb.sh/tab/commander');
    const standIn = new Command(program.name());
    for (const option of program.options) standIn.addOption(option);
    for (const command of program.commands) if (command.name() !== 'complete') standIn.addCommand(command);
    return tab(standIn, { completionCommandName: 'completion-script' });
  };
  program
    .command('completion')
    .description(say('command.completion.about'))
    .addArgument(new Argument('<shell>', say('command.completion.shell')).choices(shells))
    .action(async (shell: string) => (await completions()).setup(program.name(), program.name(), shell));
  // What the scripts call at each Tab.
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words: string[]) => (await completions()).parse(words));
};
