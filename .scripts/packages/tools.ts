import { join } from 'node:path';
import { capture, hasProgram, toolEnvironment } from '../child.ts';

/**
 * What makes .deb and .rpm. The stand-in for fpm, wherever the programs that it calls are here, because its packages are the ones that were tried
 * (docs/install-trials.md); or else fpm itself, from this system or downloaded.
 */
export function chooseFpm(has: (program: string) => boolean, downloads: boolean): 'stand-in' | 'system' | 'download' {
  if (has('dpkg-deb') && has('rpmbuild')) return 'stand-in';
  if (has('fpm')) return 'system';
  return downloads ? 'download' : 'stand-in';
}

/** Tells electron-builder which tools to use: its own, which it downloads, or else those of this system. `quick`: packages that nobody keeps. */
export function chooseTools(downloads: boolean, quick: boolean): void {
  // fpm's stand-in is a script for `node`, and every tool finds the others by this path.
  process.env['PATH'] = toolEnvironment()['PATH'];
  if (process.platform !== 'linux') return;
  // Of tar.gz and zip. The highest level, electron-builder's, takes many times as long and saves a hundredth.
  process.env['ELECTRON_BUILDER_COMPRESSION_LEVEL'] ??= quick ? '1' : '5';
  const fpm = chooseFpm(hasProgram, downloads);
  if (fpm === 'system') process.env['USE_SYSTEM_FPM'] = 'true';
  if (fpm === 'stand-in') process.env['CUSTOM_FPM_PATH'] = join(import.meta.dirname, 'fpm.ts');
  if (!downloads && hasProgram('7za')) process.env['ELECTRON_BUILDER_7ZIP_PATH'] = capture('sh', ['-c', 'command -v 7za']).output.trim();
}
