import { isOwnField, longestFieldName } from '../request/request-fields.ts';

/**
 * What a column of a list becomes. `field:NAME`: one of the more request fields. `fields`: an object of such fields, as JSON.
 * `variable:NAME`: a variable of the prompt, which is a template then.
 */
export type ColumnUse = 'none' | 'prompt' | 'model' | 'size' | 'quality' | 'count' | 'fields' | `field:${string}` | `variable:${string}`;

/** Names that people give to such columns, in lower case. */
const usualNames: Readonly<Record<string, ColumnUse>> = {
  prompt: 'prompt',
  prompts: 'prompt',
  text: 'prompt',
  description: 'prompt',
  model: 'model',
  size: 'size',
  resolution: 'size',
  'aspect ratio': 'size',
  aspect_ratio: 'size',
  quality: 'quality',
  count: 'count',
  number: 'count',
  quantity: 'count',
  n: 'count',
  fields: 'fields',
};

/** What a column of this name usually is. `none`: the name says nothing. */
export function usualUse(name: string): ColumnUse {
  const written = name.trim();
  const field = /^field:\s*(.+)$/i.exec(written)?.[1];
  if (field !== undefined && isFieldName(field)) return `field:${field}`;
  const known = written.toLowerCase();
  return Object.hasOwn(usualNames, known) ? (usualNames[known] ?? 'none') : 'none';
}

/** Whether one of the more request fields may have this name. */
export const isFieldName = (name: string): boolean => name.trim() !== '' && name.length <= longestFieldName && !isOwnField(name.trim().toLowerCase());

/** Whether a template may have a variable of this name. */
export const isVariableName = (name: string): boolean => /^[A-Za-z_-][\w-]{0,99}$/.test(name);

/**
 * What each column becomes: the first one of a usual name takes its place, and the others are not used. Columns that the template names as
 * variables become these variables. Otherwise, if no name says which column has the prompts, it is the first without a use.
 */
export function usualUses(columns: readonly string[], template = ''): readonly ColumnUse[] {
  const variables = new Set([...template.matchAll(/\$\{\s*([\w-]+)/g)].map(([, name]) => name));
  const taken = new Set<ColumnUse>();
  const uses = columns.map((column): ColumnUse => {
    const use = variables.has(column) ? `variable:${column}` as const : usualUse(column);
    if (use === 'none' || taken.has(use)) return 'none';
    taken.add(use);
    return use;
  });
  const free = uses.indexOf('none');
  const isTemplate = [...taken].some((use) => use.startsWith('variable:'));
  return taken.has('prompt') || isTemplate || free === -1 ? uses : uses.with(free, 'prompt');
}

/** The uses after a column was given another use. Two columns never have the same use, except `none`. */
export function withUse(uses: readonly ColumnUse[], column: number, use: ColumnUse): readonly ColumnUse[] {
  return uses.map((old, at) => (at === column ? use : old === use ? 'none' : old));
}
