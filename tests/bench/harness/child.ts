import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A process of the benchmark's, which answers each message with one. */
export interface BenchProcess {
  /** What it said first. */
  readonly started: unknown;
  ask(message: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startProcess(name: string, job: unknown = {}): Promise<BenchProcess> {
  const entry = path.resolve(import.meta.dirname, `../processes/${name}.ts`);
  const child = fork(entry, [JSON.stringify(job)], { execArgv: ['--no-warnings'], serialization: 'json' });
  const started = await nextMessage(child);
  return {
    started,
    ask(message) {
      const answer = nextMessage(child);
      child.send(message as object);
      return answer;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** What a process says next; rejects when it ends before. */
function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`A process of the benchmark ended with ${code}.`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}
