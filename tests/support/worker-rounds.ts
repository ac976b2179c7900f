import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openJobQueue, type JobQueue } from '../../electron/hosts/command/queue/job-queue.ts';
import { openQueueDatabase, type QueueDatabase } from '../../electron/hosts/command/queue/queue-database.ts';
import { handOverToQueue, idsOfRequest, readQueueTasks, type QueueRow } from '../../electron/hosts/command/queue/queue-tasks.ts';
import { changeLimits, ensureAccount } from '../../electron/hosts/command/queue/shared-account.ts';
import { commandWordsFor } from '../../shared/words/command-words.ts';
import { sha256 } from './bytes.ts';
import { createCommandRig, type CommandRig } from './command-rig.ts';
import { startCutOff, type CutOff } from './cut-off.ts';
import type { Dice } from './dice.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { paddedPng } from './sample-pictures.ts';
import { startScriptedService, type ScriptedService } from './scripted-service.ts';

/** Every step of a worker, in the order in which a task passes them. */
export const workerPoints = ['taken', 'in-ledger', 'granted', 'submitting', 'post-sent', 'processing', 'id-known', 'shared-accepted', 'completed', 'pictures-kept', 'shared-done', 'taken-over'] as const;
type WorkerPoint = (typeof workerPoints)[number];

/** What happens in a round besides: nothing, a restart of the server, a worker without its network, or a worker that stands still. */
export const workerTroubles = ['none', 'server-killed', 'server-stopped', 'cut-off', 'standing-still'] as const;
type WorkerTrouble = (typeof workerTroubles)[number];

export const workerCounts = { rounds: 0, tasks: 0, posts: 0, done: 0, unknown: 0, kills: 0, restarts: 0, cuts: 0, stops: 0 };

/** Seconds. */
const deadAfter = 3;
/** Milliseconds in which everything comes to rest. No figure: a machine may stall. */
const hangs = 120_000;
const picture = paddedPng(3_000);
const key = 'sk-test-0123456789abcdef';

/** Three workers in processes of their own, with one library, one service and one server. */
export interface WorkerRig {
  readonly service: ScriptedService;
  readonly postgres: Postgres;
  readonly database: QueueDatabase;
  readonly jobs: JobQueue;
  readonly account: string;
  readonly library: string;
  readonly command: CommandRig;
  readonly way: CutOff;
  /** The profile of each. One that never comes back gets a new one. */
  readonly profiles: string[];
  close(): Promise<void>;
}

export async function createWorkerRig(): Promise<WorkerRig> {
  const [service, postgres, command] = await Promise.all([startScriptedService({ key }), startPostgres(), createCommandRig()]);
  await service.script('*', { submit: [{ delayMs: 100, body: { json: { id: '$ID', status: 'processing' } } }], processing: 0, images: [{ base64: picture.toString('base64') }] });
  const way = await startCutOff(postgres.socket);
  const database = await openQueueDatabase(commandWordsFor('en'), postgres.url);
  const jobs = await openJobQueue(database, false, () => undefined);
  await ensureAccount(database, service.url);
  return {
    service,
    postgres,
    database,
    jobs,
    account: service.url,
    library: path.join(command.home, 'library'),
    command,
    way,
    profiles: [0, 1, 2].map(() => newProfile(command)),
    async close() {
      await command.remove();
      await jobs.close();
      await database.close();
      await Promise.all([service.stop(), way.close()]);
      await postgres.stop();
    },
  };
}

const newProfile = ({ home }: CommandRig): string => path.join(home, `worker-${randomUUID()}`);

/** The last one reaches the server over a way that can be cut. */
function startWorker(rig: WorkerRig, at: number, killAt: string | null = null): ChildProcess {
  const { command, postgres, service, library, profiles, way } = rig;
  const queue = at === 2 ? `postgres://latent@127.0.0.1:${way.port}/postgres` : postgres.url;
  const child = command.start(['--profile', profiles[at] ?? '', 'worker', '--address', service.url, '--library', library, '--name', `w${at}`, '--dead-after', String(deadAfter)], {
    env: {
      LATENT_QUEUE: queue,
      SERVICE_API_KEY: key,
      ...(killAt !== null && { NODE_OPTIONS: `--require ${path.join(import.meta.dirname, 'kill-at-step.cjs')}`, KILL_AT: killAt }),
    },
  });
  const said: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  child.stdout?.resume();
  words.set(child, said);
  return child;
}
const words = new WeakMap<ChildProcess, string[]>();
const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

interface Round {
  readonly point: WorkerPoint | null;
  readonly trouble: WorkerTrouble;
  /** Whether the budget has room for two thirds of the tasks at first. */
  readonly hasBudget: boolean;
  readonly dice: Dice;
  readonly counts: typeof workerCounts;
  /** Takes what must never happen. */
  readonly fault: (what: string) => void;
}

export async function workerRound(rig: WorkerRig, { point, trouble, hasBudget, dice, counts, fault }: Round): Promise<void> {
  const { database, jobs, account, service } = rig;
  counts.rounds += 1;
  const count = 12;
  const ids = idsOfRequest(randomUUID(), count);
  const prompts = ids.map((id) => `a picture ${id}`);
  const [spent] = await database.rows<{ total: string }>('SELECT coalesce(sum(amount), 0)::text AS total FROM latent.spent WHERE account = $1', [account]);
  const room = hasBudget ? 8 : count;
  await changeLimits(database, account, { goOn: true, total: String(Number(spent?.total) + room) });
  await handOverToQueue(database, jobs, account, ids.map((id, at) => ({ id, request: { model: 'm', prompt: prompts[at] ?? '', size: '64x64', quality: 'low' }, estimate: '1' })));

  const children = [0, 1, 2].map((at) => startWorker(rig, at, at < 2 && point !== null ? `${point === 'taken-over' && at === 0 ? 'shared-accepted' : point}:${1 + dice.below(3)}` : null));
  await disturb(rig, children, trouble, dice, counts);
  // Those that were killed come back, or never.
  const comeBack = (async () => {
    for (const at of [0, 1] as const) {
      const child = children[at];
      if (point === null || child === undefined) continue;
      await Promise.race([once(child, 'exit'), wait(15_000, undefined, { ref: false })]);
      if (isRunning(child)) continue;
      if (child.signalCode !== 'SIGKILL') fault(`a worker ended: ${String(child.exitCode)} ${words.get(child)?.join('') ?? ''}`);
      counts.kills += 1;
      if (dice.chance(0.4)) rig.profiles[at] = newProfile(rig.command);
      children[at] = startWorker(rig, at);
    }
  })();
  const rest = async (isAtRest: (rows: readonly QueueRow[]) => boolean): Promise<readonly QueueRow[]> => {
    for (const end = performance.now() + hangs; ; ) {
      const rows = await readQueueTasks(database, ids).catch(() => []);
      if (rows.length === count && isAtRest(rows)) return rows;
      if (performance.now() > end) {
        fault(`no rest: ${JSON.stringify(rows.map(({ state }) => state))} ${children.map((child) => words.get(child)?.join('') ?? '').join(' | ')}`);
        return rows;
      }
      // Three unknown outcomes stop everybody, as they should. The person says that sending goes on.
      await changeLimits(database, account, { goOn: true }).catch(() => undefined);
      await wait(200);
    }
  };
  const isOpen = ({ state }: QueueRow): boolean => state === 'sending' || state === 'accepted';
  if (hasBudget) {
    const rows = await rest((all) => !all.some(isOpen) && all.filter(({ state }) => state !== 'waiting').length >= room);
    if (rows.filter(({ state }) => state !== 'waiting').length > room) fault('the budget was passed');
    const posts = (await service.served(prompts)).reduce((sum, one) => sum + one.posts, 0);
    if (posts > room) fault(`${posts} POSTs, and the budget had room for ${room}`);
    await changeLimits(database, account, { total: null });
  }
  await rest((all) => !all.some((row) => isOpen(row) || row.state === 'waiting'));
  await comeBack;
  for (const child of children) {
    if (!isRunning(child)) continue;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    if ((await Promise.race([gone, wait(30_000, 'hangs', { ref: false })])) === 'hangs') {
      fault(`a worker does not end: ${words.get(child)?.join('') ?? ''}`);
      child.kill('SIGKILL');
      await gone;
    }
  }
  await checkRound(rig, ids, prompts, point === null && trouble === 'none', counts, fault);
}

/** Kills a worker at a step before it has a permission, and starts another one. Resolves to the seconds that the other one needs for all its tasks. */
export async function secondsUntilOthersHaveIt(rig: WorkerRig, point: string): Promise<number> {
  const { database, jobs, account } = rig;
  const ids = idsOfRequest(randomUUID(), 4);
  await handOverToQueue(database, jobs, account, ids.map((id) => ({ id, request: { model: 'm', prompt: id, size: '64x64', quality: 'low' }, estimate: '1' })));
  const dies = startWorker(rig, 0, `${point}:1`);
  await once(dies, 'exit');
  const other = startWorker(rig, 1);
  // Its start is not what is measured.
  while (!(words.get(other)?.join('') ?? '').includes('sends with')) await wait(50);
  const begun = performance.now();
  for (;;) {
    const rows = await readQueueTasks(database, ids);
    if (rows.every(({ state }) => state === 'done')) break;
    await wait(100);
  }
  const seconds = (performance.now() - begun) / 1000;
  const gone = once(other, 'exit');
  other.kill('SIGTERM');
  await gone;
  return seconds;
}

async function disturb({ postgres, way }: WorkerRig, children: readonly ChildProcess[], trouble: WorkerTrouble, dice: Dice, counts: typeof workerCounts): Promise<void> {
  if (trouble === 'none') return;
  await wait(1_000 + dice.below(4_000));
  if (trouble === 'server-killed' || trouble === 'server-stopped') {
    counts.restarts += 1;
    await postgres.restart(trouble === 'server-killed' ? 'killed' : 'stopped');
  } else if (trouble === 'cut-off') {
    counts.cuts += 1;
    way.cut();
    await wait((deadAfter + 3) * 1000);
    way.heal();
  } else {
    counts.stops += 1;
    children[2]?.kill('SIGSTOP');
    await wait((deadAfter + 3) * 1000);
    children[2]?.kill('SIGCONT');
  }
}

/** Compares what the queue says with what the service did, and with the pictures. */
async function checkRound({ database, service, library }: WorkerRig, ids: readonly string[], prompts: readonly string[], isQuiet: boolean, counts: typeof workerCounts, fault: (what: string) => void): Promise<void> {
  const [rows, served] = await Promise.all([readQueueTasks(database, ids), service.served(prompts)]);
  for (const [at, row] of rows.entries()) {
    const { posts = 0, ids: given = [] } = served[at] ?? {};
    counts.tasks += 1;
    counts.posts += posts;
    if (posts > 1) fault(`task ${row.id} was sent ${posts} times`);
    if (row.state === 'unknown') {
      counts.unknown += 1;
      if (isQuiet) fault(`task ${row.id} is unknown, and nothing happened`);
      continue;
    }
    if (row.state !== 'done') {
      fault(`task ${row.id} is ${row.state} at the end`);
      continue;
    }
    counts.done += 1;
    if (row.remote_id === null || !given.includes(row.remote_id)) fault(`task ${row.id} has the id ${String(row.remote_id)}, and the service gave ${given.join()}`);
    const [first] = row.pictures;
    const bytes = first === undefined ? null : await readFile(path.join(library, first.path)).catch(() => null);
    if (bytes === null || sha256(bytes) !== sha256(picture) || first?.sha256 !== sha256(picture)) fault(`task ${row.id} has no picture, or another one`);
  }
}
