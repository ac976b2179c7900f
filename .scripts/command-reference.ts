import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../electron/hosts/command/program.ts';
import { commandWordsFor } from '../shared/words/command-words.ts';

/** The reference of the command line and its manual page, made from the definitions of the commands (electron/hosts/command/program.ts). */

/** Paths in the repository. */
export const referenceFiles = { document: 'docs/command-line.md', manual: 'resources/latent.1' } as const;

interface Described {
  /** `latent accounts add`. */
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  readonly args: readonly (readonly [string, string])[];
  readonly options: readonly (readonly [string, string])[];
}

function program(): Command {
  return createProgram({
    say: commandWordsFor('en'),
    // A new version alone must not change the files.
    version: '',
    usualProfile: 'the folder of the app',
    context: () => {
      throw new Error('The reference runs no command.');
    },
  });
}

const shown = (command: Command): readonly Command[] => command.createHelp().visibleCommands(command).filter((one) => one.name() !== 'help');

function optionText({ description, defaultValue, argChoices, negate }: Option): string {
  const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`;
  const usual = defaultValue === undefined || defaultValue === false || defaultValue === '' || negate ? '' : `; usually ${String(defaultValue)}`;
  return `${description}${choices}${usual}`;
}

function argumentText({ description, argChoices }: Argument): string {
  return argChoices === undefined ? description : `${description} (${argChoices.join(', ')})`;
}

function describe(command: Command, parents: readonly string[]): readonly Described[] {
  const path = [...parents, command.name()];
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  const args = command.registeredArguments;
  const below = shown(command);
  const own: Described = {
    name: path.join(' '),
    usage: [path.join(' '), options.length > 0 ? '[options]' : [], ...args.map(written)].flat().join(' '),
    about: command.description(),
    args: args.map((arg) => [arg.name(), argumentText(arg)]),
    options: options.map((option) => [option.flags, optionText(option)]),
  };
  return below.length > 0 ? below.flatMap((one) => describe(one, path)) : [own];
}

/** `<id>`, `[id...]`. */
function written(arg: Argument): string {
  const name = `${arg.name()}${arg.variadic ? '...' : ''}`;
  return arg.required ? `<${name}>` : `[${name}]`;
}

const commandsOf = (all: Command): readonly Described[] => shown(all).flatMap((command) => describe(command, [all.name()]));

const markers = { begin: '<!-- The reference begins here. `npm run reference` writes it. -->', end: '<!-- The reference ends here. -->' } as const;

/** The document with the reference as it is now, between its markers. Throws if it has none. */
export function withReference(document: string): string {
  const [begin, end] = [document.indexOf(markers.begin), document.indexOf(markers.end)];
  if (begin < 0 || end < begin) throw new Error(`${referenceFiles.document} has no place for the reference`);
  return `${document.slice(0, begin)}${markers.begin}\n\n${referenceText()}\n${document.slice(end)}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function referenceText(): string {
  const all = program();
  const table = (rows: readonly (readonly [string, string])[]): string => (rows.length === 0 ? '' : `\n| | |\n| --- | --- |\n${rows.map(([name, text]) => `| \`${name.replaceAll('|', '\\|')}\` | ${cell(text)} |`).join('\n')}\n`);
  const common = all.options.map((option): readonly [string, string] => [option.flags, optionText(option)]);
  const parts = commandsOf(all).map(({ name, usage, about, args, options }) => `### ${name}\n\n\`${usage}\`: ${cell(about)}.\n${table([...args, ...options])}`);
  return [`### Options of every command\n\nThey stand before or after the command's name.\n${table(common)}`, ...parts].join('\n');
}

/** Text for roff: nothing in it is a command. */
const roff = (text: string): string => text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll(/^([.'])/gm, '\\&$1');

/** The manual page, for man(1). */
export function manualPage(): string {
  const all = program();
  const rows = (of: readonly (readonly [string, string])[]): string[] => of.flatMap(([name, text]) => ['.TP', `.B ${roff(name)}`, roff(text)]);
  const commands = commandsOf(all).flatMap(({ usage, about, args, options }) => [`.SS ${roff(usage)}`, `${roff(about)}.`, ...rows([...args, ...options])]);
  return [
    '.TH LATENT 1 "" "Latent" "User Commands"',
    '.SH NAME',
    `latent \\- ${roff(all.description().replace(/\.$/, '').toLowerCase())}`,
    '.SH SYNOPSIS',
    '.B latent',
    '[options] command',
    '.SH DESCRIPTION',
    'Where Latent runs, the command asks it. Where it does not, the command does the work itself, with the same history, ledger and library.',
    '.SH OPTIONS',
    ...rows(all.options.map((option): readonly [string, string] => [option.flags, optionText(option)])),
    '.SH COMMANDS',
    ...commands,
    '.SH ENVIRONMENT',
    '.TP',
    '.B SERVICE_API_KEY',
    'The key of the account that the command uses, if no other key of it can be read. It is not kept.',
    '',
  ].join('\n');
}
