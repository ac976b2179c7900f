import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../child.ts';

/** Where `npm run site` puts the site. */
export const siteFolder = join(root, 'release/site');

/** A group of pages in the sidebar. `documents`: paths in the repository, in their order. */
interface Group {
  readonly text: string;
  readonly documents: readonly string[];
}

const guide = ['first-minutes', 'buying', 'finding', 'choosing', 'albums', 'prompts', 'money', 'statistics', 'files', 'keys'].map((name) => `docs/guide/${name}.md`);
const help = ['packages', 'updates', 'troubleshooting', 'network', 'privacy'].map((name) => `docs/${name}.md`);
const formats = ['command-line', 'mcp', 'workers', 'mirror', 'practice-service', 'prompt-files', 'import', 'export', 'ledger'].map((name) => `docs/${name}.md`);

/** Every document that people read: those of the top folder, and all in docs/. Paths in the repository with forward slashes, sorted. */
export function documents(): string[] {
  const top = readdirSync(root).filter((name) => name.endsWith('.md'));
  const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return [...top, ...below.map((name) => `docs/${name.replaceAll('\\', '/')}`)].sort();
}

/** The groups of the sidebar. A document that no group names is for developers. */
export function groups(): readonly Group[] {
  const all = documents();
  const there = (wanted: readonly string[]): string[] => wanted.filter((document) => all.includes(document));
  const named = [{ text: 'Guide', documents: there(guide) }, { text: 'Help', documents: there(help) }, { text: 'Formats and practice', documents: there(formats) }];
  const placed = new Set(['README.md', ...named.flatMap((group) => group.documents)]);
  return [...named, { text: 'For developers', documents: all.filter((document) => !placed.has(document)) }];
}

/** The text of a document's first heading. */
export function titleOf(document: string): string {
  const text = readFileSync(join(root, document), 'utf8');
  return /^# (.+)$/m.exec(text)?.[1] ?? document;
}

/** The anchor of a heading, as GitHub makes it, so that a link works there and on the site. */
export function anchorOf(heading: string): string {
  return heading.trim().toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
}
