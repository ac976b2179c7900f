import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Sentence } from '../say.ts';
import { cacheOf } from './trial-folders.ts';

interface Person {
  readonly name: string;
  readonly home: string;
}

const personId = 1000;

/** What ran in an enclosure, with both of its streams. */
interface Ran {
  readonly ok: boolean;
  readonly output: string;
}

/**
 * A small Linux system to install packages in: processes, mounts and user numbers of its own, the network of this machine. What is changed
 * in it is kept in memory and ends with it. The base folder stays as it is.
 */
export class Enclosure {
  readonly #stage: string;
  readonly #top: ChildProcess;
  readonly #first: number;
  /** The user who is not root. */
  readonly person: Person;

  private constructor(stage: string, top: ChildProcess, first: number, person: Person) {
    this.#stage = stage;
    this.#top = top;
    this.#first = first;
    this.person = person;
  }

  /** `base`: the folder of a system; `hasNamespaces`: whether its users may make user namespaces; `same`: a folder that has its own path inside, too. */
  static async open(base: string, hasNamespaces: boolean, same?: string): Promise<Enclosure> {
    const stage = cacheOf('stage');
    must('mount', ['-t', 'tmpfs', '-o', 'size=8g,mode=755', 'trial', stage]);
    for (const name of ['exchange', 'archives']) mkdirSync(join(stage, name));
    must('mount', ['--bind', cacheOf(`archives/${basename(base)}`), join(stage, 'archives')]);
    const top = spawn('sh', [join(import.meta.dirname, 'enclosure.sh'), base, stage, hasNamespaces ? 'yes' : 'no', 'outside', same ?? ''], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    top.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const isReady = await new Promise<boolean>((resolve) => {
      top.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('ready') && resolve(true));
      top.once('exit', () => resolve(false));
    });
    if (!isReady) {
      unmount(stage);
      throw new Sentence(`The enclosed system did not start: ${said.trim()}`);
    }
    return new Enclosure(stage, top, firstProcess(top.pid ?? 0), personOf(base));
  }

  /** The folder that is /exchange inside. */
  get exchange(): string {
    return join(this.#stage, 'exchange');
  }

  /** Where a file of the enclosure is for this process. */
  path(inside: string): string {
    return join(`/proc/${this.#first}/root`, inside);
  }

  /** Runs a shell script as its root, or as the person with a login's environment; ends it after `limit` milliseconds. */
  async run(script: string, { as = 'root', limit = 600_000, display = '' }: { readonly as?: 'root' | 'person'; readonly limit?: number; readonly display?: string } = {}): Promise<Ran> {
    const child = this.start(script, { as, display });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const timer = setTimeout(() => child.kill('SIGKILL'), limit);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    clearTimeout(timer);
    return { ok: code === 0, output };
  }

  /** Starts a shell script and leaves it running. */
  start(script: string, { as, display = '' }: { readonly as: 'root' | 'person'; readonly display?: string }): ChildProcess {
    const common = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive', ...(display === '' ? {} : { DISPLAY: display }) };
    const { name, home } = as === 'root' ? { name: 'root', home: '/root' } : this.person;
    const own = { HOME: home, USER: name, LOGNAME: name };
    const entered = ['--target', String(this.#first), '--user', '--mount', '--pid', '--root', '--wdns=/', '--'];
    const becoming = as === 'root' ? [] : ['setpriv', '--reuid', String(personId), '--regid', String(personId), '--init-groups', '--'];
    return spawn('nsenter', [...entered, ...becoming, 'sh', '-c', `cd '${home}'; ${script}`], { env: { ...common, ...own }, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Ends all that runs in it, and forgets what was changed. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#top.once('exit', resolve));
    // The end of its first process is the end of all.
    process.kill(this.#first, 'SIGKILL');
    await ended;
    unmount(this.#stage);
  }
}

function personOf(base: string): Person {
  const line = readFileSync(join(base, 'etc/passwd'), 'utf8').split('\n').find((found) => found.split(':')[2] === String(personId));
  const [name = '', , , , , home = ''] = (line ?? '').split(':');
  return { name, home };
}

/** The first process of the innermost namespace: each process on the way to it has one child. */
function firstProcess(top: number): number {
  const children = readFileSync(`/proc/${top}/task/${top}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return isUnshare(top) ? Number(children[0]) : firstProcess(Number(children[0]));
}

function isUnshare(pid: number): boolean {
  return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'unshare';
}

function unmount(stage: string): void {
  must('umount', ['--recursive', '--lazy', stage]);
}

function must(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Sentence(`${program} ${args.join(' ')}: ${stderr.trim()}`);
}
