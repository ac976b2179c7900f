import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../../child.ts';
import { say, Sentence } from '../../say.ts';
import { cacheOf } from '../trial-folders.ts';
import { makeSystem } from '../systems.ts';

/** The person at the computer that wine makes. */
export const wineUser = 'Jörg Müller';

/** wine and its libraries of 32 bits, because installers by NSIS have them; makensis, and a compiler for what stands in. */
const packages = ['wine', 'wine64', 'wine32:i386', 'nsis', 'gcc-mingw-w64-i686-win32'];

/** The folder of a system with wine and makensis, made at the first call and kept. */
export function makeWine(): string {
  const base = join(cacheOf('systems'), 'debian-wine');
  if (existsSync(base)) return base;
  const bare = makeSystem('debian-stable');
  if (typeof bare === 'string') throw new Sentence(`The system for wine cannot be made here: ${bare}`);
  say('making a system with wine and makensis');
  const part = `${base}.part`;
  rmSync(part, { recursive: true, force: true });
  const script = `set -e
    cp -a '${bare.base}' '${part}'
    cp -L /etc/resolv.conf '${part}/etc/'
    mount -t proc proc '${part}/proc'
    export DEBIAN_FRONTEND=noninteractive
    chroot '${part}' sh -ec 'dpkg --add-architecture i386; apt-get update -q; apt-get install -q -y ${packages.join(' ')}; apt-get clean'`;
  // In a mount namespace of its own, so that nothing is mounted there afterwards.
  const { ok, output } = capture('unshare', ['--mount', 'sh', '-c', script]);
  if (!ok) throw new Sentence(`The system for wine was not made:\n${output.trim().split('\n').slice(-12).join('\n')}`);
  const passwd = join(part, 'etc/passwd');
  writeFileSync(passwd, readFileSync(passwd, 'utf8').replace('person:x:1000:1000::/home/person', `${wineUser}:x:1000:1000::/home/${wineUser}`));
  renameSync(join(part, 'home/person'), join(part, 'home', wineUser));
  renameSync(part, base);
  return base;
}
