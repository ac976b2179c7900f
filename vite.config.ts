import { readFileSync } from 'node:fs';
import { copyFile, cp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { IntlMessageFormat } from 'intl-messageformat';
import type { EnvironmentOptions, Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import manifest from './package.json' with { type: 'json' };
import { feedOfBuild } from './.scripts/feed/feed-of-build.ts';
import { inputSchemas } from './shared/ipc/schemas.ts';
import { en } from './shared/words/en/catalogue.en.ts';
import { command } from './shared/words/en/command.en.ts';
import { early } from './shared/words/en/early.en.ts';
import { mcp } from './shared/words/en/mcp.en.ts';
import { isPlain } from './shared/words/words-in.ts';
import { testFolder } from './tests/support/test-folder.ts';

const root = import.meta.dirname;
const dist = resolve(root, 'dist');

/** The oldest engine that built code meets: the Electron that the package registry carries (docs/development.md). */
const oldest = { chrome: 'chrome114', node: 'node18' };

/** Scripts of ASCII alone: V8 keeps them at one byte a character instead of two, and compiles them in four fifths of the time. */
const charset = 'ascii';

/** electron-store checks values with ajv if it is given a JSON schema. Latent gives it none, and a start would read a third more code. */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  enforce: 'pre',
  resolveId: (id) => (/^ajv(-formats)?(\/|$)/.test(id) ? '\0without-ajv' : null),
  load: (id) => (id === '\0without-ajv' ? 'export const Ajv2020 = null; export default null;' : null),
};

/**
 * Has the window's page ask for the app's code at once, although it runs only after the frame was drawn: main serves it before it is busy with its own start
 * (start-app.ts).
 */
const appAskedEarly: Plugin = {
  name: 'app-asked-early',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle, filename }) {
      if (bundle === undefined || !filename.endsWith('index.html')) return [];
      const files = Object.keys(bundle).filter((file) => /^assets\/(app|rolldown-runtime)-[^/]+\.(js|css)$/.test(file));
      return files.map((file) => ({ tag: 'link', injectTo: 'head', attrs: { rel: 'preload', as: file.endsWith('.css') ? 'style' : 'script', crossorigin: true, href: `./${file}` } }));
    },
  },
};

const catalogues: ReadonlyMap<string, readonly [name: string, Readonly<Record<string, string>>]> = new Map([
  [resolve(root, 'shared/words/en/catalogue.en.ts'), ['en', en]],
  [resolve(root, 'shared/words/en/early.en.ts'), ['early', early]],
  [resolve(root, 'shared/words/en/command.en.ts'), ['command', command]],
  [resolve(root, 'shared/words/en/mcp.en.ts'), ['mcp', mcp]],
]);

/** The catalogue of another language, which is in `shared/words/LANGUAGE/catalogue.LANGUAGE.ts`. */
async function translated(id: string): Promise<readonly [name: string, Readonly<Record<string, string>>] | null> {
  const [, name] = /\/shared\/words\/([a-z]+)\/catalogue\.\1\.ts$/.exec(id.replaceAll('\\', '/')) ?? [];
  if (name === undefined) return null;
  const module = (await import(pathToFileURL(id).href)) as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return [name, module[name] ?? {}];
}

/**
 * Parses the words when the app is built, so that neither main nor the page contains the parser or runs it at the start. Plugins of a build alone: tests
 * read the words as they stand.
 */
const compiledWords: Plugin = {
  name: 'compiled-words',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, _importer) => (id === '@formatjs/icu-messageformat-parser' ? resolve(root, 'node_modules/@formatjs/icu-messageformat-parser/no-parser.js') : null),
  async load(id) {
    const [name, catalogue] = catalogues.get(id) ?? (await translated(id)) ?? [];
    if (catalogue === undefined) return null;
    const compiled = Object.fromEntries(Object.entries(catalogue).map(([key, words]) => [key, isPlain(words) ? words : new IntlMessageFormat(words, 'en').getAst()]));
    return `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
  },
};

const pages = ['index', 'decoder', 'second', 'quick'] as const;
const page = (name: (typeof pages)[number]): string => resolve(root, `renderer/${name}.html`);

/**
 * One chunk for all that the app imports before its first screen. By itself, the bundler makes fifty of it, because each dialog shares another part of it, and
 * each would be one more file to ask main for. What other pages share with it stays apart.
 */
const appChunk: Rolldown.CodeSplittingNameFunction = (id, context) => {
  ofApp ??= onlyIn('app/main.tsx', ['frame/frame.ts', 'decoder/decoder.ts', 'second/second.ts', 'quick/quick.ts'], context);
  return ofApp.has(id) ? 'app' : null;
};
let ofApp: ReadonlySet<string> | null = null;

/** The modules that one entry imports before it runs, directly or not, and none of the others. Files of renderer/. */
function onlyIn(entry: string, others: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = imports(entry, context);
  for (const other of others) for (const id of imports(other, context)) found.delete(id);
  return found;
}

function imports(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([resolve(root, 'renderer', entry)]);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** CommonJS that needs no packages, in one file: a sandboxed preload can require nothing else. `split`: what is imported late stands apart. */
function commonJs(entry: string, name: string, split = false): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true },
    build: {
      target: oldest.node,
      outDir: dist,
      emptyOutDir: false,
      license: { fileName: `licences/${name}.md` },
      sourcemap: 'hidden',
      reportCompressedSize: false,
      rolldownOptions: {
        input: resolve(root, entry),
        // The second is native, and its absence is said in words (electron/hosts/node/keyring-secrets.ts).
          external: ['electron', /^electron\//, '@napi-rs/keyring', 'pg-native', 'pg-cloudflare'],
        output: {
          format: 'cjs',
          charset,
          entryFileNames: `${name}.cjs`,
          chunkFileNames: `${name}-[name].cjs`,
          codeSplitting: split,
          // Names stay, so that a stack in a log can be read.
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  };
}

export default defineConfig({
  // Pages are named and addressed from renderer/, tests from the top.
  root: process.env['VITEST'] === undefined ? resolve(root, 'renderer') : root,
  base: './',
  publicDir: false,
  plugins: [react(), withoutAjv, appAskedEarly, compiledWords],
  // For the preload, and for main before it reads the schemas; where this build looks for updates; and what has changed up to it.
  define: { changelog: JSON.stringify(readFileSync(resolve(root, 'CHANGELOG.md'), 'utf8')), latentVersion: JSON.stringify(manifest.version), channelNames: JSON.stringify(Object.keys(inputSchemas)), updateFeed: JSON.stringify(feedOfBuild(process.env)) },
  environments: {
    client: {
      build: {
        target: oldest.chrome,
        cssTarget: oldest.chrome,
        outDir: resolve(dist, 'renderer'),
        emptyOutDir: false,
        // Nothing inline, so that the content security policy needs no exception.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        license: { fileName: 'licences.md' },
        // For stacks in a log. No file names them, and the package leaves them out.
        sourcemap: 'hidden',
        reportCompressedSize: false,
        chunkSizeWarningLimit: 2_000,
        rolldownOptions: { input: pages.map(page), output: { charset, codeSplitting: { groups: [{ debugName: 'app', name: appChunk, includeDependenciesRecursively: false }] } } },
      },
    },
    // HTTP and other code that no start needs to read is in files of its own.
    main: commonJs('electron/hosts/electron/main.ts', 'main', true),
    preload: commonJs('electron/preload/preload.ts', 'preload'),
    decoderPreload: commonJs('electron/preload/decoder-preload.ts', 'decoder-preload'),
    secondPreload: commonJs('electron/preload/second-preload.ts', 'second-preload'),
    quickPreload: commonJs('electron/preload/quick-preload.ts', 'quick-preload'),
    databaseWorker: commonJs('electron/database/worker/database-worker.ts', 'database-worker', true),
    thumbnailWorker: commonJs('electron/database/worker/thumbnail-worker.ts', 'thumbnail-worker'),
    practiceWorker: commonJs('electron/practice/practice-worker.ts', 'practice-worker'),
    command: commonJs('electron/hosts/command/latent.ts', 'latent', true),
    fileWorker: commonJs('electron/core/file-worker/file-worker.ts', 'file-worker'),
  },
  builder: {
    async buildApp(builder) {
      await rm(dist, { recursive: true, force: true });
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment);
      }
      await copyFile(resolve(root, 'LICENSE'), resolve(dist, 'licences/latent.txt'));
      // That of windows on Linux.
      await copyFile(resolve(root, 'resources/icons/256x256.png'), resolve(dist, 'icon.png'));
      // Those of the tray and the menu bar.
      await cp(resolve(root, 'resources/tray'), dist, { recursive: true });
    },
  },
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    globalSetup: resolve(root, 'tests/support/build-threads.ts'),
    // Files share a process for each worker, so that each package is loaded once. Every file evaluates our own modules anew.
    isolate: false,
    setupFiles: resolve(root, 'tests/support/start-afresh.ts'),
    // No figure: a test that hangs. These machines stall for seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // `expect.poll` gives up after one second by default, which a busy machine may need to start a thread, and checks every 50 ms.
    expect: { poll: { timeout: 30_000, interval: 5 } },
    // Many tests wait for the disk: a worker for each core, though two are few.
    maxWorkers: '100%',
    // In plain Node the electron package is no more than a path to a binary; a path given keeps it from downloading one.
    env: { ELECTRON_OVERRIDE_DIST_PATH: 'unit-tests-start-none', TMPDIR: testFolder },
  },
});
