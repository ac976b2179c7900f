import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { manualPage, referenceFiles, withReference } from '../../../.scripts/command-reference.ts';
import { createProgram } from '../../../electron/hosts/command/program.ts';
import { commandWordsFor } from '../../../shared/words/command-words.ts';
import { commandLinesOf } from '../../support/command-lines.ts';
import { root } from '../../support/documents.ts';

const text = (file: string): string => readFileSync(join(root, file), 'utf8');

test('the reference is that of the definitions: otherwise run `npm run reference`', () => {
  expect(text(referenceFiles.document)).toBe(withReference(text(referenceFiles.document)));
  expect(text(referenceFiles.manual)).toBe(manualPage());
});

class Understood extends Error {}

/** What is wrong with a command line; null: it is understood, and would run now. */
async function faultOf(words: readonly string[]): Promise<string | null> {
  const program = createProgram({
    say: commandWordsFor('en'),
    version: '',
    usualProfile: '',
    context: () => {
      throw new Understood();
    },
  });
  const quiet = { writeErr: () => undefined, writeOut: () => undefined };
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) command.configureOutput(quiet);
  try {
    await program.parseAsync(words, { from: 'user' });
    return null;
  } catch (error) {
    if (error instanceof Understood) return null;
    return error instanceof CommanderError ? error.message : String(error);
  }
}

const lines = commandLinesOf(referenceFiles.document).filter((words) => words[0] !== 'completion');

test.each(lines.map((words) => [words.join(' '), words] as const))('latent %s is understood', async (_line, words) => {
  expect(await faultOf(words)).toBeNull();
});

test('a line that is not understood is found', async () => {
  expect(lines.length).toBeGreaterThan(15);
  expect(await faultOf(['tasks', '--strange'])).toContain('unknown option');
  expect(await faultOf(['nonsense'])).toContain('unknown command');
  expect(await faultOf(['spend', '--by', 'week'])).toContain('days');
});
