import { parseDocument, visit } from 'yaml';
import { wildcardLimits, type WildcardTrouble } from '../../../shared/templates/wildcard-files.ts';
import type { WildcardList, WildcardValue } from '../../../shared/templates/wildcard-lists.ts';

export interface ReadValues {
  readonly lists: readonly WildcardList[];
  readonly trouble: WildcardTrouble | null;
}

/**
 * Reads the values of a wildcard file, as sd-dynamic-prompts does: a text has one value a line; in JSON and YAML, lists are named by their keys.
 * @param file path in the wildcard folder, with `/`
 */
export function readValues(file: string, text: string): ReadValues {
  const content = text.replace(/^\uFEFF/, '');
  const bare = file.replace(/\.[^.]+$/, '');
  if (file.endsWith('.txt')) {
    const lines = content.split(/\r\n|\r|\n/).map((line) => line.trim());
    return { lists: [{ name: bare, values: lines.filter((line) => line !== '' && !line.startsWith('#')).map(plain) }], trouble: null };
  }
  const parsed = file.endsWith('.json') ? readJson(content) : readYaml(content);
  if ('trouble' in parsed) return { lists: [], trouble: parsed.trouble };
  // The keys replace the file's own name. A list without a key has the file's name.
  const folder = bare.includes('/') ? bare.slice(0, bare.lastIndexOf('/') + 1) : '';
  const lists: WildcardList[] = [];
  let trouble: WildcardTrouble | null = null;
  if (Array.isArray(parsed.value)) add(bare, parsed.value);
  else walk(parsed.value, folder, 0);
  return { lists, trouble: trouble ?? (lists.length === 0 ? 'no-lists' : null) };

  function walk(value: unknown, prefix: string, depth: number): void {
    if (typeof value !== 'object' || value === null) return;
    if (depth === wildcardLimits.depth) {
      trouble = 'too-deep';
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      if (Array.isArray(inner)) add(prefix + key, inner);
      else if (typeof inner === 'string' && inner !== '') add(prefix + key, [inner]);
      else walk(inner, `${prefix}${key}/`, depth + 1);
    }
  }

  function add(name: string, items: readonly unknown[]): void {
    const values = items.flatMap((item) => valueOf(item) ?? []);
    if (values.length > 0) lists.push({ name, values });
  }
}

const plain = (text: string): WildcardValue => ({ text, weight: 1 });

/** An item of a list: a text, `2::text`, or an object with `text` or `content`, and `weight`. Null: anything else. */
function valueOf(item: unknown): WildcardValue | null {
  if (typeof item === 'number') return plain(String(item));
  if (typeof item === 'string') {
    const text = item.trim();
    if (text === '') return null;
    const weighted = /^(\d+\.?\d*)::([^]*)$/.exec(text);
    return weighted ? { text: weighted[2] ?? '', weight: Number(weighted[1]) } : plain(text);
  }
  if (typeof item !== 'object' || item === null) return null;
  const { text, content, weight = 1 } = item as Readonly<Record<string, unknown>>;
  const words = text ?? content;
  return typeof words === 'string' && words.trim() !== '' && typeof weight === 'number' && weight >= 0 ? { text: words.trim(), weight } : null;
}

type Parsed = { readonly value: unknown } | { readonly trouble: WildcardTrouble };

function readJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { trouble: 'not-json' };
  }
}

/** Aliases are refused, because a few lines of them can stand for gigabytes. */
function readYaml(text: string): Parsed {
  try {
    const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false });
    if (document.errors.length > 0) return { trouble: 'not-yaml' };
    let aliases = false;
    visit(document, {
      Alias() {
        aliases = true;
        return visit.BREAK;
      },
    });
    return aliases ? { trouble: 'aliases' } : { value: document.toJS({ maxAliasCount: 0 }) as unknown };
  } catch {
    // Nested too deeply for the call stack.
    return { trouble: 'too-deep' };
  }
}
