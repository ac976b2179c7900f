import { hasProgram } from '../child.ts';
import { isRoot } from '../electron/linux.ts';

/** What this machine has to make packages with. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** Whether electron-builder can download its tools. */
  readonly downloads: boolean;
  readonly has: (program: string) => boolean;
}

export const thisMachine = (downloads: boolean): Machine => ({ platform: process.platform, downloads, has: hasProgram });

interface Target {
  readonly platform: NodeJS.Platform;
  /** Why it cannot be made, or null. */
  readonly lacks: (machine: Machine) => string | null;
}

const install = (names: string): string => (isRoot ? `apt-get install ${names}` : `sudo apt-get install ${names}`);

const archive = ({ downloads, has }: Machine): string | null => (downloads || has('7za') ? null : `7za is missing (${install('p7zip-full')})`);
const onMac = (): string | null => null;
const onWindows = (): string | null => null;
const tools = ({ downloads }: Machine): string | null => (downloads ? null : 'its tools cannot be downloaded here');

/** Every kind of package, in the order in which they are made. */
export const targets = {
  'tar.gz': { platform: 'linux', lacks: archive },
  'linux-zip': { platform: 'linux', lacks: archive },
  AppImage: { platform: 'linux', lacks: ({ downloads }) => (downloads || process.env['APPIMAGE_TOOLS_PATH'] ? null : 'its runtime and tools cannot be downloaded here') },
  flatpak: {
    platform: 'linux',
    lacks: (machine) => (machine.has('flatpak') && machine.has('flatpak-builder') ? tools(machine) : `flatpak or flatpak-builder is missing (${install('flatpak flatpak-builder')})`),
  },
  deb: { platform: 'linux', lacks: ({ downloads, has }) => (downloads || has('fpm') || has('dpkg-deb') ? null : 'fpm and dpkg-deb are missing') },
  rpm: { platform: 'linux', lacks: ({ has }) => (has('rpmbuild') ? null : `rpmbuild is missing (${install('rpm')})`) },
  dmg: { platform: 'darwin', lacks: onMac },
  'mac-zip': { platform: 'darwin', lacks: onMac },
  nsis: { platform: 'win32', lacks: onWindows },
  portable: { platform: 'win32', lacks: onWindows },
} satisfies Readonly<Record<string, Target>>;

export type TargetName = keyof typeof targets;

/** As electron-builder names it. */
export const builderName = (name: TargetName): string => name.replace(/^(?:linux|mac)-/, '');

/** Nobody has made or tried one yet, so a release has none. */
const notReleased: readonly TargetName[] = ['flatpak'];

/** The targets that are asked for by name, or else all of them. */
export function askedFor(names: readonly string[], isRelease: boolean): readonly TargetName[] {
  const all = Object.keys(targets) as TargetName[];
  return names.length > 0 ? all.filter((name) => names.includes(name)) : all.filter((name) => !(isRelease && notReleased.includes(name)));
}

/** How names of packages end, for those that are made together. */
const endings: readonly (readonly [name: RegExp, target: TargetName])[] = [[/\.dmg$/, 'dmg'], [/-mac\.zip$/, 'mac-zip'], [/-setup\.exe$/, 'nsis'], [/-portable\.exe$/, 'portable']];

/** What a file is, and for which processors: `dmg (arm64)`. `archs`: those for which packages were made. electron-builder names x64 nowhere but in the portable app. */
export function packageLabel(file: string, archs: readonly string[]): string {
  const [, target] = endings.find(([ending]) => ending.test(file)) ?? [];
  if (target === undefined) return 'file beside a package';
  return `${target} (${target === 'nsis' ? archs.join(', ') : file.includes('arm64') ? 'arm64' : 'x64'})`;
}

const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' };

/** Why a target cannot be made on this machine; null if it can. */
export function whyNot(name: TargetName, machine: Machine): string | null {
  const { platform, lacks } = targets[name];
  return machine.platform === platform ? lacks(machine) : `made on ${systems[platform]}`;
}

/** The targets that this machine does not make. `isLacking`: it is a release, which must have it from this system. */
export function unmade(names: readonly TargetName[], machine: Machine, isRelease: boolean): readonly { readonly name: TargetName; readonly why: string; readonly isLacking: boolean }[] {
  return names.flatMap((name) => {
    const why = whyNot(name, machine);
    return why === null ? [] : [{ name, why, isLacking: isRelease && targets[name].platform === machine.platform }];
  });
}
