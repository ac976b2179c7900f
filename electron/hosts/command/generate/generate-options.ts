import { InvalidArgumentError, type Command } from 'commander';
import { fieldValue } from '../../../../shared/lists/list-entries.ts';
import { isFieldName } from '../../../../shared/lists/list-columns.ts';
import { readAmount, type Amount } from '../../../../shared/money/amount.ts';
import type { RequestFields } from '../../../../shared/task.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import { wholeNumber } from '../command-options.ts';

/** What `latent generate` was called with. */
export interface GenerateOptions {
  /** Several make a matrix. Empty: the service's default. */
  readonly model: readonly string[];
  readonly size: readonly string[];
  readonly quality: readonly string[];
  readonly count: number;
  /** Name or id. Absent: the selected one. */
  readonly account?: string;
  /** Whether braces and wildcards in prompts mean something. */
  readonly template: boolean;
  /** A file, or `-` for stdin. */
  readonly list?: string;
  readonly set: RequestFields;
  /** Files and web addresses. */
  readonly reference: readonly string[];
  readonly out?: string;
  /** Only the first tasks that fit into this are sent. */
  readonly budget?: Amount;
  /** Nothing is sent if all of it may cost more. */
  readonly maxCost?: Amount;
  readonly dryRun: boolean;
  /** Whether the person agrees to everything that would be asked. */
  readonly yes: boolean;
  readonly wait: boolean;
  /** The queue whose workers send it; true: that of the environment. Absent: this computer sends it. */
  readonly queue?: string | true;
  readonly requestId?: string;
  readonly library?: string;
}

/** What options that were not given mean. They are no defaults of commander's, which its help would show. */
export const usualOptions = { model: [], size: [], quality: [], template: false, set: {}, reference: [], dryRun: false, yes: false } as const;

/** Adds the options to the command. */
export function addGenerateOptions(command: Command, say: CommandWords): Command {
  return command
    .option('--model <names>', say('command.generate.model'), several)
    .option('--size <sizes>', say('command.generate.size'), several)
    .option('--quality <qualities>', say('command.generate.quality'), several)
    .option('--count <number>', say('command.generate.count'), wholeNumber(say), 1)
    .option('--account <name>', say('command.generate.account'))
    .option('--template', say('command.generate.template'))
    .option('--list <file>', say('command.generate.list'))
    .option('--set <key=value>', say('command.generate.set'), fieldOf(say))
    .option('--reference <file>', say('command.generate.reference'), oneMore)
    .option('--out <folder>', say('command.generate.out'))
    .option('--budget <amount>', say('command.generate.budget'), amountOf(say))
    .option('--max-cost <amount>', say('command.generate.max-cost'), amountOf(say))
    .option('--dry-run', say('command.generate.dry-run'))
    .option('--yes', say('command.yes'))
    .option('--no-wait', say('command.generate.no-wait'))
    .option('--queue [address]', say('command.generate.queue'))
    .option('--request-id <id>', say('command.generate.request-id'))
    .option('--library <folder>', say('command.generate.library'));
}

const oneMore = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** `a,b`, or the option twice. */
const several = (text: string, before: readonly string[] = []): readonly string[] => [...before, ...text.split(',').map((value) => value.trim())];

const amountOf =
  (say: CommandWords) =>
  (text: string): Amount => {
    const amount = readAmount(text);
    if (amount === null) throw new InvalidArgumentError(say('command.usage.amount'));
    return amount;
  };

/** `n=4` is a number, `style=vivid` a text, and what else is JSON is what it says, as in a list. */
const fieldOf =
  (say: CommandWords) =>
  (text: string, before: RequestFields = {}): RequestFields => {
    const at = text.indexOf('=');
    const [name, written] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    if (at <= 0 || !isFieldName(name)) throw new InvalidArgumentError(say('command.usage.set'));
    const read = fieldValue(written);
    if ('words' in read) throw new InvalidArgumentError(say(read.words, read.values));
    return { ...before, [name]: read.value };
  };
