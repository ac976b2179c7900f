import type { TagCount } from '../../../../shared/library/marks.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { inSlices } from '../time-slices.ts';

/** Pictures of a tag counted in one step, which takes a few milliseconds. */
const slice = 50_000;

/** Every tag and its number of pictures, the most used first. Counts in slices, so that other calls do not wait for a million pictures. */
export async function tagCounts(connection: Connection): Promise<readonly TagCount[]> {
  return (await inSlices(countTags(connection), () => false)) ?? [];
}

function* countTags({ sql }: Connection): Generator<void, readonly TagCount[]> {
  const counted: TagCount[] = [];
  const next = sql(`SELECT count(*) AS pictures, max(image) AS last FROM (SELECT image FROM image_tags WHERE tag = ? AND image > ? ORDER BY image LIMIT ${slice})`);
  for (const { id, name } of sql('SELECT id, name FROM tags ORDER BY folded').all()) {
    let pictures = 0;
    for (let last = 0; ; ) {
      const row = next.get(Number(id), last);
      const read = Number(row?.['pictures'] ?? 0);
      pictures += read;
      yield;
      if (read < slice) break;
      last = Number(row?.['last']);
    }
    counted.push({ name: String(name), pictures });
  }
  return counted.sort((a, b) => b.pictures - a.pictures);
}
