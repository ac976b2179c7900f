import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { ensurePostgres, isRoot } from '../../.scripts/electron/linux.ts';

const run = promisify(execFile);

/** A PostgreSQL server of a test's own, in a temporary folder, that only this computer reaches. */
export interface Postgres {
  /** Where it listens: a Unix socket in a folder. */
  readonly url: string;
  readonly socket: string;
  /** Ends it, at once or as an operator does, and starts it again. */
  restart(how: 'killed' | 'stopped'): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

/** `settings`: for its command line, such as `fsync=off`. */
export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const bin = ensurePostgres();
  // Short, because the path of a socket may have 107 bytes.
  const folder = await mkdtemp('/tmp/latent-pg-');
  const data = path.join(folder, 'data');
  const asUser = isRoot ? await asPostgres(folder) : [];
  const program = (name: string, args: readonly string[]): readonly [string, readonly string[]] => {
    const [first = '', ...rest] = [...asUser, path.join(bin, name), ...args];
    return [first, rest];
  };
  await run(...program('initdb', ['-D', data, '-A', 'trust', '-U', 'latent', '--no-sync', '-E', 'UTF8']));
  const url = `postgres://latent@/postgres?host=${encodeURIComponent(folder)}`;
  let server: ChildProcess;
  const start = async (): Promise<void> => {
    const [file, args] = program('postgres', ['-D', data, '-k', folder, '-c', 'listen_addresses=', ...settings.flatMap((setting) => ['-c', setting])]);
    server = spawn(file, args, { stdio: 'ignore' });
    for (;;) {
      const client = new Client({ connectionString: url });
      try {
        await client.connect();
        return await client.end();
      } catch (error) {
        if (server.exitCode !== null) throw error;
        await wait(50);
      }
    }
  };
  const end = async (signal: 'SIGKILL' | 'SIGINT'): Promise<void> => {
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };
  await start();
  return {
    url,
    socket: path.join(folder, '.s.PGSQL.5432'),
    async restart(how) {
      await end(how === 'killed' ? 'SIGKILL' : 'SIGINT');
      // Children of a server that was killed end once they notice. Until then, no other one starts.
      for (let tries = 0; ; tries += 1) {
        try {
          return await start();
        } catch (error) {
          if (tries === 100) throw error;
          await wait(100);
        }
      }
    },
    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The server refuses to run as root. */
async function asPostgres(folder: string): Promise<readonly string[]> {
  const [user, group] = await Promise.all(['-u', '-g'].map(async (which) => (await run('id', [which, 'postgres'])).stdout.trim()));
  await chown(folder, Number(user), Number(group));
  await chmod(folder, 0o755);
  return ['setpriv', `--reuid=${user ?? ''}`, `--regid=${group ?? ''}`, '--clear-groups'];
}
