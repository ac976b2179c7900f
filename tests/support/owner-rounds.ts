import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { composeOnNode } from '../../electron/hosts/node/node-host.ts';
import { remoteIdOf, type AccountId, type TaskId, type TaskWithImages } from '../../shared/task.ts';
import { sha256 } from './bytes.ts';
import type { Dice } from './dice.ts';
import type { Profile } from './latent-app.ts';
import { paddedPng } from './sample-pictures.ts';
import type { ScriptedService } from './scripted-service.ts';
import { buildCommand, dist, startCommand, type StartedCommand } from './start-command.ts';
import { startDirectly } from './start-directly.ts';

/** Rounds in which commands and sometimes the app share a profile, and most of them are killed at any moment. */

export const ownerCounts = { rounds: 0, commands: 0, apps: 0, kills: 0, signals: 0, owners: 0, takeovers: 0, handovers: 0, tasks: 0, posts: 0, completed: 0, unknown: 0, withoutTask: 0 };
export type OwnerCounts = typeof ownerCounts;

interface Plan {
  readonly profile: Profile;
  readonly service: ScriptedService;
  readonly accountId: AccountId;
  readonly dice: Dice;
  readonly counts: OwnerCounts;
  /** Takes what must never happen. */
  readonly fault: (what: string) => void;
}

interface Sent {
  readonly id: TaskId;
  readonly prompt: string;
}

let built: Promise<void> | null = null;
const picture = paddedPng(3_000);
/** Milliseconds in which a process that nobody kills has ended. */
const hangs = 120_000;

/** A profile with an account whose key any host can read, at a service that takes a moment for each POST. */
export async function prepareOwnerRounds(profile: Profile, service: ScriptedService): Promise<AccountId> {
  await (built ??= buildCommand());
  await service.script('*', { submit: [{ delayMs: 200, body: { json: { id: '$ID', status: 'processing' } } }], processing: 0, images: [{ base64: picture.toString('base64') }] });
  const composed = await composeOnNode({ userData: profile.userData, built: (file) => path.join(dist, file), version: '0.0.0', environmentKey: null, picturesFolder: path.dirname(profile.library) });
  try {
    const added = await composed.callHandler('accounts:add', { name: 'Studio', baseUrl: service.url, key: service.key, keeping: 'unprotected' });
    if (!added.ok) throw new Error(added.error.code);
    return added.value.accountId;
  } finally {
    await composed.close();
  }
}

/** One round. Resolves to the tasks that somebody was to send, once every process is gone. */
export async function ownerRound(plan: Plan, withApp: boolean): Promise<readonly Sent[]> {
  const { profile, accountId, dice, counts, fault } = plan;
  counts.rounds += 1;
  const sent: Sent[] = [];
  const someCommandIsOpen = Promise.withResolvers<void>();
  const command = async (): Promise<void> => {
    await wait(dice.below(1_000));
    const tasks = Array.from({ length: 1 + dice.below(3) }, () => ({ id: randomUUID(), prompt: `a picture ${randomUUID()}` }));
    sent.push(...tasks);
    const waits = dice.chance(0.65) ? tasks.map(({ id }) => id) : [];
    const started = startCommand({ userData: profile.userData, picturesFolder: path.dirname(profile.library), accountId, tasks, waits });
    counts.commands += 1;
    void Promise.race([started.isOpen, started.gone]).then(someCommandIsOpen.resolve);
    const how = await endAtRandom(plan, started, 1_500);
    readCommand(plan, started, how);
  };
  const app = async (): Promise<void> => {
    // Before the commands, or while one of them owns the profile.
    if (dice.chance(0.7)) await someCommandIsOpen.promise;
    const started = startDirectly(profile, ['-r', path.join(import.meta.dirname, 'tell-life.cjs')]);
    counts.apps += 1;
    const gone = new Promise<void>((resolve) => void started.child.once('exit', () => resolve()));
    // Mostly after it has a window, which may be the one that says what it waits for.
    if (dice.chance(0.8)) await Promise.race([gone, untilSaid(started, '[life] window'), wait(hangs, undefined, { ref: false })]);
    await wait(dice.below(4_000));
    if (started.output().includes('[life] told:')) fault(`the app did not start: ${started.output()}`);
    const signal = dice.chance(0.6) ? 'SIGKILL' : 'SIGTERM';
    counts[signal === 'SIGKILL' ? 'kills' : 'signals'] += 1;
    started.child.kill(signal);
    if ((await Promise.race([gone, wait(hangs, 'hangs', { ref: false })])) !== 'hangs') return;
    fault(`the app did not end: ${started.output()}`);
    started.child.kill('SIGKILL');
    await gone;
  };
  await Promise.all([...Array.from({ length: 2 + dice.below(3) }, command), ...(withApp ? [app()] : [])]);
  return sent;
}

async function untilSaid({ output }: ReturnType<typeof startDirectly>, what: string): Promise<void> {
  while (!output().includes(what)) await wait(50, undefined, { ref: false });
}

async function endAtRandom({ dice, counts, fault }: Plan, { child, gone, said, isOpen }: StartedCommand, within: number): Promise<'killed' | 'told' | 'by itself'> {
  const fate = dice.below(10);
  if (fate < 7) {
    // Mostly after it has found an owner: before that, it can do nothing wrong.
    if (fate > 0) await Promise.race([gone, isOpen]);
    await Promise.race([gone, wait(dice.below(within))]);
  }
  if (child.exitCode !== null || fate >= 7) {
    if ((await Promise.race([gone, wait(hangs, 'hangs', { ref: false })])) === 'hangs') {
      fault(`a command did not end: ${JSON.stringify(said)}`);
      child.kill('SIGKILL');
      await gone;
    }
    return 'by itself';
  }
  const signal = fate < 5 ? 'SIGKILL' : 'SIGTERM';
  counts[signal === 'SIGKILL' ? 'kills' : 'signals'] += 1;
  child.kill(signal);
  if ((await Promise.race([gone, wait(hangs, 'hangs', { ref: false })])) === 'hangs') {
    fault(`a command did not end after ${signal}: ${JSON.stringify(said)}`);
    child.kill('SIGKILL');
    await gone;
  }
  return signal === 'SIGKILL' ? 'killed' : 'told';
}

function readCommand({ counts, fault }: Plan, { said, child }: StartedCommand, how: 'killed' | 'told' | 'by itself'): void {
  const owned = said.flatMap((each) => ('owner' in each ? [each.owner] : []));
  if (owned.includes(true)) counts.owners += 1;
  // It was a client at first.
  if (owned.includes(true) && said.findIndex((each) => 'submitted' in each) < said.findIndex((each) => 'owner' in each && each.owner) && said.some((each) => 'submitted' in each)) counts.takeovers += 1;
  if (owned.includes(false)) counts.handovers += 1;
  for (const each of said) if ('failed' in each) fault(`a command failed: ${each.failed}`);
  // Before it listens, SIGTERM ends it as it ends any process.
  if (how === 'by itself' && child.exitCode !== 0) fault(`a command ended with ${String(child.exitCode ?? child.signalCode)}: ${JSON.stringify(said)}`);
  confirmed.push(...said.flatMap((each) => ('submitted' in each ? [each.submitted] : [])));
}

/** Tasks whose submission was answered, so that they must be in the history. */
const confirmed: TaskId[] = [];

/** Lets everything come to rest in one more command, and compares the history with what the service did. */
export async function checkOwnerRounds({ profile, service, accountId, counts, fault }: Plan, sent: readonly Sent[]): Promise<void> {
  const last = startCommand({ userData: profile.userData, picturesFolder: path.dirname(profile.library), accountId, tasks: [], waits: sent.map(({ id }) => id) });
  if ((await Promise.race([last.gone, wait(hangs, 'hangs', { ref: false })])) === 'hangs') {
    fault(`the last command did not end: ${JSON.stringify(last.said)}`);
    last.child.kill('SIGKILL');
    await last.gone;
  }
  for (const each of last.said) if ('failed' in each) fault(`the last command failed: ${each.failed}`);
  const settled = new Map(last.said.flatMap((each) => ('settled' in each ? each.settled : [])).map((entry) => [entry.task.id, entry]));
  const served = await service.served(sent.map(({ prompt }) => prompt));
  for (const [at, { id }] of sent.entries()) {
    const { posts = 0, ids = [] } = served[at] ?? {};
    const entry = settled.get(id);
    counts.posts += posts;
    if (posts > 1) fault(`task ${id} was sent ${posts} times`);
    if (entry === undefined) {
      counts.withoutTask += 1;
      if (confirmed.includes(id)) fault(`task ${id} was confirmed and is not in the history`);
      if (posts > 0) fault(`task ${id} was sent and is not in the history`);
      continue;
    }
    counts.tasks += 1;
    await checkTask(profile, counts, entry, ids, fault);
  }
}

async function checkTask(profile: Profile, counts: OwnerCounts, { task, images }: TaskWithImages, accepted: readonly string[], fault: (what: string) => void): Promise<void> {
  const { status } = task.state;
  const remoteId = remoteIdOf(task);
  if (status === 'unknown') {
    counts.unknown += 1;
    return;
  }
  if (status !== 'completed') return fault(`task ${task.id} is ${status} at the end`);
  counts.completed += 1;
  if (remoteId === null || !accepted.includes(remoteId)) fault(`task ${task.id} has the id ${String(remoteId)}, and the service gave ${accepted.join()}`);
  const [image] = images;
  if (image?.state.status !== 'kept') return fault(`task ${task.id} has no picture: ${JSON.stringify(images)}`);
  const bytes = await readFile(path.join(profile.library, image.state.file.path)).catch(() => null);
  if (bytes === null || sha256(bytes) !== sha256(picture)) fault(`task ${task.id} has another picture`);
}
