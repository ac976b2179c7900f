import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { releaseSchema } from '../../../shared/updates/release.ts';
import { UpdateFailure } from './update-failure.ts';

/** Where a build looks for updates, and whose signature it accepts. */
export interface Feed {
  /** An https address, or an http address of this computer. Its files are beside it. */
  readonly address: string;
  /** An Ed25519 key: 32 bytes as base64url. */
  readonly publicKey: string;
}

/** Names, in base64url and hex, cannot lead out of a folder. */
const fileSchema = z.object({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/),
  /** Bytes. */
  size: z.int().min(1).max(4 * 1024 ** 3),
  sha512: z.string().regex(/^[0-9a-f]{128}$/),
});

const manifestSchema = releaseSchema.extend({
  format: z.literal(1),
  /** The share of all computers that may have it, in per cent. 0: it was withdrawn. */
  percent: z.int().min(0).max(100),
  /** By what they replace, such as `linux-x64-appimage`. */
  files: z.record(z.string(), fileSchema),
});

export type Manifest = Readonly<z.infer<typeof manifestSchema>>;
export type ReleaseFile = Manifest['files'][string];

/** One file for both, so that no host or cache can serve a manifest with the signature of another. */
const envelopeSchema = z.object({ manifest: z.string(), signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/) });

/** Bytes. */
export const largestFeed = 256 * 1024;

/** The text of a feed. `privateKey`: Ed25519. Throws ZodError if a value is none that `readFeed` accepts. */
export function writeFeed(manifest: Manifest, privateKey: KeyObject): string {
  const text = JSON.stringify(manifestSchema.parse(manifest));
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64url');
  return `${JSON.stringify({ manifest: text, signature }, null, '\t')}\n`;
}

/** Reads a feed that was signed with the key that belongs to `publicKey`. Throws UpdateFailure `unsigned`, `wrong-signature` or `unknown-format`. */
export function readFeed(text: string, publicKey: string): Manifest {
  const envelope = envelopeSchema.safeParse(parsed(text, 'unsigned')).data;
  if (envelope === undefined) throw new UpdateFailure('unsigned');
  const isOurs = verify(null, Buffer.from(envelope.manifest), publicKeyOf(publicKey), Buffer.from(envelope.signature, 'base64url'));
  if (!isOurs) throw new UpdateFailure('wrong-signature');
  const manifest = manifestSchema.safeParse(parsed(envelope.manifest, 'unknown-format'));
  if (!manifest.success) throw new UpdateFailure('unknown-format', manifest.error.issues[0]?.path.join('.'));
  return manifest.data;
}

function parsed(text: string, fault: 'unsigned' | 'unknown-format'): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UpdateFailure(fault, '', { cause });
  }
}

/** Throws if it is no Ed25519 key. */
export function publicKeyOf(base64url: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base64url }, format: 'jwk' });
}
