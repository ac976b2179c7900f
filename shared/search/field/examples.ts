import type { ViewKind } from '../../library/view.ts';
import { inQuotes, standsBare } from '../tokenize.ts';

/** Complete searches that teach the syntax. They name a model that is in use and the current year. */
export function exampleSearches(kind: ViewKind, model: string | undefined, year: number): readonly string[] {
  const named = model === undefined ? 'size:landscape' : `model:${standsBare(model) ? model : inQuotes(model)} size:landscape`;
  return kind === 'gallery' ? ['red fox rating:>=4', `is:favourite before:${year}`, named] : ['red fox status:done', `status:failed after:${year}-01`, named];
}
