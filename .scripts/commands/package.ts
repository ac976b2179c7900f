import { readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Arch, build, Platform } from 'electron-builder';
import { root, run } from '../child.ts';
import { findElectron } from '../electron/find.ts';
import { ensurePackagingPrograms } from '../electron/linux.ts';
import { canDownloadTools, ownVersion } from '../electron/own.ts';
import { downloadsElectron, versionOf, writeBuilderConfig, type PackageInput, type PackageKind } from '../packages/builder-config.ts';
import { makeCommandFolder } from '../packages/command-folder.ts';
import { findPublisher } from '../packages/publisher.ts';
import { forgetEmptySecrets, signingLine } from '../packages/signing.ts';
import { askedFor, builderName, packageLabel, targets, thisMachine, unmade, whyNot, type TargetName } from '../packages/targets.ts';
import { chooseTools } from '../packages/tools.ts';
import { Sentence } from '../say.ts';

/** A line of the report. */
interface Outcome {
  readonly name: string;
  readonly made: readonly string[];
  /** Why there is none. Null: it was made. */
  readonly why: string | null;
  readonly failed: boolean;
}

/**
 * `npm run package -- [TARGET…]`: makes every package that this machine can make, or the named ones, in release/, and says of each what was made or why
 * not. `dir` makes only the unpacked app.
 *
 * - `--built`: dist/ is up to date
 * - `--release`: refuses to begin without what a release needs, and fails if one package of this system is missing
 * - `--stand-in`: test packages around the substitute Electron, with its compatibility layer, so that they start
 * - `--version=X`: in place of that of package.json, to try an upgrade
 * - `--quick`: compresses nothing
 *
 * Each contains the command line with a Node of its own, out of the package registry.
 */
export default async function makePackages(args: readonly string[]): Promise<number> {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { built: flag, release: flag, 'stand-in': flag, quick: flag, version: { type: 'string' } } });
  const unknown = positionals.find((name) => name !== 'dir' && !Object.hasOwn(targets, name));
  if (unknown !== undefined) throw new Sentence(`There is no package of the kind ${unknown}. There are: dir, ${Object.keys(targets).join(', ')}.`);

  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string; homepage?: string; author?: string };
  const publisher = findPublisher(process.env, manifest);
  if (values.release && !publisher.isReal) {
    throw new Sentence('A release names its homepage and who answers for it. Set LATENT_HOMEPAGE and LATENT_MAINTAINER (“Name <address>”), or `homepage` and `author` in package.json.');
  }
  const electron = await findElectron();
  const kind = kindFor(electron.version, values['stand-in']);
  if (values.release && kind !== 'product') throw new Sentence(`A release is made around Electron ${ownVersion}, and here is only ${electron.version}. Nothing was made.`);
  if (!values.built && (await run('vite', ['build', '--logLevel', 'warn'])) !== 0) return 1;
  const onlyFolder = positionals.length === 1 && positionals[0] === 'dir';
  // An Electron that electron-builder copies from a folder keeps its default app, and on macOS loses its licences, except on Linux (`makeFor`).
  const downloads = (!onlyFolder || process.platform !== 'linux') && (await canDownloadTools());
  const input: PackageInput = { kind, electron, publisher, version: values.version ?? manifest.version, quick: values.quick, downloads };
  const config = writeBuilderConfig(input);
  if (!onlyFolder && process.platform === 'linux') ensurePackagingPrograms(downloads);
  chooseTools(downloads, values.quick);
  forgetEmptySecrets(process.env);

  const machine = thisMachine(downloads);
  const asked = askedFor(positionals, values.release);
  const outcomes: Outcome[] = unmade(asked, machine, values.release).map(({ name, why, isLacking }) => ({ name, made: [], why, failed: isLacking }));
  const possible = asked.filter((name) => whyNot(name, machine) === null);
  const other = process.arch === 'arm64' ? 'x64' : 'arm64';
  const architectures = downloadsElectron(input) && !onlyFolder ? [process.arch, other] : [process.arch];
  if (!onlyFolder && architectures.length === 1) outcomes.push({ name: `anything for ${other}`, made: [], why: `Electron for ${other} cannot be downloaded here`, failed: values.release });
  for (const name of architectures) makeCommandFolder(process.platform, name, versionOf(input), join(root, 'release/command', name));
  const archs = architectures.map((name) => (name === 'arm64' ? Arch.arm64 : Arch.x64));
  if (process.platform !== 'linux' && possible.length > 0) outcomes.unshift(...(await makeTogether(archs, possible, config)));
  else for (const arch of archs) outcomes.unshift(...(await makeFor(arch, possible, config)));

  report(input, outcomes);
  return outcomes.some(({ failed }) => failed) ? 1 : 0;
}

function kindFor(version: string, standIn: boolean): PackageKind {
  if (version === ownVersion) {
    if (standIn) throw new Sentence(`Electron ${ownVersion} itself is here, so nothing needs to stand in for it.`);
    return 'product';
  }
  return standIn ? 'stand-in' : 'shape';
}

/** Makes all packages in one call, for macOS and Windows: packing also signs there, and the installer for Windows contains the app for each processor. */
async function makeTogether(archs: readonly Arch[], names: readonly TargetName[], config: string): Promise<readonly Outcome[]> {
  const archNames = archs.map((arch) => Arch[arch]);
  const outcome = await outcomeOf(`${names.join(', ')} (${archNames.join(', ')})`, () => build({ projectDir: root, publish: 'never', config, targets: Platform.current().createTarget(names.map(builderName), ...archs) }));
  return outcome.failed ? [outcome] : outcome.made.map((file) => ({ ...outcome, name: packageLabel(basename(file), archNames), made: [file] }));
}

/** Packs the app for one processor, and makes its packages, one by one. */
async function makeFor(arch: Arch, names: readonly TargetName[], config: string): Promise<readonly Outcome[]> {
  const options = { projectDir: root, publish: 'never', config } as const;
  const platform = Platform.current();
  const label = (name: string): string => `${name} (${Arch[arch]})`;
  await build({ ...options, targets: platform.createTarget('dir', arch) });
  const folder = join(root, 'release', `${platform === Platform.MAC ? 'mac' : platform === Platform.WINDOWS ? 'win' : 'linux'}${arch === Arch.arm64 ? '-arm64' : ''}${platform === Platform.MAC ? '' : '-unpacked'}`);
  removeAll(folder, ['version', 'resources/default_app.asar']);
  const outcomes: Outcome[] = [];
  for (const name of names) {
    outcomes.push(await outcomeOf(label(name), () => build({ ...options, prepackaged: folder, targets: platform.createTarget(builderName(name), arch) })));
    // electron-builder puts them there for one package, and the next must not have them.
    removeAll(folder, ['resources/package-type', 'resources/app-update.yml', 'resources/apparmor-profile']);
  }
  return names.length > 0 ? outcomes : [{ name: label('dir'), made: [folder], why: null, failed: false }];
}

function removeAll(folder: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(folder, name), { force: true });
}

async function outcomeOf(name: string, make: () => Promise<readonly string[]>): Promise<Outcome> {
  try {
    return { name, made: await make(), why: null, failed: false };
  } catch (error) {
    return { name, made: [], why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error), failed: true };
  }
}

function report(input: PackageInput, outcomes: readonly Outcome[]): void {
  const { kind, electron, publisher } = input;
  console.log(`\nLatent ${versionOf(input)}, Electron ${electron.version}`);
  if (kind === 'shape') console.log(`These packages have the form of a release, but do not start: Latent needs Electron ${ownVersion}, which cannot be downloaded here. --stand-in makes some that start.`);
  if (kind === 'stand-in') console.log('These are test packages. Give them to nobody: they contain the substitute Electron and its compatibility layer.');
  if (!publisher.isReal) console.log('Nobody answers for them, so they are no release: LATENT_HOMEPAGE and LATENT_MAINTAINER are not set.');
  if (outcomes.some(({ made }) => made.length > 0)) console.log(signingLine(process.platform, process.env));
  for (const { name, made, why, failed } of outcomes) {
    if (why !== null) console.log(`${failed ? 'FAILED' : 'not made'}  ${name}: ${why}`);
    else for (const file of made) console.log(`made  ${name}: ${sizeOf(file)}release/${basename(file)}`);
  }
}

function sizeOf(file: string): string {
  const facts = statSync(file);
  return facts.isFile() ? `${(facts.size / 1e6).toFixed(1)} MB  ` : '';
}
