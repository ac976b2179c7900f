import path from 'node:path';
import type { NeverInstalled } from '../../../shared/command-state.ts';

/** How the command of this copy of Latent comes onto the PATH. Paths are absolute. */
export type CommandWay =
  /** A package of the system has put it there, as `file`. */
  | { readonly is: 'by-system'; readonly file: string }
  /** A link to the launcher. `asks`: if the folder is another user's, the system asks for an administrator. */
  | { readonly is: 'link'; readonly file: string; readonly target: string; readonly asks: boolean }
  /** A script, because the launcher has another path at each start. */
  | { readonly is: 'script'; readonly file: string; readonly text: string }
  /** A folder that is added to the person's own PATH. */
  | { readonly is: 'folder'; readonly folder: string }
  | { readonly is: 'never'; readonly why: NeverInstalled };

export interface CommandPlace {
  /** The program that other programs start, and its first arguments. Null: there is none that stays. */
  readonly command: readonly string[] | null;
  readonly way: CommandWay;
}

/** What is known of this copy of Latent. */
export interface Copy {
  readonly platform: string;
  /** Where `command/` is in a package. */
  readonly resources: string;
  readonly home: string;
  /** The AppImage that runs. Null: it is none. */
  readonly appImage: string | null;
  readonly isFlatpak: boolean;
  /** The portable app of Windows. */
  readonly isPortable: boolean;
  /** Where the system's own name of the command leads. Null: nowhere. */
  readonly systemLink: string | null;
}

export const systemFile = '/usr/bin/latent';

/** Where a packaged Latent has its command, and how that comes onto the PATH. */
export function commandPlace({ platform, resources, home, appImage, isFlatpak, isPortable, systemLink }: Copy): CommandPlace {
  const never = (why: NeverInstalled): CommandPlace => ({ command: null, way: { is: 'never', why } });
  if (platform === 'win32') {
    if (isPortable) return never('portable');
    const inFolder = (...parts: readonly string[]): string => path.win32.join(resources, 'command', ...parts);
    // Programs cannot start a .cmd file without a shell.
    return { command: [inFolder('node.exe'), inFolder('latent.cjs')], way: { is: 'folder', folder: inFolder('bin') } };
  }
  const launcher = path.posix.join(resources, 'command/bin/latent');
  if (platform === 'darwin') {
    // macOS runs what was downloaded from a folder of its own choice, until the person moves it.
    if (/^\/Volumes\/|\/AppTranslocation\//.test(resources)) return never('not-in-place');
    return { command: [launcher], way: { is: 'link', file: '/usr/local/bin/latent', target: launcher, asks: true } };
  }
  if (isFlatpak) return never('flatpak');
  const file = path.posix.join(home, '.local/bin/latent');
  if (appImage !== null) return { command: [file], way: { is: 'script', file, text: appImageLauncher(appImage) } };
  if (systemLink === launcher) return { command: [launcher], way: { is: 'by-system', file: systemFile } };
  return { command: [launcher], way: { is: 'link', file, target: launcher, asks: false } };
}

/** The second line of each script that Latent makes. */
const mark = '# Made by Latent, which also removes it: Settings, Assistants.';

/** Whether the text of a file is a launcher that Latent made. */
export const isOurScript = (text: string): boolean => text.split('\n')[1] === mark;

/** Whether a link leads to a launcher of Latent, of this copy or another one, which may be gone. */
export const isOurLink = (target: string): boolean => /\/[Rr]esources\/command\/bin\/latent$/.test(target);

/**
 * Runs the command of an AppImage without its window. An AppImage is mounted at another place each time, so the command is taken out of it once for each version of the file,
 * which needs no FUSE, and kept in the cache, which may be emptied at any time.
 */
export function appImageLauncher(appImage: string): string {
  return `#!/bin/sh
${mark}
image=${quoted(appImage)}
cache="\${XDG_CACHE_HOME:-$HOME/.cache}/latent-command"
[ -x "$image" ] || { echo "latent: $image is gone. Start Latent where it is now, and install the command again." >&2; exit 1; }
kept="$cache/$(stat -c %s-%Y-%i "$image")"
if [ ! -x "$kept/bin/latent" ]; then
  mkdir -p "$cache" && work=$(mktemp -d "$cache/new.XXXXXX") || exit 1
  trap 'rm -rf "$work"' EXIT
  (cd "$work" && "$image" --appimage-extract 'resources/command/*' >/dev/null) || { echo "latent: the command could not be taken out of $image." >&2; exit 1; }
  # Another call may have been quicker; its copy is as good.
  mv -T "$work/squashfs-root/resources/command" "$kept" 2>/dev/null || [ -x "$kept/bin/latent" ] || exit 1
  # Those of older files, unless a command still runs from them.
  for old in "$cache"/[0-9]*; do
    [ "$old" = "$kept" ] || readlink /proc/[0-9]*/exe 2>/dev/null | grep -qxF "$old/node" || rm -rf "$old"
  done
  rm -rf "$work"
  trap - EXIT
fi
exec "$kept/bin/latent" "$@"
`;
}

/** One word for a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
