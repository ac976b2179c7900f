import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * Where unit tests keep their files: in memory if Linux has room for them there, because they sync thousands of times and none of it has to
 * survive. What a power cut leaves is the subject of tests/torture, which records what was synced.
 */
export const testFolder = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

function hasRoom(folder: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * 1024 ** 3;
  } catch {
    return false;
  }
}
