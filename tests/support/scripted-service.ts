import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Command, SeenRequest, ServedPrompt, ServiceOptions, StartedAt, TaskScript } from './scripted-service-script.ts';

/**
 * A service of the interface in a process of its own, so that it outlives crashes of what is tested and counts what
 * really came over the wire. Without a script a task is processing for one query and then completed without pictures.
 */
export interface ScriptedService {
  readonly url: string;
  /** Origin of the second port, which serves pictures only. */
  readonly imageHostUrl: string;
  readonly key: string;
  /** What happens with tasks submitted from now on with this prompt; `*` stands for every prompt without its own. */
  script(prompt: string, script: TaskScript): Promise<void>;
  /** Creates a task of this prompt without a POST, as if it was submitted elsewhere. Resolves to its ID. */
  take(prompt: string): Promise<string>;
  /** Sends the answers that a script holds, and from now on such answers at once. */
  release(): Promise<void>;
  /** From now on only this key is right. */
  setKey(key: string): Promise<void>;
  /** Every request so far, at both ports, in order. */
  requests(): Promise<readonly SeenRequest[]>;
  /** How many POSTs came with this prompt. */
  posts(prompt: string): Promise<number>;
  /** What came of POSTs with the right key, for each of these prompts. */
  served(prompts: readonly string[]): Promise<readonly ServedPrompt[]>;
  /** Kills the process: connections break, the ports refuse. */
  stop(): Promise<void>;
}

export async function startScriptedService(options: ServiceOptions): Promise<ScriptedService> {
  const entry = fileURLToPath(new URL('scripted-service-process.ts', import.meta.url));
  const child = fork(entry, { execArgv: [], serialization: 'json' });
  const ask = commandsTo(child);
  const { url, imageHostUrl } = (await ask({ do: 'start', options })) as StartedAt;
  return {
    url,
    imageHostUrl,
    key: options.key,
    async script(prompt, script) {
      await ask({ do: 'script', prompt, script });
    },
    async take(prompt) {
      return (await ask({ do: 'take', prompt })) as string;
    },
    async release() {
      await ask({ do: 'release' });
    },
    async setKey(key) {
      await ask({ do: 'set-key', key });
    },
    async requests() {
      return (await ask({ do: 'requests' })) as readonly SeenRequest[];
    },
    async posts(prompt) {
      return (await ask({ do: 'posts', prompt })) as number;
    },
    async served(prompts) {
      return (await ask({ do: 'served', prompts })) as readonly ServedPrompt[];
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function commandsTo(child: ChildProcess): (command: Command) => Promise<unknown> {
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  child.on('message', (message) => {
    const { number, answer, error } = message as { number: number; answer?: unknown; error?: string };
    const asked = waiting.get(number);
    waiting.delete(number);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(error));
  });
  child.on('exit', () => {
    for (const asked of waiting.values()) asked.reject(new Error('The scripted service has stopped.'));
    waiting.clear();
  });
  return (command) =>
    new Promise((resolve, reject) => {
      last += 1;
      const number = last;
      waiting.set(number, { resolve, reject });
      child.send({ number, command }, (error) => {
        if (error === null) return;
        waiting.delete(number);
        reject(error);
      });
    });
}
