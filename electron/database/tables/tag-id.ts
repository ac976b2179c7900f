import { fold } from '../../../shared/search/fold.ts';
import type { Connection } from '../sqlite/statements.ts';

/** The row of a tag, which is created if it does not exist. Names that differ only in case are the same tag, which keeps its first name. */
export function tagId({ sql }: Connection, name: string): number {
  const folded = fold(name);
  sql('INSERT INTO tags (name, folded) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, folded);
  return Number(sql('SELECT id FROM tags WHERE folded = ?').get(folded)?.['id']);
}
