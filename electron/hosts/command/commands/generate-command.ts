import path from 'node:path';
import type { Account } from '../../../../shared/account.ts';
import { AppFailure } from '../../../../shared/errors.ts';
import type { Snapshot } from '../../../../shared/ipc/api.ts';
import { remoteIdOf, type ImageId, type TaskWithImages } from '../../../../shared/task.ts';
import { ensureWritableFolder } from '../../../core/library/library-folders.ts';
import type { Access } from '../access.ts';
import { exitStatuses, type CommandContext, type DefineCommand } from '../command-context.ts';
import { chosenAccount } from '../command-options.ts';
import { lendEnvironmentKey } from '../lend-environment-key.ts';
import { FollowedTasks } from '../followed-tasks.ts';
import { createCopies, type Copies } from '../generate/copies.ts';
import { followTasks, tellOutcomes } from '../generate/follow-tasks.ts';
import { addGenerateOptions, usualOptions, type GenerateOptions } from '../generate/generate-options.ts';
import { handOver, idsFor, untilSent, type HandedOver } from '../generate/hand-over.ts';
import { agreedCount, costsOf, dryRun, type Costs } from '../generate/money.ts';
import { createProgressLine } from '../generate/progress-line.ts';
import { whatToSend, type ToSend } from '../generate/what-to-send.ts';
import { exitStatusFor, isWaiting, printedTasks } from '../printed-task.ts';
import { queueAddress } from '../queue/queue-address.ts';
import { UsageFault } from '../usage-fault.ts';

export const defineGenerate: DefineCommand = (program, say, context) => {
  addGenerateOptions(program.command('generate').description(say('command.generate.about')).argument('[prompt...]', say('command.generate.prompt')), say).action(async (prompts: string[], chosen: Partial<GenerateOptions> & Pick<GenerateOptions, 'count' | 'wait'>) => {
    const options: GenerateOptions = { ...usualOptions, ...chosen };
    const given = context();
    const followed = new FollowedTasks();
    await given.withAccess(
      (access) => generate(given, access, followed, prompts, options),
      (change) => followed.take(change),
    );
  });
};

/** Sends prompts, and waits for their pictures. Throws UsageFault before anything is sent. */
async function generate(context: CommandContext, access: Access, followed: FollowedTasks, prompts: readonly string[], options: GenerateOptions): Promise<void> {
  const { say, tell, print, signal } = context;
  checkQueueOptions(context, options);
  const facts = await access.call('app:snapshot', undefined);
  const account = chosenAccount(say, facts.accounts, facts.selectedAccountId, options.account);
  const all = await whatToSend(context, access, account, prompts, options);
  const costs = await costsOf(say, access, facts, account, all.requests, options);
  if (options.dryRun) {
    const { document, lines } = dryRun(say, facts, account, all.requests.length, costs);
    return print(document, lines);
  }
  if (options.queue !== undefined) return generateByWorkers(context, access, { facts, account, requests: all.requests, costs, options });
  await ensureKey(context, access, account);
  const out = options.out === undefined ? null : path.resolve(options.out);
  if (out !== null) await ensureWritableFolder(out);
  const count = await agreedCount(context, access, facts, costs, options.yes);
  if (signal.aborted) throw new UsageFault(say('command.nothing-sent'));

  const toSend = { ...all, requests: all.requests.slice(0, count) };
  const left = all.requests.length - count;
  if (left > 0) tell(say('command.generate.left', { count, left }));
  const handedOver = idsFor(toSend);
  try {
    await handOver(access, account.id, toSend, handedOver);
    await waitAndPrint(context, { access, followed, facts, account, handedOver, left, out, waits: options.wait });
  } catch (error) {
    // Whatever went wrong, what was sent has ids.
    if (!(error instanceof AppFailure) || error.appError.code !== 'bad-request') tell(say('command.generate.ids', { ids: handedOver.taskIds.slice(0, 100).join(' ') }));
    throw error;
  }
}

/** Throws UsageFault for options that mean nothing with a queue, or only with one. */
function checkQueueOptions({ say }: CommandContext, { queue, requestId, library, out, reference }: GenerateOptions): void {
  if (queue === undefined) {
    const [needy] = [requestId === undefined ? [] : '--request-id', library === undefined ? [] : '--library'].flat();
    if (needy !== undefined) throw new UsageFault(say('command.generate.needs-queue', { option: needy }));
  } else if (out !== undefined) throw new UsageFault(say('command.generate.queue-option', { option: '--out' }));
  // The workers have no copies of this computer's files.
  else if (reference.some((text) => !/^https?:\/\//i.test(text))) throw new UsageFault(say('command.generate.queue-option', { option: '--reference' }));
}

interface ForWorkers {
  readonly facts: Snapshot;
  readonly account: Account;
  readonly requests: ToSend['requests'];
  readonly costs: Costs;
  readonly options: GenerateOptions;
}

/** Asks as otherwise, and hands over to the workers. They have keys of their own. */
async function generateByWorkers(context: CommandContext, access: Access, { facts, account, requests, costs, options }: ForWorkers): Promise<void> {
  const { say, signal } = context;
  const queue = queueAddress(say, typeof options.queue === 'string' ? options.queue : undefined);
  const count = await agreedCount(context, access, facts, costs, options.yes);
  if (signal.aborted) throw new UsageFault(say('command.nothing-sent'));
  // Loaded late, because nothing else needs a database server.
  const { generateInQueue } = await import('../generate/queued-generate.ts');
  await generateInQueue(context, {
    queue,
    facts,
    account,
    requests: requests.slice(0, count),
    left: requests.length - count,
    requestId: options.requestId ?? crypto.randomUUID(),
    ...(options.library !== undefined && { library: options.library }),
    waits: options.wait,
  });
}

/** A missing key is said before anything is sent. */
async function ensureKey({ say, tell }: CommandContext, access: Access, { id, kind }: Account): Promise<void> {
  if (kind === 'practice') return;
  const now = async (): Promise<{ readonly account: Account | undefined; readonly waiting: number }> => {
    const { accounts, head } = await access.call('app:snapshot', undefined);
    const waiting = head.filter(({ task: { accountId, state } }) => accountId === id && state.status === 'queued' && (state.waitingFor === 'turn' || state.waitingFor === 'key'));
    return { account: accounts.find((one) => one.id === id), waiting: waiting.length };
  };
  const { account, waiting } = await now();
  if (account === undefined || account.key.status === 'present') return;
  await lendEnvironmentKey(access, account);
  if ((await now()).account?.key.status === 'present') {
    // They were agreed to when they were handed over, as was what only waits for its turn.
    if (waiting > 0) tell(say('command.generate.key-serves', { count: waiting, account: account.name }));
    return;
  }
  throw new UsageFault(say('command.generate.no-key', { account: account.name, status: account.key.status }));
}

interface Sent {
  readonly access: Access;
  readonly followed: FollowedTasks;
  readonly facts: Snapshot;
  readonly account: Account;
  readonly handedOver: HandedOver;
  /** How many were not sent, because a budget had no room for them. */
  readonly left: number;
  readonly out: string | null;
  readonly waits: boolean;
}

async function waitAndPrint(context: CommandContext, { access, followed, facts, account, handedOver, left, out, waits }: Sent): Promise<void> {
  const { say, tell, print, end, signal } = context;
  const { taskIds, batchId } = handedOver;
  const line = createProgressLine(process.stderr);
  const copies: Copies | null =
    out === null ? null : createCopies(facts.libraryFolder, out, (file) => line.around(() => tell(say('command.generate.not-copied', { file }))));
  let tasks: readonly TaskWithImages[];
  if (waits) tasks = await followTasks(context, taskIds, { access, account, followed, line, told: (task) => copies?.take(task) });
  else {
    // An engine of this process ends with it.
    if (access.isOwner()) await untilSent(access, handedOver, signal);
    tasks = await Promise.all(taskIds.map(async (taskId) => access.call('tasks:detail', { taskId })));
  }
  for (const task of tasks) copies?.take(task);
  const copied: ReadonlyMap<ImageId, string> = (await copies?.done()) ?? new Map<ImageId, string>();
  const printed = await printedTasks(access, tasks, facts.accounts);
  const copiesOf = (at: number): readonly string[] => tasks[at]?.images.flatMap(({ id }) => copied.get(id) ?? []) ?? [];
  const documents = printed.map((task, at) => ({ ...task, ...(out !== null && { copies: copiesOf(at) }) }));
  const lines = waits ? printed.flatMap(({ pictures }, at) => (out === null ? pictures : copiesOf(at))) : printed.map(({ id }) => id);
  print({ batch: batchId, left, tasks: documents }, lines);
  tellOutcomes(say, tell, tasks);

  for (const [at, task] of printed.entries()) end(!waits && isSent(task.status) ? exitStatuses.done : exitStatusFor(task, tasks[at]?.images));
  if (out !== null && printed.some(({ pictures }, at) => pictures.length > copiesOf(at).length)) end(exitStatuses.error);
  if (!signal.aborted && waits) return;
  tellOpen(context, access, tasks);
  if (signal.aborted) end(exitStatuses.underWay);
}

/** The service has it, or it has ended well: without waiting, that is all that was asked for. */
const isSent = (status: string): boolean => status === 'processing' || status === 'paused' || status === 'completed';

/** Says which tasks go on, and how. */
function tellOpen({ say, tell }: CommandContext, access: Access, tasks: readonly TaskWithImages[]): void {
  const open = tasks.filter(({ task: { state }, images }) => images.some(isWaiting) || state.status === 'queued' || state.status === 'submitting' || state.status === 'processing' || state.status === 'paused');
  if (open.length === 0) return;
  for (const { task } of open) tell([task.id, task.state.status, remoteIdOf(task) ?? []].flat().join(' '));
  tell(say(access.isOwner() ? 'command.generate.goes-on-here' : 'command.generate.goes-on'));
  if (access.isOwner() && open.some(({ task }) => task.state.status === 'submitting')) tell(say('command.generate.waits-for-id'));
}
