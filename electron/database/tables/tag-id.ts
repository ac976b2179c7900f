import { fold } from '../../../shared/search/fold.ts';
import type { Connection } from '../sqlite/statements.ts';

/** The row of a tag, made if need be. It bears the name that it was first given: the same word in another case is the same tag. */
export function tagId({ sql }: Connection, name: string): number {
  const folded = fold(name);
  sql('INSERT INTO tags (name, folded) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, folded);
  return Number(sql('SELECT id FROM tags WHERE folded = ?').get(folded)?.['id']);
}
