import { existsSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { createMarkdownRenderer } from 'vitepress';
import { anchorOf } from '../../.scripts/site/documents.ts';

/** The documents that people read, as the tests of their links, commands and words see them. */

export const root = resolve(import.meta.dirname, '../..');

type Tokens = ReturnType<Awaited<ReturnType<typeof createMarkdownRenderer>>['parse']>;

// The site's own parser. It colours nothing here.
const parser = await createMarkdownRenderer(root, { highlight: (code) => code, attrs: { disable: true }, anchor: { slugify: anchorOf } });

export interface Document {
  /** Targets of links and pictures, as written. */
  readonly links: readonly string[];
  /** Of its headings. */
  readonly anchors: ReadonlySet<string>;
  /** Bold text. */
  readonly bold: readonly string[];
  /** Text between backticks. */
  readonly inlineCode: readonly string[];
  /** Blocks of code. An indented one has no language. */
  readonly blocks: readonly { readonly language: string; readonly lines: readonly string[] }[];
}

export function readDocument(path: string): Document {
  return parseDocument(readFileSync(join(root, path), 'utf8'));
}

export function parseDocument(text: string): Document {
  const links: string[] = [];
  const anchors = new Set<string>();
  const bold: string[] = [];
  const inlineCode: string[] = [];
  const blocks: { language: string; lines: string[] }[] = [];
  const tokens: Tokens = parser.parse(text, {});
  for (const token of tokens) {
    if (token.type === 'heading_open') anchors.add(token.attrGet('id') ?? '');
    if (token.type === 'fence' || token.type === 'code_block') blocks.push({ language: token.info.trim(), lines: token.content.split('\n') });
    let strong: string | null = null;
    for (const child of token.children ?? []) {
      if (child.type === 'link_open' && child.attrGet('class') !== 'header-anchor') links.push(child.attrGet('href') ?? '');
      if (child.type === 'image') links.push(child.attrGet('src') ?? '');
      if (child.type === 'code_inline') inlineCode.push(child.content);
      if (child.type === 'strong_open') strong = '';
      else if (child.type === 'strong_close') bold.push((strong ?? '').trim());
      else if (strong !== null) strong += child.type === 'softbreak' ? ' ' : child.content;
      if (child.type === 'strong_close') strong = null;
    }
    for (const html of [token, ...(token.children ?? [])].filter(({ type }) => type.startsWith('html_'))) {
      for (const [, target = ''] of html.content.matchAll(/\b(?:src|href)="([^"]*)"/g)) links.push(target);
    }
  }
  return { links, anchors, bold, inlineCode, blocks };
}

/** Why a link of the document leads nowhere, or null. `elsewhere`: the web addresses that may be linked. */
export function linkFault(path: string, document: Document, link: string, elsewhere: readonly string[]): string | null {
  if (/^[a-z]+:/i.test(link)) return elsewhere.includes(link) ? null : 'a web address that the test does not know';
  const [file = '', anchor] = decodeURI(link).split('#');
  const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file));
  if (file !== '' && (target.startsWith('..') || !existsSync(join(root, target)))) return 'no such file';
  if (anchor === undefined) return null;
  const anchors = file === '' ? document.anchors : readDocument(target).anchors;
  return anchors.has(anchor) ? null : 'no such heading';
}
