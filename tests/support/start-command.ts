import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createBuilder } from 'vite';
import type { AccountId, TaskId, TaskWithImages } from '../../shared/task.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** What `npm run build` makes. */
export const dist = path.join(root, 'dist');
const outDir = path.join(root, 'test-results/command');

/** Builds the process: as sources, it would take two seconds of a core for each start. */
export async function buildCommand(): Promise<void> {
  const builder = await createBuilder({ root, logLevel: 'warn', environments: { command: { build: { outDir, rolldownOptions: { input: path.join(import.meta.dirname, 'command-process.ts') } } } } });
  const { command } = builder.environments;
  if (command !== undefined) await builder.build(command);
}

export interface CommandWork {
  /** The folder of the built threads. */
  readonly dist: string;
  readonly userData: string;
  readonly picturesFolder: string;
  readonly accountId: AccountId;
  /** Submitted one after another. */
  readonly tasks: readonly { readonly id: TaskId; readonly prompt: string }[];
  /** Waited for afterwards, if they exist. None: the command ends at once. */
  readonly waits: readonly TaskId[];
}

/** What a command says. `open`: it has found an owner, or is it. `submitted`: its call was answered. `settled`: those of `waits` that exist, at the end. */
export type CommandSaid =
  | { readonly open: true }
  | { readonly owner: boolean }
  | { readonly submitted: TaskId }
  | { readonly settled: readonly TaskWithImages[] }
  | { readonly closed: true }
  | { readonly failed: string };

export interface StartedCommand {
  readonly child: ChildProcess;
  /** Resolves when it has found an owner, or is it. */
  readonly isOpen: Promise<void>;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  /** Everything that it has said so far. */
  readonly said: readonly CommandSaid[];
}

/** Starts a process that does what `latent generate` does. */
export function startCommand(work: Omit<CommandWork, 'dist'>): StartedCommand {
  const child = fork(path.join(outDir, 'latent.cjs'), [JSON.stringify({ ...work, dist })], { execArgv: [], serialization: 'json' });
  const said: CommandSaid[] = [];
  const isOpen = Promise.withResolvers<void>();
  child.on('message', (message) => {
    said.push(message as CommandSaid);
    isOpen.resolve();
  });
  // What it said last may come after its end.
  return { child, isOpen: isOpen.promise, gone: Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(() => undefined), said };
}
