import { copyFileSync, chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { PackageContents } from './package-contents.ts';
import { runTool } from './run-tool.ts';

interface DebOptions {
  /** As dpkg-deb takes it: xz, gzip, none, … */
  readonly compression: string;
  readonly priority: string;
  readonly recommends: readonly string[];
}

/** Makes a .deb of a folder. Its control files are put into the folder first. Throws if dpkg-deb fails. */
export async function buildDeb(contents: PackageContents, { compression, priority, recommends }: DebOptions): Promise<void> {
  const { folder, output, afterInstall, afterRemove } = contents;
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const kilobytes = files.reduce((sum, file) => sum + Math.ceil(statSync(file).size / 1024), 0);
  const sums = files.map((file) => `${createHash('md5').update(readFileSync(file)).digest('hex')}  ${relative(folder, file)}\n`);

  const control = join(folder, 'DEBIAN');
  mkdirSync(control);
  writeFileSync(join(control, 'control'), controlFile(contents, { priority, recommends, kilobytes }));
  writeFileSync(join(control, 'md5sums'), sums.sort().join(''));
  for (const [script, name] of [[afterInstall, 'postinst'], [afterRemove, 'postrm']] as const) {
    copyFileSync(script, join(control, name));
    chmodSync(join(control, name), 0o755);
  }
  chmodSync(control, 0o755);
  runTool('dpkg-deb', ['--root-owner-group', `-Z${compression === 'gz' ? 'gzip' : compression}`, '--build', folder, output]);
}

function controlFile(
  { name, version, architecture, description, maintainer, vendor, url, license, depends }: PackageContents,
  { priority, recommends, kilobytes }: Pick<DebOptions, 'priority' | 'recommends'> & { readonly kilobytes: number },
): string {
  const fields: Readonly<Record<string, string>> = {
    Package: name,
    Version: version,
    License: license,
    Vendor: vendor,
    Architecture: architecture,
    Maintainer: maintainer,
    'Installed-Size': String(kilobytes),
    Depends: depends.join(', '),
    Recommends: recommends.join(', '),
    Section: 'graphics',
    Priority: priority,
    Homepage: url,
    // The first line is the synopsis. Those of the description begin with a space.
    Description: description
      .trim()
      .split('\n')
      .map((line, at) => (at === 0 ? line : ` ${line.trim() || '.'}`))
      .join('\n'),
  };
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([field, value]) => `${field}: ${value}\n`)
    .join('');
}
