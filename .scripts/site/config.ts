import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type MarkdownRenderer } from 'vitepress';
import { root } from '../child.ts';
import { anchorOf, groups, siteFolder, titleOf } from './documents.ts';

/** Folders of the repository without pages. VitePress looks for pages in all the others. */
const withoutPages = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'docs').map(({ name }) => `${name}/**`);

/** The site of README.md and docs/: the same files that people read in the repository. `npm run site` builds it. */
export default defineConfig({
  lang: 'en',
  title: 'Latent',
  description: 'Buy pictures from an image-generation service without losing one or paying twice.',
  srcDir: root,
  srcExclude: withoutPages,
  rewrites: { 'README.md': 'index.md' },
  outDir: siteFolder,
  cacheDir: join(root, 'node_modules/.cache/site'),
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  markdown: { attrs: { disable: true }, anchor: { slugify: anchorOf }, config: asOnGitHub },
  // The app has a configuration of its own.
  vite: { configFile: false, publicDir: false, logLevel: 'warn' },
  buildEnd: ({ outDir }) => copyFileSync(join(root, 'resources/icon.svg'), join(outDir, 'icon.svg')),
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/docs/guide/first-minutes' },
      { text: 'Troubleshooting', link: '/docs/troubleshooting' },
      { text: 'Privacy', link: '/docs/privacy' },
    ],
    sidebar: groups().map(({ text, documents }) => ({ text, items: documents.map((document) => ({ text: titleOf(document), link: `/${document.replace(/\.md$/, '')}` })) })),
  },
});

/** Documents are plain Markdown: braces are text, and a link to a file that is no page is only its words. */
function asOnGitHub(md: MarkdownRenderer): void {
  md.renderer.rules['text'] = (tokens, at) => md.utils.escapeHtml(tokens[at]?.content ?? '').replaceAll('{{', '&#123;&#123;');
  md.renderer.rules['code_inline'] = (tokens, at) => `<code v-pre>${md.utils.escapeHtml(tokens[at]?.content ?? '')}</code>`;
  md.core.ruler.push('links-of-the-site', ({ tokens }) => {
    for (const { children } of tokens) {
      const open: boolean[] = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const address = token.attrGet('href') ?? '';
          const isPage = /^([a-z]+:|#)|\.md(#|$)/.test(address);
          open.push(isPage);
          token.attrSet('href', address.replace(/(^|\/)README\.md(?=#|$)/, '$1index.md'));
          if (!isPage) Object.assign(token, { type: 'html_inline', content: '' });
        } else if (token.type === 'link_close' && open.pop() === false) Object.assign(token, { type: 'html_inline', content: '' });
      }
    }
  });
}
