import path from 'node:path';
import type { Command } from 'commander';
import type { Change } from '../../../shared/ipc/api.ts';
import type { CommandWords } from '../../../shared/words/command-words.ts';
import type { RestoreWanted } from '../../compose/restore-profile.ts';
import { restoreOnNode } from '../node/restore-on-node.ts';
import { openAccess, type Access } from './access.ts';
import { harmless, jsonText } from './terminal-text.ts';

/** What a command is run with. */
export interface CommandContext {
  readonly say: CommandWords;
  /** The profile's folder, absolute. */
  readonly profile: string;
  /** Whether stdout gets one JSON document, and nothing else. */
  readonly json: boolean;
  /** Aborted at the first SIGINT or SIGTERM. Before Latent is open, and at one that comes a second later or more, the process ends. */
  readonly signal: AbortSignal;
  /** Opens Latent, and closes it afterwards. `changed` hears of the changes, whoever makes them. */
  withAccess<T>(act: (access: Access) => Promise<T>, changed?: (change: Change) => void): Promise<T>;
  /** Restores the profile, which nobody may have open. Rejects as `restoreOnNode` does. */
  restoreProfile(wanted: RestoreWanted): ReturnType<typeof restoreOnNode>;
  /** The result, on stdout: the document with `--json`, otherwise the lines. */
  print(document: unknown, lines: readonly string[]): void;
  /** One of several results, as soon as it is known: with `--json` the document on a line of its own, otherwise the lines. */
  printOne(document: unknown, lines: readonly string[]): void;
  /** A line for the person, on stderr. */
  tell(line: string): void;
  /** Sets how the process ends, unless something worse was set before. */
  end(status: ExitStatus): void;
}

/** Adds one command to the program. `context` is called when the command runs. */
export type DefineCommand = (program: Command, say: CommandWords, context: () => CommandContext) => void;

/** How the command ends, from the best to the worst: nothing hides an unknown outcome. They are documented in docs/command-line.md. */
export const exitStatuses = {
  /** Everything that was asked for is there. */
  done: 0,
  /** Something is still under way, and goes on with `latent resume` or in Latent. */
  underWay: 5,
  /** A task failed or was refused. */
  failed: 4,
  /** Anything else went wrong. */
  error: 1,
  /** The command itself was wrong. Nothing was sent. */
  usage: 2,
  /** Whether a task was charged is unknown. Latent sends it to nobody again. */
  unknown: 3,
} as const;
export type ExitStatus = (typeof exitStatuses)[keyof typeof exitStatuses];

const order: readonly ExitStatus[] = Object.values(exitStatuses);

interface ContextOptions {
  readonly say: CommandWords;
  readonly profile: string;
  readonly json: boolean;
  readonly version: string;
}

/** Milliseconds. A terminal's Ctrl+C comes several times at once if npm or a shell passes it on, too. */
const secondSignal = 1_000;

/** The context of this process. */
export function createContext({ say, profile, json, version }: ContextOptions): CommandContext {
  const stop = new AbortController();
  let stoppedAt = 0;
  let isOpening = false;
  const stopBy = (status: number): void => {
    // Another process may be waited for, and nothing was handed over yet.
    if (isOpening) process.exit(status);
    if (stop.signal.aborted && performance.now() - stoppedAt > secondSignal) process.exit(status);
    stoppedAt ||= performance.now();
    stop.abort();
  };
  process.on('SIGINT', () => stopBy(130)).on('SIGTERM', () => stopBy(143));
  return {
    say,
    profile: path.resolve(profile),
    json,
    signal: stop.signal,
    async withAccess(act, changed = () => undefined) {
      const options = { userData: path.resolve(profile), built: (file: string) => path.join(__dirname, file), version, environmentKey: null };
      isOpening = true;
      const access = await openAccess(options, changed, () => process.stderr.write(`${say('command.waits')}\n`));
      isOpening = false;
      try {
        return await act(access);
      } finally {
        await access.close();
      }
    },
    restoreProfile: (wanted) => restoreOnNode({ userData: path.resolve(profile), version }, wanted),
    print: (document, lines) => void process.stdout.write(json ? `${jsonText(document, 2)}\n` : textOf(lines)),
    printOne: (document, lines) => void process.stdout.write(json ? `${jsonText(document)}\n` : textOf(lines)),
    tell: (line) => void process.stderr.write(textOf([line])),
    end(status) {
      const before = (process.exitCode ?? exitStatuses.done) as ExitStatus;
      if (order.indexOf(status) > order.indexOf(before)) process.exitCode = status;
    },
  };
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${harmless(line)}\n`).join('');
