import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../say.ts';
import { cacheOf } from './trial-folders.ts';

/**
 * Systems that debootstrap can make, by the names of their releases. It knows where each distribution keeps its packages. Debian's debootstrap may be older
 * than a release of Ubuntu, so the script that all of these share is named, too.
 */
const suites = { 'debian-oldstable': ['oldstable'], 'debian-stable': ['stable'], 'debian-testing': ['testing'], 'ubuntu-24.04': ['noble', 'gutsy'] } as const;

export type SystemName = keyof typeof suites;
export const systemNames = Object.keys(suites) as SystemName[];

/** How long debootstrap may take in milliseconds. A mirror that does not answer is asked for much less. */
const limit = 20 * 60_000;

export interface System {
  readonly name: SystemName;
  /** What it calls itself, such as `Debian 13.4`. */
  readonly title: string;
  /** The folder of the bare system: apt, and what every system must have. */
  readonly base: string;
}

/** A bare system, made at the first call and kept. Returns why there is none if its packages cannot be had. */
export function makeSystem(name: SystemName): System | string {
  const base = join(cacheOf('systems'), name);
  if (!existsSync(base)) {
    say(`making ${name} with debootstrap`);
    const part = `${base}.part`;
    rmSync(part, { recursive: true, force: true });
    const [suite, script] = suites[name];
    const ways = script === undefined ? [suite, part] : [suite, part, mirrorIn(script), script];
    // In a mount namespace of its own, so that nothing is mounted there afterwards.
    const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'debootstrap', '--variant=minbase', ...ways], { encoding: 'utf8', timeout: limit, maxBuffer: 64 << 20 });
    if (status !== 0) {
      rmSync(part, { recursive: true, force: true });
      return `debootstrap: ${`${stdout}${stderr}`.trim().split('\n').at(-1) ?? ''}`;
    }
    prepare(part);
    renameSync(part, base);
  }
  return { name, title: titleOf(base), base };
}

/** The first mirror that a script of debootstrap names for releases that are supported. Named outright, because debootstrap otherwise asks Debian's if it has no key of the distribution. */
function mirrorIn(script: string): string {
  return /default_mirror (http:\/\/archive\S+)/.exec(readFileSync(join('/usr/share/debootstrap/scripts', script), 'utf8'))?.[1] ?? '';
}

/** Adds the person, whose home is empty, and settings of apt that a bare system has no opinion about. */
function prepare(base: string): void {
  const append = (file: string, line: string): void => writeFileSync(join(base, file), `${line}\n`, { flag: 'a' });
  append('etc/passwd', 'person:x:1000:1000::/home/person:/bin/sh');
  append('etc/group', 'person:x:1000:');
  spawnSync('install', ['-d', '-m', '700', '-o', '1000', '-g', '1000', join(base, 'home/person')]);
  // The mirror may be one of an earlier day, and the archive of downloaded packages is shared by all trials.
  append('etc/apt/apt.conf.d/90trials', 'Acquire::Check-Valid-Until "false"; Acquire::Languages "none"; APT::Install-Recommends "false"; APT::Sandbox::User "root"; APT::Keep-Downloaded-Packages "true";');
}

function titleOf(base: string): string {
  const facts = Object.fromEntries(Array.from(readFileSync(join(base, 'etc/os-release'), 'utf8').matchAll(/^(\w+)="?(.*?)"?$/gm), ([, key = '', value = '']) => [key, value]));
  const debian = existsSync(join(base, 'etc/debian_version')) ? readFileSync(join(base, 'etc/debian_version'), 'utf8').trim() : '';
  return facts['ID'] === 'debian' ? `Debian ${debian}` : (facts['PRETTY_NAME'] ?? '');
}
