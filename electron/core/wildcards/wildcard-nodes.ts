import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, visit, type Document, type Node, type Pair } from 'yaml';
import { JsonProblem, readJson, type JsonNode } from '../../../shared/json/json-tree.ts';
import { wildcardLimits, type WildcardTrouble } from '../../../shared/templates/wildcard-files.ts';

/** A value in a JSON or YAML file. Each text and number is as it is written, because that is what a person means in a prompt. */
export type WildcardNode = { readonly line: number } & (
  | { readonly kind: 'text'; readonly text: string }
  /** A number, or `true` and `false`. */
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly WildcardNode[] }
  | { readonly kind: 'map'; readonly members: readonly WildcardMember[] }
  /** Nothing, such as `- # comment`. */
  | { readonly kind: 'empty' }
  /** A value with a tag, such as `!name`, whose meaning nobody knows. */
  | { readonly kind: 'tagged' }
);

export interface WildcardMember {
  /** Null: a list or a map stands where the name should be. */
  readonly name: string | null;
  readonly value: WildcardNode;
}

/** The parts of a file, mostly one, or why and from which line on it cannot be read. */
export type WildcardTree = { readonly roots: readonly WildcardNode[] } | { readonly trouble: WildcardTrouble; readonly line: number | null };

/** Keys within keys are counted where lists are collected. This protects the call stack. */
const deepestJson = 200;

export function readJsonNodes(text: string): WildcardTree {
  const lineAt = linesOf(text);
  const nodeOf = (node: JsonNode): WildcardNode => {
    const line = lineAt(node.at);
    switch (node.kind) {
      case 'text':
        return { line, kind: 'text', text: node.value };
      case 'plain':
        return node.source === 'null' ? { line, kind: 'empty' } : { line, kind: 'plain', text: node.source };
      case 'list':
        return { line, kind: 'list', items: node.items.map(nodeOf) };
      case 'object':
        return { line, kind: 'map', members: node.members.map(({ name, value }) => ({ name, value: nodeOf(value) })) };
    }
  };
  try {
    return { roots: [nodeOf(readJson(text, deepestJson))] };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return { trouble: error.fault === 'deep' ? 'too-deep' : 'not-json', line: lineAt(error.offset) };
  }
}

/** The line, from 1, of an offset. */
function linesOf(text: string): (offset: number) => number {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (const { index } of text.matchAll(/\r\n?|\n/g)) counter.addNewLine(index + (text.startsWith('\r\n', index) ? 2 : 1));
  return (offset) => counter.linePos(offset).line;
}

/** Aliases are refused, because a few lines of them can stand for gigabytes. */
export function readYamlNodes(text: string): WildcardTree {
  try {
    const lineCounter = new LineCounter();
    const parsed = parseAllDocuments(text, { logLevel: 'silent', uniqueKeys: false, lineCounter });
    const documents: readonly Document.Parsed[] = Array.isArray(parsed) ? parsed : [];
    const lineAt = (node: Node | null | undefined): number => lineCounter.linePos(node?.range?.[0] ?? 0).line;
    const [error] = documents.flatMap(({ errors }) => errors);
    if (error) return { trouble: 'not-yaml', line: error.linePos?.[0].line ?? null };
    const alias = documents.map(firstAlias).find((found) => found !== null);
    if (alias) return { trouble: 'aliases', line: lineAt(alias) };
    const seen = { text, lineAt };
    return { roots: documents.flatMap(({ contents }) => (contents === null ? [] : [yamlNode(contents, lineAt(contents), seen)])) };
  } catch {
    // Nested too deeply for the call stack.
    return { trouble: 'too-deep', line: null };
  }
}

function firstAlias(document: Document.Parsed): Node | null {
  let found: Node | null = null;
  visit(document, {
    Alias(_, node) {
      found = node;
      return visit.BREAK;
    },
  });
  return found;
}

interface Source {
  readonly text: string;
  readonly lineAt: (node: Node | null | undefined) => number;
}

/** @param outer the line of what it stands in, for a value of which nothing is written */
function yamlNode(node: unknown, outer: number, source: Source, depth = 0): WildcardNode {
  // Beyond this depth, nothing is used.
  if (depth > 2 * wildcardLimits.depth || node === null || node === undefined || isAlias(node)) return { line: outer, kind: 'empty' };
  if (isScalar(node)) {
    const line = source.lineAt(node);
    if (node.tag?.startsWith('!')) return { line, kind: 'tagged' };
    if (typeof node.value === 'string') return { line, kind: 'text', text: node.value };
    const written = (node.source ?? '').trim();
    return written === '' || node.value === null ? { line, kind: 'empty' } : { line, kind: 'plain', text: written };
  }
  if (isSeq(node)) return { line: source.lineAt(node), kind: 'list', items: node.items.map((item) => yamlNode(item, source.lineAt(node), source, depth + 1)) };
  if (!isMap(node)) return { line: outer, kind: 'tagged' };
  const line = source.lineAt(node);
  const braces = bracesOf(node, source.text);
  if (braces !== null) return { line, kind: 'text', text: braces };
  const members = node.items.map(({ key, value }: Pair): WildcardMember => {
    const at = isScalar(key) ? source.lineAt(key) : line;
    return { name: isScalar(key) ? nameOf(key.value, key.source) : null, value: yamlNode(value, at, source, depth + 1) };
  });
  return { line, kind: 'map', members };
}

const nameOf = (value: unknown, source: string | undefined): string => (typeof value === 'string' ? value : (source ?? '').trim());

/** `{A|B}` without quotation marks is a map to YAML, of names without values. In a wildcard file it is meant as a text. */
function bracesOf(map: Node & { readonly flow?: boolean; readonly items: readonly Pair[] }, text: string): string | null {
  const [start, end] = map.range ?? [0, 0];
  const isBraces = map.flow === true && map.items.length > 0 && map.items.every(({ key, value }) => isScalar(key) && (value === null || (isScalar(value) && value.source === '')));
  const written = text.slice(start, end);
  return isBraces && !/[\n\r:]/.test(written) ? written : null;
}
