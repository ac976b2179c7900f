import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { openAccess } from '../../electron/hosts/command/access.ts';
import { FollowedTasks } from '../../electron/hosts/command/followed-tasks.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { CommandSaid, CommandWork } from './start-command.ts';

/** What `latent generate` does, by the same access to the profile, for an account with a key. Started by start-command.ts. */

const { dist, userData, picturesFolder, accountId, tasks, waits } = JSON.parse(process.argv[2] ?? '{}') as CommandWork;
const say = (said: CommandSaid): void => void process.send?.(said);
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
process.on('unhandledRejection', (error) => {
  say({ failed: `unhandled ${String(error)}` });
  process.exit(1);
});

async function run(): Promise<void> {
  const followed = new FollowedTasks();
  const access = await openAccess({ userData, built: (file) => path.join(dist, file), version: manifest.version, environmentKey: null, picturesFolder }, (change) => followed.take(change));
  say({ open: true });
  let wasOwner = false;
  const lookAtOwner = (): void => {
    if (access.isOwner() !== wasOwner) say({ owner: (wasOwner = access.isOwner()) });
  };
  const looks = setInterval(lookAtOwner, 20);
  lookAtOwner();
  for (const { id, prompt } of tasks) {
    if (stop.signal.aborted) break;
    await access.call('tasks:submit', { accountId, request: { model: 'm', prompt, size: '64x64', quality: 'low' }, taskIds: [id], retryOf: null });
    say({ submitted: id });
  }
  if (waits.length > 0) {
    const there: string[] = [];
    for (const id of waits) {
      const found = await access.call('tasks:detail', { taskId: id }).catch((error: unknown) => {
        if (error instanceof AppFailure && error.appError.code === 'not-found') return null;
        throw error;
      });
      if (found !== null) there.push(id);
    }
    say({ settled: await followed.untilSettled(access, there, stop.signal, () => undefined) });
  }
  // What comes now is no handing over.
  clearInterval(looks);
  await access.close();
  say({ closed: true });
}

run()
  .catch((error: unknown) => {
    say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    process.exitCode = 1;
  })
  // Nothing else is to keep the process.
  .finally(() => process.disconnect());
