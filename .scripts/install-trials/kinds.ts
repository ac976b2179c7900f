import type { Enclosure } from './enclosure.ts';

/** How a kind of package comes onto a system and leaves it. Each script throws out what it says if it fails. */
export interface Kind {
  /** As root: what the page about packages tells a person to have. Nothing for a package that brings it. */
  readonly before: (libraries: string) => string;
  /** What a person types to install the package, or to put a newer one in its place. `file` is its path. */
  readonly install: (file: string) => string;
  readonly upgrade: (file: string) => string;
  readonly remove: string;
  /** Who types it. */
  readonly as: 'root' | 'person';
  /** Prints what is started: the command of the menu's entry, or the program. */
  readonly command: string;
  /** What a person types for the command line. */
  readonly typed: string;
  /** Prints each file and link of the package that must be gone after its removal. */
  readonly files: string;
  /** Whether it can bring a program that starts the sandbox for a person who may not make user namespaces. */
  readonly hasSandboxHelper: boolean;
}

const menuEntry = `sed -n 's/^Exec=//p' /usr/share/applications/latent.desktop | head -n 1 | sed 's/ *%[a-zA-Z]//g'`;
const links = 'ls -d /usr/bin/latent /etc/alternatives/latent /etc/apparmor.d/latent 2>/dev/null || true';
const libraries = (names: string): string => `apt-get satisfy -q -y '${names}'`;

/** An archive, unpacked by a person. `inside`: the app's folder in it; `tool`: the package that has the program for it, if a bare system lacks that. */
const folder = (unpack: (file: string) => string, inside: string, tool?: string): Kind => ({
  before: (names) => libraries(names) + (tool === undefined ? '' : ` && apt-get install -q -y ${tool}`),
  install: (file) => `mkdir -p ~/Latent && ${unpack(file)}`,
  // A folder is replaced by another.
  upgrade: (file) => `rm -r ~/Latent && mkdir ~/Latent && ${unpack(file)}`,
  remove: 'rm -r ~/Latent',
  as: 'person',
  command: `find ~/Latent -maxdepth 2 -name latent -type f`,
  typed: `~/Latent/${inside}resources/command/bin/latent`,
  files: 'find ~/Latent',
  hasSandboxHelper: false,
});

export const kinds = {
  deb: {
    before: () => 'true',
    install: (file) => `apt-get install -q -y '${file}'`,
    upgrade: (file) => `apt-get install -q -y '${file}'`,
    remove: 'apt-get remove -q -y latent',
    as: 'root',
    command: menuEntry,
    typed: 'latent',
    files: `dpkg -L latent | while read -r file; do [ -d "$file" ] || echo "$file"; done; ls -d /opt/Latent; ${links}`,
    hasSandboxHelper: true,
  },
  // Debian's rpm knows nothing of Debian's libraries, so it cannot compare what the package requires.
  rpm: {
    before: (names) => `${libraries(names)} && apt-get install -q -y rpm`,
    install: (file) => `rpm --install --nodeps '${file}'`,
    upgrade: (file) => `rpm --upgrade --nodeps '${file}'`,
    remove: 'rpm --erase latent',
    as: 'root',
    command: menuEntry,
    typed: 'latent',
    files: `rpm --query --list latent | while read -r file; do [ -d "$file" ] || echo "$file"; done; ls -d /opt/Latent; ${links}`,
    hasSandboxHelper: true,
  },
  'tar.gz': folder((file) => `tar -xzf '${file}' -C ~/Latent`, '*/'),
  'linux-zip': folder((file) => `unzip -q '${file}' -d ~/Latent`, '', 'unzip'),
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];

/** Shared libraries that the installed program is linked with and the system does not have. */
export async function missingLibraries(enclosure: Enclosure, command: string): Promise<readonly string[]> {
  const { output } = await enclosure.run(`ldd "$(readlink -f "$(command -v ${command.split(' ')[0] ?? ''})")"`);
  return Array.from(output.matchAll(/^\s*(\S+) => not found/gm), ([, name]) => name ?? '');
}
