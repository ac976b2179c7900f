import { globSync, mkdirSync, readFileSync, statSync, writeFileSync, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { capture, root } from '../child.ts';
import { cacheFolder } from './cache.ts';

/** Electron's own package: its binary is not in it, but downloaded beside it on first use. */
const packageFolder = resolve(root, 'node_modules/electron');

export const ownVersion = (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }).version;

export const ownFolder = join(packageFolder, 'dist');

const downloadLimit = 15 * 60_000;
const rememberFor = 60 * 60_000;

/** Where the executable stands below an Electron folder on this system. */
export const executablePath =
  process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : process.platform === 'win32' ? 'electron.exe' : 'electron';

export function isDownloaded(): boolean {
  const version = join(ownFolder, 'version');
  return existsSync(join(ownFolder, executablePath)) && existsSync(version) && readFileSync(version, 'utf8').replace(/^v/, '').trim() === ownVersion;
}

/** Runs Electron's own installer. */
export function download(): { readonly ok: boolean; readonly reason: string } {
  const { ok, output } = capture(process.execPath, [join(packageFolder, 'install.js')], { timeout: downloadLimit });
  return { ok: ok && isDownloaded(), reason: output.split('\n').find((line) => /error/i.test(line))?.trim() ?? 'the download did not finish' };
}

/**
 * Whether the installer can hope to succeed. A refusal answers at once and is asked for again each time; a firewall that
 * swallows packets costs the whole limit (ms), so that outcome is remembered for an hour.
 */
export const isDownloadable = async (limit = 5_000): Promise<boolean> => isInDownloadCache() || (await isReachable(downloadAddress(), 'electron-unreachable', limit));

/** The same for the tools of electron-builder, by the variable that it documents for a mirror. */
export function canDownloadTools(limit = 5_000): Promise<boolean> {
  const mirror = process.env['ELECTRON_BUILDER_BINARIES_MIRROR'] ?? 'https://github.com/electron-userland/electron-builder-binaries/releases/download/';
  return isReachable(`${mirror}fpm@2.1.4/fpm-1.17.0-ruby-3.4.3-linux-amd64.7z`, 'tools-unreachable', limit);
}

/** `memoryName`: the file that remembers a time-out. */
async function isReachable(address: string, memoryName: string, limit: number): Promise<boolean> {
  const memory = join(cacheFolder(), memoryName);
  if (timedOutLately(memory, address)) return false;
  try {
    const reply = await fetch(address, { method: 'HEAD', dispatcher: new EnvHttpProxyAgent(), signal: AbortSignal.timeout(limit) });
    return reply.ok;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      mkdirSync(cacheFolder(), { recursive: true });
      writeFileSync(memory, address);
    }
    return false;
  }
}

function timedOutLately(memory: string, address: string): boolean {
  const file = statSync(memory, { throwIfNoEntry: false });
  return file !== undefined && Date.now() - file.mtimeMs < rememberFor && readFileSync(memory, 'utf8') === address;
}

function artifact(): string {
  return `electron-v${ownVersion}-${process.platform}-${process.arch}.zip`;
}

function isInDownloadCache(): boolean {
  const folder = process.env['electron_config_cache'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'electron');
  return globSync(`*/${artifact()}`, { cwd: folder }).length > 0;
}

/** The installer's own choice of address, by the environment variables that it documents. */
function downloadAddress(): string {
  const { npm_config_electron_mirror: configured, ELECTRON_MIRROR: mirror, ELECTRON_CUSTOM_DIR: folder } = process.env;
  const base = configured ?? mirror ?? 'https://github.com/electron/electron/releases/download/';
  return `${base}${(folder ?? `v${ownVersion}`).replace('{{ version }}', ownVersion)}/${artifact()}`;
}
