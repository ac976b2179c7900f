import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../util/whole-file.ts';
import { fileIdOf } from './file-id.ts';
import { UpdateFailure, writingFailure } from './update-failure.ts';

/** Milliseconds after which a part is certainly nobody's any more. Another profile may run from the same file, and write one of its own. */
const strayAfter = 60 * 60 * 1000;

/**
 * Replaces an AppImage by a downloaded one in a single step: at each moment, the old or the new file is there and can be run. It keeps its name, because
 * menus and launchers know it by that. The bytes that are written are the ones that are checked. Rejects with UpdateFailure, and then nothing has changed.
 *
 * @param appImage the running file, absolute. If it is a link, its target is replaced
 * @param id which file it was at the start (`fileIdOf`). Another one may be newer than the download: a second profile installed it, or a person put it there
 * @param downloaded the new file, absolute
 * @param sha512 of the new file, lower-case hex
 */
export async function replaceAppImage(appImage: string, id: string, downloaded: string, sha512: string): Promise<void> {
  let part: string | null = null;
  try {
    const target = await realpath(appImage);
    part = partOf(target, randomUUID());
    const mode = (await stat(target)).mode & 0o777;
    const handle = await open(part, 'wx', 0o600);
    try {
      const hash = createHash('sha512');
      for await (const chunk of createReadStream(downloaded)) {
        hash.update(chunk as Buffer);
        await handle.appendFile(chunk as Buffer);
      }
      if (hash.digest('hex') !== sha512) throw new UpdateFailure('wrong-file', 'the downloaded file has changed');
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (fileIdOf(await stat(target, { bigint: true })) !== id) throw new UpdateFailure('other-app');
    await replaceFile(part, target);
  } catch (error) {
    if (part !== null) await rm(part, { force: true }).catch(() => undefined);
    throw writingFailure(error);
  }
}

const partOf = (target: string, id: string): string => path.join(path.dirname(target), `.${path.basename(target)}.${id}.part`);

/** Removes parts of an AppImage that a killed process left beside it. */
export async function removeStrayParts(appImage: string): Promise<void> {
  const target = await realpath(appImage);
  const folder = path.dirname(target);
  const [before, after] = partOf(target, '*').split('*') as [string, string];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (!file.startsWith(before) || !file.endsWith(after)) continue;
    const facts = await stat(file).catch(() => null);
    if (facts !== null && Date.now() - facts.mtimeMs > strayAfter) await rm(file, { force: true });
  }
}
