import type { TagCount } from '../../../shared/library/marks.ts';
import { libraryFolders } from '../../core/library/library-names.ts';
import type { Connection } from '../statements.ts';

/** Every tag with how many pictures have it, the most used first: one walk along the index for each. */
export function tagCounts({ sql }: Connection): readonly TagCount[] {
  return sql('SELECT name, (SELECT count(*) FROM image_tags WHERE tag = tags.id) AS pictures FROM tags ORDER BY pictures DESC, folded')
    .all()
    .map(({ name, pictures }) => ({ name: String(name), pictures: Number(pictures) }));
}

/**
 * The folders of months in which something was made of which there are pictures, the newest first, and those of their years: a look into the
 * index for each month, however many pictures there are.
 */
export function libraryFolderNames({ sql }: Connection): readonly string[] {
  const ends = sql('SELECT (SELECT min(created_at) FROM tasks) AS first, (SELECT max(created_at) FROM tasks) AS last').get();
  if (ends === undefined || ends['first'] === null) return [];
  const hasPictures = sql('SELECT EXISTS (SELECT 1 FROM tasks WHERE created_at >= ? AND created_at < ? AND images_kept > 0) AS found');
  const years = new Set<string>();
  const months: string[] = [];
  const first = new Date(Number(ends['first']));
  const month = startOfMonth(new Date(Number(ends['last'])));
  for (let looked = 0; looked < mostMonths && month >= startOfMonth(first); looked += 1) {
    const [began, next] = [month.getTime(), new Date(month.getFullYear(), month.getMonth() + 1, 1).getTime()];
    if (hasPictures.get(began, next)?.['found'] === 1) {
      const [year, folder] = libraryFolders(began);
      years.add(year);
      months.push(`${year}/${folder}`);
    }
    month.setMonth(month.getMonth() - 1);
  }
  return [...months, ...years];
}

/** A clock that was wrong once must not make this a walk through all of history: fifty years. */
const mostMonths = 600;

function startOfMonth(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), 1);
}
