import { openThumbnailStore } from '../../../../electron/database/client/open-thumbnail-store.ts';
import { sampleColours, sampleHash, sampleThumbnail } from '../../../support/thumbnail-samples.ts';

/** Writes thumbnails from a first id on, and prints each id that the store reported as written, until it is killed. */
const [folder = '', workerFile = '', first = '1'] = process.argv.slice(2);
const store = openThumbnailStore(folder, workerFile, () => undefined);
for (let id = Number(first); ; id += 1) {
  if (await store.write(id, sampleThumbnail(id), sampleColours(id), sampleHash(id))) process.stdout.write(`${id}\n`);
}
