import { openThumbnailStore } from '../../../../electron/core/thumbnails/thumbnail-store.ts';
import { sampleColours, sampleThumbnail } from '../../../support/thumbnail-samples.ts';

/** A process of its own that tests kill: writes thumbnails for ever and says which ones are promised. */
const [folder = '', first = '1'] = process.argv.slice(2);
const store = await openThumbnailStore(folder, 40_000);
for (let id = Number(first); ; id += 1) {
  await store.write(id, sampleThumbnail(id), sampleColours(id));
  process.stdout.write(`${id}\n`);
}
