import { commandGenerate } from './command-generate.en.ts';
import { commandQueue } from './command-queue.en.ts';
import { commandReads } from './command-reads.en.ts';

/** The words of the command line. Those of its help are short: one line of a terminal each. */
export const command = {
  ...commandGenerate,
  ...commandReads,
  ...commandQueue,
  'command.about': 'Buy pictures from an image-generation service without losing one or paying twice.',
  'command.option.profile': 'the folder of the profile',
  'command.option.json': 'print one JSON document',

  'command.waits': 'Another Latent has this profile and does not answer yet. Waiting for it…',

  'command.mcp.about': 'serve an assistant on stdin and stdout (Model Context Protocol)',
  'command.mcp.wait': 'seconds that generate waits for its pictures',

  'command.usage.no-home': 'This user has no home folder, where the library is. Set HOME to a folder that Latent can write to. Nothing was done.',
  'command.usage.wait': '--wait takes a whole number of seconds, from 0 to 3600.',
  'command.usage.no-account': 'There is no account “{name}”. There are: {names}.',
} as const;
