import { hasLostCharacter } from '../../../shared/request/plain-text.ts';
import { wildcardLimits, type LeftOutValue, type WildcardLeftOut, type WildcardTrouble } from '../../../shared/templates/wildcard-files.ts';
import type { WildcardList, WildcardValue } from '../../../shared/templates/wildcard-lists.ts';
import { readJsonNodes, readYamlNodes, type WildcardNode } from './wildcard-nodes.ts';

export interface ReadValues {
  readonly lists: readonly WildcardList[];
  readonly trouble: WildcardTrouble | null;
  /** Where the trouble is, from 1. Null: nowhere in particular. */
  readonly line: number | null;
  readonly leftOut: WildcardLeftOut;
}

/**
 * Reads the values of a wildcard file, as sd-dynamic-prompts does: a text has one value a line; in JSON and YAML, lists are named by their keys. What
 * cannot be a value is left out and named.
 * @param file path in the wildcard folder, with `/`
 */
export function readValues(file: string, text: string): ReadValues {
  const content = text.replace(/^\uFEFF/, '');
  const bare = file.replace(/\.[^.]+$/, '');
  const lists: WildcardList[] = [];
  const leftOut = createLeftOut();
  if (/\.txt$/i.test(file)) {
    const values = content.split(/\r\n|\r|\n/).flatMap((written, index): readonly WildcardValue[] => {
      const line = written.trim();
      // A colour may be meant, but other programs take it for a comment, too.
      if (colour.test(line)) return leftOut.add(index + 1, 'comment', line);
      if (line === '' || line.startsWith('#')) return [];
      return hasLostCharacter(line) ? leftOut.add(index + 1, 'lost', line) : [plain(line)];
    });
    return { lists: [{ name: bare, values }], trouble: null, line: null, leftOut: leftOut.all() };
  }
  const tree = /\.json$/i.test(file) ? readJsonNodes(content) : readYamlNodes(content);
  if ('trouble' in tree) return { lists: [], trouble: tree.trouble, line: tree.line, leftOut: leftOut.all() };
  // The keys replace the file's own name. A list without a key has the file's name.
  const folder = bare.includes('/') ? bare.slice(0, bare.lastIndexOf('/') + 1) : '';
  let tooDeep: number | null = null;
  for (const root of tree.roots) {
    if (root.kind === 'list') add(bare, root.items);
    else walk(root, folder, 0);
  }
  const trouble = tooDeep !== null ? 'too-deep' : lists.length === 0 ? 'no-lists' : null;
  return { lists, trouble, line: tooDeep, leftOut: leftOut.all() };

  function walk(node: WildcardNode, prefix: string, depth: number): void {
    if (node.kind !== 'map') {
      if (node.kind !== 'empty' || depth > 0) leftOut.add(node.line, node.kind === 'empty' ? 'empty' : 'no-list', textOf(node));
      return;
    }
    if (depth === wildcardLimits.depth) {
      tooDeep ??= node.line;
      return;
    }
    for (const { name, value } of node.members) {
      if (name === null) leftOut.add(value.line, 'name', textOf(value));
      else if (value.kind === 'list') add(prefix + name, value.items);
      else if (value.kind === 'text' && value.text !== '') add(prefix + name, [value]);
      else if (value.kind === 'map') walk(value, `${prefix}${name}/`, depth + 1);
      else leftOut.add(value.line, value.kind === 'plain' ? 'no-list' : value.kind === 'tagged' ? 'tagged' : 'empty', `${name}: ${textOf(value)}`);
    }
  }

  function add(name: string, items: readonly WildcardNode[]): void {
    const values = items.flatMap((item): readonly WildcardValue[] => {
      const value = valueOf(item);
      return typeof value === 'string' ? leftOut.add(item.line, value, textOf(item)) : [value];
    });
    if (values.length > 0) lists.push({ name, values });
  }
}

const colour = /^#[\da-f]{3,8}\b/i;

const plain = (text: string): WildcardValue => ({ text, weight: 1 });

/** An item of a list: a text, `2::text`, or an object with `text` or `content`, and `weight`. Otherwise, why it is no value. */
function valueOf(item: WildcardNode): WildcardValue | LeftOutValue['why'] {
  switch (item.kind) {
    case 'empty':
    case 'tagged':
    case 'list':
      return item.kind;
    case 'plain':
    case 'text': {
      const text = item.text.trim();
      if (text === '') return 'empty';
      if (hasLostCharacter(text)) return 'lost';
      const weighted = item.kind === 'text' ? /^(\d+\.?\d*)::([^]*)$/.exec(text) : null;
      return weighted ? { text: weighted[2] ?? '', weight: Number(weighted[1]) } : plain(text);
    }
    case 'map':
      return weightedValue(new Map(item.members.map(({ name, value }) => [name, value])));
  }
}

function weightedValue(members: ReadonlyMap<string | null, WildcardNode>): WildcardValue | LeftOutValue['why'] {
  const words = members.get('text') ?? members.get('content');
  const weight = members.get('weight');
  if (!words || [...members.keys()].some((name) => name !== 'text' && name !== 'content' && name !== 'weight')) return 'map';
  const value = words.kind === 'text' || words.kind === 'plain' ? words.text.trim() : '';
  if (value === '') return 'empty';
  if (hasLostCharacter(value)) return 'lost';
  const number = weight === undefined ? 1 : weight.kind === 'plain' ? Number(weight.text) : NaN;
  return Number.isFinite(number) && number >= 0 ? { text: value, weight: number } : 'weight';
}

/** The beginning of what was left out. */
function textOf(node: WildcardNode): string {
  if (node.kind === 'text' || node.kind === 'plain') return node.text;
  if (node.kind === 'list') return `[${node.items.map(textOf).join(', ')}]`;
  return node.kind === 'map' ? node.members.map(({ name, value }) => `${name ?? ''}: ${textOf(value)}`).join(', ') : '';
}

/** Counts all that is left out, and names the first of it. */
function createLeftOut(): { add(line: number, why: LeftOutValue['why'], text: string): readonly never[]; all(): WildcardLeftOut } {
  const first: LeftOutValue[] = [];
  let count = 0;
  return {
    add(line, why, text) {
      count += 1;
      if (first.length < wildcardLimits.named) first.push({ line, why, text: text.slice(0, 60) });
      return [];
    },
    all: () => ({ count, first }),
  };
}
