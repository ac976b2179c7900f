import { closeSync, fstatSync, openSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { limits } from '../metadata/reading/limits.ts';
import { sidecarsIn, sidecarState, sidecarText, type Sidecar, type Sidecars, type SidecarState } from '../metadata/reading/sidecars.ts';
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
    const text = readableTextOf(path.join(path.dirname(picture), name), disk);
    return text === null ? [] : [{ kind, text }];
  });
}

/**
 * What a file of `size` bytes is for the pictures in its folder. Null: no sidecar. Throws the system's error.
 */
export function sidecarRole(file: string, size: number, disk: Int32Array): SidecarState | null {
  const role = listed(path.dirname(file), disk)?.roleOf(path.basename(file)) ?? null;
  if (role !== 'read') return role === 'alone' ? 'sidecar-alone' : null;
  return size > limits.blockBytes ? 'sidecar-too-large' : sidecarState(path.basename(file), textOf(file, disk));
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

function readableTextOf(file: string, disk: Int32Array): string | null {
  try {
    return textOf(file, disk);
  } catch {
    return null;
  }
}

/** Null if it is too large or not certainly text. Throws the system's error. */
function textOf(file: string, disk: Int32Array): string | null {
  const descriptor = waiting(disk, () => openSync(file, plainFile));
  try {
    const stat = fstatSync(descriptor);
    return !stat.isFile() || stat.size > limits.blockBytes ? null : sidecarText(waiting(disk, () => readFileSync(descriptor)));
  } finally {
    closeSync(descriptor);
  }
}
