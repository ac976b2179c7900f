import { join } from 'node:path';
import { capture, hasProgram, toolEnvironment } from '../child.ts';
import { say } from '../say.ts';

/** Tells electron-builder which tools to use: its own, which it downloads, or else those of this system. */
export function chooseTools(downloads: boolean): void {
  // fpm's stand-in is a script for `node`, and every tool finds the others by this path.
  process.env['PATH'] = toolEnvironment()['PATH'];
  if (process.platform !== 'linux') return;
  // Of tar.gz and zip. The highest level, electron-builder's, takes many times as long and saves a hundredth.
  process.env['ELECTRON_BUILDER_COMPRESSION_LEVEL'] ??= '5';
  if (hasProgram('fpm')) process.env['USE_SYSTEM_FPM'] = 'true';
  else if (!downloads) {
    say('fpm cannot be downloaded here: .deb and .rpm are made by dpkg-deb and rpmbuild, through .scripts/packages/fpm.ts');
    process.env['CUSTOM_FPM_PATH'] = join(import.meta.dirname, 'fpm.ts');
  }
  if (!downloads && hasProgram('7za')) process.env['ELECTRON_BUILDER_7ZIP_PATH'] = capture('sh', ['-c', 'command -v 7za']).output.trim();
}
