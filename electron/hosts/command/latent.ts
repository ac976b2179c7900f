import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { CommanderError } from 'commander';
import { AppFailure } from '../../../shared/errors.ts';
import { commandWordsFor } from '../../../shared/words/command-words.ts';
import { createContext, exitStatuses } from './command-context.ts';
import { createProgram } from './program.ts';
import { UsageFault } from './usage-fault.ts';

/** Set by the build. */
declare const latentVersion: string;

const say = commandWordsFor(Intl.DateTimeFormat().resolvedOptions().locale);
const version = packagedVersion() ?? latentVersion;

// Whoever reads the output may stop early, as `head` does. The engine still ends as it should.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const home = homeFolder();

createProgram({
  say,
  version,
  usualProfile: usualProfile(home ?? '~'),
  context(options) {
    if (home === null) throw new UsageFault(say('command.usage.no-home'));
    return createContext({ ...options, say, version });
  },
})
  .parseAsync()
  .catch((error: unknown) => {
    // It has said what is wrong, or printed the help.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitStatuses.done : exitStatuses.usage;
      return;
    }
    const status = error instanceof UsageFault ? exitStatuses.usage : exitStatuses.error;
    // A history that could not be opened leaves threads behind, which would keep this process, and so the profile's lock, for ever.
    process.stderr.write(`${wordsOf(error)}\n`, () => process.exit(status));
  });

/** That of the package which this command is in: a test package has another one than its source. Null: it is in none. */
function packagedVersion(): string | null {
  try {
    return (JSON.parse(readFileSync(path.join(__dirname, 'package.json'), 'utf8')) as { readonly version: string }).version;
  } catch {
    return null;
  }
}

/** Null: the user has none, such as one that a container's system does not know. */
function homeFolder(): string | null {
  try {
    return homedir() || null;
  } catch {
    return null;
  }
}

/** The folder that the app uses: Electron's rule. An empty variable is none. */
function usualProfile(of: string): string {
  if (process.platform === 'darwin') return path.join(of, 'Library/Application Support/Latent');
  if (process.platform === 'win32') return path.join(process.env['APPDATA'] || path.join(of, 'AppData/Roaming'), 'Latent');
  return path.join(process.env['XDG_CONFIG_HOME'] || path.join(of, '.config'), 'Latent');
}

/** What happened, what it means for the money, and what to do. */
function wordsOf(error: unknown): string {
  if (error instanceof UsageFault) return error.message;
  if (!(error instanceof AppFailure)) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { code, detail } = error.appError;
  return [say(`error.${code}`), detail ?? []].flat().join('\n');
}
