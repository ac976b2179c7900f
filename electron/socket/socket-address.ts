import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, mkdtempSync, openSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { partOf } from '../core/util/whole-file.ts';

/** How another program reaches the Latent that owns a profile. */
export interface SocketAddress {
  /** Of a Unix socket, absolute, or of a named pipe. */
  readonly path: string;
  /** 64 hex digits. Who can read the profile's private files knows it, and nobody else: both ends prove it to each other. */
  readonly secret: string;
  /** The computer that the owner runs on. A profile on a network disk is seen by others too. */
  readonly computer: string;
}

const fileIn = (userData: string): string => path.join(userData, 'socket.json');
/** Bytes. An address has some two hundred. */
const longestFile = 4_096;
/** What `chooseAddress` makes for a Unix socket. */
const ownSocket = /[\\/]latent-[A-Za-z0-9]{6}[\\/]socket$/;
const isPipe = (address: SocketAddress): boolean => address.path.startsWith('\\\\');

/**
 * Chooses an address that nobody could foresee, in a folder that only this user may enter. The path of a Unix socket has at most 103 characters, and a profile's may
 * be longer or on a disk that has no sockets, so it is in the temporary folder. Another process finds it only in the profile (`publishAddress`).
 */
export function chooseAddress(platform: NodeJS.Platform): SocketAddress {
  const [secret, computer] = [randomBytes(32).toString('hex'), hostname()];
  if (platform === 'win32') return { path: `\\\\.\\pipe\\latent-${randomBytes(16).toString('hex')}`, secret, computer };
  // The usual temporary folder may have a long name, too.
  const folder = tmpdir().length <= 60 ? tmpdir() : '/tmp';
  return { path: path.join(mkdtempSync(path.join(folder, 'latent-')), 'socket'), secret, computer };
}

/**
 * Writes it into the profile, readable by its owner alone. Only the process that has the profile's lock may call it, so whatever is in its place is nobody's: a
 * killed owner's address, or a link or folder that was put there. Throws if the disk refuses.
 */
export function publishAddress(userData: string, address: SocketAddress): void {
  const file = fileIn(userData);
  const left = readAddress(userData);
  if (left !== null && left.computer === address.computer && left.path !== address.path) removeSocket(left);
  const part = partOf(file);
  rmSync(part, { recursive: true, force: true });
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    rmSync(`${file}.unreadable`, { recursive: true, force: true });
    renameSync(file, `${file}.unreadable`);
  }
  // `wx` follows no link. It need not survive a power cut, so nothing waits for the disk.
  writeFileSync(part, JSON.stringify(address), { mode: 0o600, flag: 'wx' });
  renameSync(part, file);
}

/** Null: nobody has published one, or what is there is no plain file of this user with an address in it. Whoever published it may have been killed since. */
export function readAddress(userData: string): SocketAddress | null {
  try {
    return parseAddress(readPlainFile(fileIn(userData)));
  } catch {
    return null;
  }
}

/** Removes what `chooseAddress` made, and the published address, if it is still this one. */
export function withdrawAddress(userData: string, address: SocketAddress): void {
  if (readAddress(userData)?.path === address.path) rmSync(fileIn(userData), { force: true });
  removeSocket(address);
}

/** Only what was made for a socket, because the path may come from a file. */
function removeSocket(address: SocketAddress): void {
  if (isPipe(address) || !ownSocket.test(address.path)) return;
  try {
    rmSync(address.path, { force: true });
    rmdirSync(path.dirname(address.path));
  } catch {
    // Whoever cleans temporary files removes it.
  }
}

function readPlainFile(file: string): string {
  // Neither a link elsewhere nor a pipe that would keep this thread waiting.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = fstatSync(descriptor);
    if (!facts.isFile() || facts.size > longestFile) throw new Error('no address');
    if (process.getuid !== undefined && facts.uid !== process.getuid()) throw new Error('another user’s');
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** By hand, because an app reads this before it has read the code of schemas. */
function parseAddress(text: string): SocketAddress {
  const found = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const [at, secret, computer] = [found['path'], found['secret'], found['computer']];
  if (typeof at !== 'string' || at === '' || typeof secret !== 'string' || !/^[0-9a-f]{64}$/.test(secret) || typeof computer !== 'string') throw new Error('no address');
  return { path: at, secret, computer };
}
