import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse, stringify } from 'yaml';
import { capture, root } from '../child.ts';
import type { Electron } from '../electron/find.ts';
import { ownFolder } from '../electron/own.ts';
import { metainfo } from './metainfo.ts';
import type { Publisher } from './publisher.ts';

/** The first Electron whose fuse wire is long enough for the fuse that takes `file://` its privileges. */
const fileProtocolFuseSince = 29;

const metainfoName = 'app.latent.desktop.metainfo.xml';

/** `product`: around the Electron that Latent ships. `shape`: around another, without what it lacks; it does not start. `stand-in`: a test package, which does. */
export type PackageKind = 'product' | 'shape' | 'stand-in';

/** What follows the version, so that nobody takes a package for another kind. */
const suffixes: Readonly<Record<PackageKind, string>> = { product: '', shape: '-does-not-start', 'stand-in': '-stand-in' };

export interface PackageInput {
  readonly kind: PackageKind;
  readonly electron: Electron;
  readonly publisher: Publisher;
  /** Without what its kind adds. */
  readonly version: string;
  /** Whether nothing is compressed, which is ten times as fast. */
  readonly quick: boolean;
  /** Whether downloads are possible. */
  readonly downloads: boolean;
}

/** Whether electron-builder downloads Electron, for each processor. Otherwise it takes the one that is here. */
export const downloadsElectron = ({ electron, downloads }: Pick<PackageInput, 'electron' | 'downloads'>): boolean => downloads && electron.folder === ownFolder;

interface Configuration extends Record<string, unknown> {
  readonly electronFuses: Record<string, boolean>;
  readonly files: unknown[];
  readonly extraResources: unknown[];
  readonly linux: Record<string, unknown>;
  readonly deb: Record<string, unknown>;
  readonly rpm: Record<string, unknown>;
  readonly flatpak: Record<string, unknown>;
}

export const versionOf = ({ version, kind }: Pick<PackageInput, 'version' | 'kind'>): string => version + suffixes[kind];

/**
 * electron-builder.yml for these packages. Written as a file, because electron-builder takes an option of null for false, and a fuse that the wire does not
 * have must not be named at all. Returns its path.
 */
export function writeBuilderConfig(input: PackageInput): string {
  const { kind, electron, publisher, quick } = input;
  const version = versionOf(input);
  const output = join(root, 'release');
  mkdirSync(output, { recursive: true });
  const config = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as Configuration;
  if (Number.parseInt(electron.version) < fileProtocolFuseSince) delete config.electronFuses['grantFileProtocolExtraPrivileges'];

  const described = join(output, metainfoName);
  writeFileSync(described, metainfo(readFileSync(join(root, 'resources/linux', metainfoName), 'utf8'), publisher, version, releaseDate()));
  config.flatpak['files'] = [[described, `/share/metainfo/${metainfoName}`]];
  const own = [`${described}=/usr/share/metainfo/${metainfoName}`, ...commandFiles(output)];
  config.deb['fpm'] = [...(quick ? ['--deb-compression', 'none'] : []), ...own, `${join(root, 'LICENSE')}=/usr/share/doc/latent/copyright`];
  config.rpm['fpm'] = [...(quick ? ['--rpm-compression', 'none'] : []), ...own, `${join(root, 'LICENSE')}=/usr/share/licenses/latent/LICENSE`];
  config.linux['maintainer'] = publisher.maintainer;

  if (quick) config['compression'] = 'store';
  if (kind === 'stand-in') {
    config.files.push({ from: '.scripts/packages', to: '.', filter: ['stand-in.cjs'] });
    const layer = join(dirname(electron.folder), 'compat');
    // electron-builder leaves out a folder of this name, unless it is what is copied.
    config.extraResources.push({ from: layer, to: 'compat' }, { from: join(layer, 'node_modules'), to: 'compat/node_modules' });
  }
  const file = join(output, 'electron-builder.local.yml');
  writeFileSync(
    file,
    stringify({
      ...config,
      electronVersion: electron.version,
      ...(!downloadsElectron(input) && { electronDist: electron.folder }),
      extraMetadata: { version, homepage: publisher.homepage, ...(kind === 'stand-in' && { main: 'stand-in.cjs' }) },
    }),
  );
  return file;
}

/** What the system's own programs read about the command: its manual page, and how each shell completes it. `FILE=/PLACE` for fpm. */
function commandFiles(output: string): readonly string[] {
  const manual = join(output, 'latent.1.gz');
  writeFileSync(manual, gzipSync(readFileSync(join(root, 'resources/latent.1')), { level: 9 }));
  const completions = Object.entries({ bash: 'bash-completion/completions/latent', zsh: 'zsh/vendor-completions/_latent', fish: 'fish/vendor_completions.d/latent.fish' });
  return [
    `${manual}=/usr/share/man/man1/latent.1.gz`,
    ...completions.map(([shell, place]) => {
      const script = capture(process.execPath, [join(root, 'dist/latent.cjs'), 'completion', shell]);
      if (!script.ok) throw new Error(`the completion for ${shell} could not be made: ${script.output}`);
      const file = join(output, `completion.${shell}`);
      writeFileSync(file, script.output);
      return `${file}=/usr/share/${place}`;
    }),
  ];
}

/** SOURCE_DATE_EPOCH (seconds) makes two builds alike. */
function releaseDate(): string {
  const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? Number.NaN);
  return (Number.isNaN(epoch) ? new Date() : new Date(epoch * 1000)).toISOString().slice(0, 10);
}
