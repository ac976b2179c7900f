import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { EpochMs } from '../../../shared/task.ts';
import { isValidEverywhere } from '../library/files/library-names.ts';

/**
 * What a mirror consists of, below its prefix:
 *
 *     objects/1f/1f0c…           the content of files, in parts of 8 MiB at most, named by the SHA-256 of the part
 *     manifests/PROFILE/TIME-SHA256.json   one for each completed run: which lists make up the library
 *
 * A list has a line of JSON for each file of a folder. It is stored as a file is.
 */

/** Bytes. Also what is in memory of a file, four times at most. */
export const partSize = 8 * 1024 * 1024;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0);

/** `copy`: the object with this content, if those before it turned out to be damaged. */
const part = z.object({ sha256: hash, bytes: size.max(partSize), copy: z.int().min(1).max(9).exactOptional() });

/** A content in parts. `parts` absent: there is one, which is the content itself, or none if it is empty. */
const content = { sha256: hash, bytes: size, parts: z.array(part).exactOptional() };
const contentSchema = z.object(content);

export type PartRef = z.infer<typeof part>;
export type ContentRef = z.infer<typeof contentSchema>;

/**
 * A path below a folder, with forward slashes, that can lead nowhere else. Whatever the mirrored system allowed in a name is allowed here, such as a backslash: one name must
 * not make a list unreadable.
 */
const relativePath = z
  .string()
  .min(1)
  .max(4096)
  .refine((path) => !path.includes('\0') && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..'));

/** Whether a system has files with such a path. Windows takes some and makes others of them: another folder, a stream of another file, a device, or a name without its full stop. */
export const canBeNamed = (file: string, platform: NodeJS.Platform = process.platform): boolean =>
  platform !== 'win32' || file.split('/').every((name) => isValidEverywhere(name) && !/[. ]$/.test(name));

/** Which folder a path is below: `profile`, or a library folder; 0 is the one in force, others were used before. */
export type MirroredRoot = 'profile' | number;
const root = z.union([z.literal('profile'), z.int().min(0).max(100)]);

const fileSchema = z.object({ path: relativePath, modifiedAt: z.number(), ...content });
export type MirroredFile = z.infer<typeof fileSchema>;

/** `folder`: empty for the root itself. */
const listSchema = z.object({ root, folder: z.union([z.literal(''), relativePath]), ...content });
export type MirroredList = z.infer<typeof listSchema>;

const manifestSchema = z.object({
  latentMirror: z.literal(1),
  profile: z.string(),
  computer: z.string().transform((name) => name.slice(0, 100)),
  at: z.number(),
  files: size,
  bytes: size,
  lists: z.array(listSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const sha256Of = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The parts of a content, in their order. */
export const partsOf = ({ parts, sha256, bytes }: ContentRef): readonly PartRef[] => parts ?? (bytes === 0 ? [] : [{ sha256, bytes }]);

/** A content of these parts, without what follows from the rest. */
export function contentOf(sha256: string, bytes: number, parts: readonly PartRef[]): ContentRef {
  const [only] = parts;
  const isPlain = parts.length === 0 || (parts.length === 1 && only?.sha256 === sha256 && only.copy === undefined);
  return { sha256, bytes, ...(isPlain ? {} : { parts: [...parts] }) };
}

export const below = (prefix: string, rest: string): string => (prefix === '' ? rest : `${prefix}/${rest}`);
export const objectKey = (prefix: string, { sha256, copy }: Pick<PartRef, 'sha256' | 'copy'>): string => below(prefix, `objects/${sha256.slice(0, 2)}/${sha256}${copy === undefined ? '' : `-${copy}`}`);

/** Sorts as the times do. */
const stampOf = (at: EpochMs): string => new Date(at).toISOString().replace(/[-:.]/g, '');

export function manifestKey(prefix: string, { profile, at }: Pick<Manifest, 'profile' | 'at'>, sha256: string): string {
  return below(prefix, `manifests/${profile}/${stampOf(at)}-${sha256}.json`);
}

export const manifestName = /\/([^/]+)\/(\d{8}T\d{9}Z)-([0-9a-f]{64})\.json$/;

/** The same for the same file, so that the list of an unchanged folder is the same object. */
export function formatFile({ path, bytes, modifiedAt, sha256, parts }: MirroredFile): string {
  return `${JSON.stringify({ path, bytes, modifiedAt, sha256, parts })}\n`;
}

/** Null: the line is torn, or no line of ours. */
export function parseFile(line: string): MirroredFile | null {
  try {
    return fileSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** `newer`: a later version of Latent wrote it. Null: it is none. */
export function parseManifest(text: string): Manifest | 'newer' | null {
  try {
    const read: unknown = JSON.parse(text);
    const version = z.object({ latentMirror: z.number() }).safeParse(read).data?.latentMirror ?? 0;
    return version > 1 ? 'newer' : (manifestSchema.safeParse(read).data ?? null);
  } catch {
    return null;
  }
}
