import type { TagCount } from '../../../../shared/library/marks.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { inSlices } from '../time-slices.ts';

/** Every tag and its number of pictures, the most used first. */
export async function tagCounts(connection: Connection): Promise<readonly TagCount[]> {
  return (await inSlices(countTags(connection), () => false)) ?? [];
}

/** Other calls are answered between two tags. A tag of a million pictures takes some 20 milliseconds. */
function* countTags({ sql }: Connection): Generator<void, readonly TagCount[]> {
  const counted: TagCount[] = [];
  const count = sql('SELECT count(*) AS pictures FROM image_tags WHERE tag = ?');
  for (const { id, name } of sql('SELECT id, name FROM tags ORDER BY folded').all()) {
    counted.push({ name: String(name), pictures: Number(count.get(Number(id))?.['pictures']) });
    yield;
  }
  return counted.sort((a, b) => b.pictures - a.pictures);
}
