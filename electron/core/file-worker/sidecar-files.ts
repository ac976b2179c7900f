import { closeSync, fstatSync, openSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { limits } from '../import/metadata/limits.ts';
import { parseXml } from '../import/metadata/containers/xml.ts';
import { sidecarsIn, sidecarText, type Role, type Sidecar, type Sidecars } from '../import/metadata/sidecars.ts';
import { plainFile, waiting } from './job-files.ts';

interface Listing {
  readonly folder: string;
  readonly changedAt: number;
  readonly sidecars: Sidecars;
}

/** Of the folder looked into last, because files of a folder come one after the other. */
let latest: Listing | null = null;

/** The sidecars of a picture that can be read, the most trusted first. */
export function sidecarsOf(picture: string, disk: Int32Array): readonly Sidecar[] {
  const files = listed(path.dirname(picture), disk)?.of(path.basename(picture)) ?? [];
  return files.flatMap(({ kind, name }) => {
    const text = textOf(path.join(path.dirname(picture), name), disk);
    return text === null ? [] : [{ kind, text }];
  });
}

/**
 * Whether a file is XMP for a file that is not in its folder, or was read together with a picture. `unread`: there is a picture, but the XMP is too
 * large or broken. Null: none of these.
 */
export function sidecarRole(file: string, disk: Int32Array): Role | 'unread' | null {
  const role = file.toLowerCase().endsWith('.xmp') ? (listed(path.dirname(file), disk)?.roleOf(path.basename(file)) ?? null) : null;
  return role === 'read' && parseXml(textOf(file, disk) ?? '') === null ? 'unread' : role;
}

/** Null if the folder cannot be read. */
function listed(folder: string, disk: Int32Array): Sidecars | null {
  try {
    const changedAt = waiting(disk, () => statSync(folder).mtimeMs);
    if (latest?.folder !== folder || latest.changedAt !== changedAt) {
      latest = { folder, changedAt, sidecars: sidecarsIn(waiting(disk, () => readdirSync(folder))) };
    }
    return latest.sidecars;
  } catch {
    return null;
  }
}

function textOf(file: string, disk: Int32Array): string | null {
  try {
    const descriptor = waiting(disk, () => openSync(file, plainFile));
    try {
      const stat = fstatSync(descriptor);
      return !stat.isFile() || stat.size > limits.blockBytes ? null : sidecarText(waiting(disk, () => readFileSync(descriptor)));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}
