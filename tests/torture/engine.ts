import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NewTask } from '../../electron/core/engine/task-engine.ts';
import type { Amount } from '../../shared/money/amount.ts';
import type { BatchId, TaskId } from '../../shared/task.ts';
import type { Ask, EngineConfig, Inventory, KillPoint, StopSignal } from './engine-messages.ts';

/** One process of the engine. Calls to a dead one reject. */
export interface Engine {
  arm(point: KillPoint, nth: number, signal: StopSignal): Promise<void>;
  submit(tasks: readonly NewTask[]): Promise<void>;
  submitBatch(batchId: BatchId, tasks: readonly NewTask[]): Promise<void>;
  limit(total: Amount, release: BatchId | null): Promise<void>;
  spent(): Promise<Amount>;
  check(): Promise<readonly string[]>;
  settle(withinMs: number, late?: readonly TaskId[]): Promise<readonly TaskId[]>;
  findListed(ids: readonly TaskId[]): Promise<number>;
  inventory(ids: readonly TaskId[]): Promise<Inventory>;
  /** Resolves to the exit code when the process is gone; null if it was killed. */
  stop(signal: StopSignal): Promise<number | null>;
  /** Resolves when the process is gone for any reason. */
  readonly gone: Promise<void>;
}

interface Reply {
  readonly ready?: true;
  readonly number?: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Hundreds of processes compile the same files. */
const compileCache = path.join(tmpdir(), 'latent-torture-compile-cache');
const entry = fileURLToPath(new URL('engine-process.ts', import.meta.url));

/** Resolves when the engine has started; rejects with what the process said when it ended before that. */
export function startEngine(config: EngineConfig): Promise<Engine> {
  const child = fork(entry, [JSON.stringify(config)], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const ask = (message: Ask): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      child.send({ number: last, message }, (error) => {
        if (error !== null) reject(error);
      });
    });
  const engine: Engine = {
    async arm(point, nth, signal) {
      await ask({ ask: 'arm', point, nth, signal });
    },
    async submit(tasks) {
      await ask({ ask: 'submit', tasks });
    },
    async submitBatch(batchId, tasks) {
      await ask({ ask: 'submit-batch', batchId, tasks });
    },
    async limit(total, release) {
      await ask({ ask: 'limit', total, release });
    },
    spent: () => ask({ ask: 'spent' }) as Promise<Amount>,
    check: () => ask({ ask: 'check' }) as Promise<readonly string[]>,
    settle: (withinMs, late = []) => ask({ ask: 'settle', withinMs, late }) as Promise<readonly TaskId[]>,
    findListed: (ids) => ask({ ask: 'find-listed', ids }) as Promise<number>,
    inventory: (ids) => ask({ ask: 'inventory', ids }) as Promise<Inventory>,
    async stop(signal) {
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
    gone,
  };
  return new Promise((resolve, reject) => {
    child.on('message', ({ ready, number, value, error }: Reply) => {
      if (ready === true) resolve(engine);
      if (number === undefined) return;
      const asked = waiting.get(number);
      waiting.delete(number);
      if (error === undefined) asked?.resolve(value);
      else asked?.reject(new Error(error));
    });
    void gone.then(() => {
      for (const asked of waiting.values()) asked.reject(new Error('The engine is gone.'));
      reject(new Error(`The engine ended before it had started. ${said}`));
    });
  });
}
