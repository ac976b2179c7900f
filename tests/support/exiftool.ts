import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureExifTool } from '../../.scripts/electron/linux.ts';

const run = promisify(execFile);

type Tags = Readonly<Record<string, unknown>>;

/**
 * What ExifTool reads of the files in a folder, by their names: tags by group and name, such as `XMP-dc:Description`. ExifTool judges what an
 * export writes, so tests fail without it. One call reads many files, because each call starts Perl.
 */
export function exifTool(folder: string): Promise<ReadonlyMap<string, Tags>> {
  return ask(folder, ['-G1', '-m', '-charset', 'iptc=utf8']);
}

/** The structural errors that ExifTool finds in each file. Empty if the file is valid. */
export async function exifToolWarnings(folder: string): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const found = await ask(folder, ['-validate', '-warning', '-error', '-a']);
  return new Map([...found].map(([name, tags]) => [name, [tags['Warning'], tags['Error']].flat().filter((text) => text !== undefined)]));
}

async function ask(folder: string, options: readonly string[]): Promise<ReadonlyMap<string, Tags>> {
  ensureExifTool();
  const { stdout } = await run('exiftool', ['-j', ...options, folder], { maxBuffer: 256 << 20 });
  return new Map((JSON.parse(stdout) as readonly Tags[]).map((tags) => [path.basename(String(tags['SourceFile'])), tags]));
}
