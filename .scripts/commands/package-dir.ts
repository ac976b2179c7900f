import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { root, run } from '../child.ts';
import { findElectron, type Electron } from '../electron/find.ts';

/** The first Electron whose fuse wire is long enough for the fuse that takes `file://` its privileges. */
const fileProtocolFuseSince = 29;

/**
 * Builds, unless `--built` says that dist/ is up to date, and puts the unpacked app for this machine into release/, around
 * whichever Electron runs here.
 */
export default async function packageFolder(args: readonly string[]): Promise<number> {
  const electron = await findElectron();
  const built = args.includes('--built') ? 0 : await run('vite', ['build', '--logLevel', 'warn']);
  if (built !== 0) return built;
  await build({ projectDir: root, targets: Platform.current().createTarget('dir'), publish: 'never', config: localConfiguration(electron) });
  return 0;
}

/**
 * electron-builder.yml with the local Electron. Written as a file, because electron-builder takes an option of null for
 * false, and a fuse that the wire does not have must not be named at all.
 */
function localConfiguration({ folder, version }: Electron): string {
  const shipped = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  const fitting = Number.parseInt(version) >= fileProtocolFuseSince ? shipped : shipped.replace(/^ *grantFileProtocolExtraPrivileges:.*\n/m, '');
  const file = join(root, 'release/electron-builder.local.yml');
  mkdirSync(join(root, 'release'), { recursive: true });
  writeFileSync(file, `${fitting}\nelectronDist: ${JSON.stringify(folder)}\nelectronVersion: ${version}\n`);
  return file;
}
