import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readFeed, writeFeed, type Manifest } from '../../electron/core/updates/signed-feed.ts';
import { root } from '../child.ts';
import { releaseFiles } from '../feed/release-files.ts';
import { findPublisher } from '../packages/publisher.ts';
import { Sentence } from '../say.ts';

const fileName = 'latent-feed.json';

const help = `npm run feed                        signs release/${fileName}, which names the packages beside it
npm run feed -- --percent 10        the same, for a tenth of all computers
npm run feed -- again FILE --percent 100   signs a feed again, with another share; 0 withdraws the release
npm run feed -- key FILE            makes a key pair, and prints the public key

--folder FOLDER, --notes FILE (notes.md), --page URL (the homepage)
The private key is in LATENT_FEED_KEY, or in the file that LATENT_FEED_KEY_FILE names. docs/updates.md says more.`;

/** Makes and signs feeds of updates. */
export default async function feed(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { folder: { type: 'string', default: 'release' }, notes: { type: 'string' }, page: { type: 'string' }, percent: { type: 'string', default: '100' }, help: { type: 'boolean', default: false } },
  });
  const [command = 'sign', file = ''] = positionals;
  if (values.help || !['sign', 'again', 'key'].includes(command) || (command !== 'sign' && file === '')) {
    console.log(help);
    return values.help ? 0 : 1;
  }
  if (command === 'key') return makeKey(file);
  const privateKey = givenKey();
  const percent = Number(values.percent);
  const date = new Date().toISOString();
  if (command === 'again') return write(file, { ...readFeed(readFileSync(file, 'utf8'), publicOf(privateKey)), percent, date }, privateKey);
  const packageFacts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const { version } = packageFacts;
  const notesFile = values.notes ?? 'notes.md';
  const notes = values.notes === undefined && !existsSync(notesFile) ? '' : readFileSync(notesFile, 'utf8');
  const publisher = findPublisher(process.env, packageFacts);
  const page = values.page ?? (publisher.isReal ? publisher.homepage : null);
  const files = await releaseFiles(values.folder, version);
  return write(join(values.folder, fileName), { format: 1, version, date, notes: notes.replaceAll('\r', ''), page, percent, files }, privateKey);
}

function write(file: string, manifest: Manifest, privateKey: KeyObject): number {
  const text = writeFeed(manifest, privateKey);
  const publicKey = publicOf(privateKey);
  // As the app will read it.
  readFeed(text, publicKey);
  const replaced = dateOf(file, publicKey);
  if (replaced !== null && Date.parse(manifest.date) <= Date.parse(replaced)) {
    throw new Sentence(`${file} was signed at ${replaced}, and the clock of this computer says ${manifest.date}. Who has read that feed would refuse an earlier one. Set the clock, or remove the file if nobody has read it.`);
  }
  const expected = process.env['LATENT_FEED_PUBLIC_KEY'] ?? '';
  if (expected !== '' && expected !== publicKey) throw new Sentence(`This key is not the one whose public key is LATENT_FEED_PUBLIC_KEY. No Latent that is built with that would accept ${file}.`);
  writeFileSync(file, text);
  console.log(`${file}: Latent ${manifest.version}, for ${manifest.percent}% of all computers, signed with the key of ${publicKey}`);
  for (const [target, { name, size }] of Object.entries(manifest.files)) console.log(`  ${target.padEnd(22)} ${name}  ${size} bytes`);
  return 0;
}

/** When the feed that is replaced was signed. Null: there is none, or none of this key. */
function dateOf(file: string, publicKey: string): string | null {
  try {
    return readFeed(readFileSync(file, 'utf8'), publicKey).date;
  } catch {
    return null;
  }
}

function makeKey(file: string): number {
  const { privateKey } = generateKeyPairSync('ed25519');
  // Fails if the file is there: a key that is overwritten is lost for ever.
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  console.log(`${file} has the private key. Keep it secret, and keep a copy: without it, no Latent can be updated by itself any more.\nThe public key, for LATENT_FEED_PUBLIC_KEY:`);
  console.log(publicOf(privateKey));
  return 0;
}

function givenKey(): KeyObject {
  const { LATENT_FEED_KEY: text = '', LATENT_FEED_KEY_FILE: file = '' } = process.env;
  if (text === '' && file === '') throw new Sentence('There is no key: set LATENT_FEED_KEY to the private key, or LATENT_FEED_KEY_FILE to its file. `npm run feed -- key FILE` makes one.');
  const key = createPrivateKey(text === '' ? readFileSync(file, 'utf8') : text);
  if (key.asymmetricKeyType !== 'ed25519') throw new Sentence('The key is not an Ed25519 key.');
  return key;
}

/** 43 characters of base64url. */
function publicOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '';
}
