import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, Platform, Arch } from 'electron-builder';
import { parse, stringify } from 'yaml';
import { root } from '../../child.ts';

/**
 * Runs in the enclosed system: `build.ts OUT STAND-INS VERSION…` makes an installer of each version in OUT, by electron-builder.yml, electron-builder's
 * own NSIS target and templates, Debian's makensis, and the stand-ins for what cannot be had. Each holds the app for both processors, as a release does.
 */
const [out = '', standIns = '', ...versions] = process.argv.slice(2);

interface Configuration {
  electronFuses?: unknown;
  readonly win: object;
  readonly extraResources: readonly { readonly from: string }[];
}

for (const version of versions) {
  const configuration = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as Configuration;
  // The stand-in has no fuses, and nothing here edits the resources of a program for Windows.
  delete configuration.electronFuses;
  const file = join(out, `${version}.yml`);
  const changed = {
    ...configuration,
    extends: null,
    // Otherwise the installer is smaller than what it holds, which electron-builder takes for a cut one.
    compression: 'store',
    // It is written into the program's description, which the stand-in has not.
    disableAsarIntegrity: true,
    electronDist: join(standIns, 'electron'),
    electronVersion: '25.1.1',
    extraMetadata: { version },
    // That of Windows, which is not in release/ on this machine.
    extraResources: configuration.extraResources.map((each) => ({ ...each, from: each.from.replace('release/command', join(standIns, 'command', version)) })),
    directories: { buildResources: 'resources', output: join(out, version) },
    win: { ...configuration.win, signAndEditExecutable: false },
  };
  writeFileSync(file, stringify(changed));
  await build({ projectDir: root, targets: Platform.WINDOWS.createTarget('nsis', Arch.x64, Arch.arm64), publish: 'never', config: file });
}
