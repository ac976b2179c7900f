import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { EnvironmentOptions, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { inputSchemas } from './shared/ipc/schemas.ts';
import { testFolder } from './tests/support/test-folder.ts';

const root = import.meta.dirname;
const dist = resolve(root, 'dist');

/** The oldest engine that built code meets: the Electron that the package registry carries (docs/development.md). */
const oldest = { chrome: 'chrome114', node: 'node18' };

/** electron-store checks values with ajv if it is given a JSON schema. Latent gives it none, and a start would read a third more code. */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  enforce: 'pre',
  resolveId: (id) => (/^ajv(-formats)?(\/|$)/.test(id) ? '\0without-ajv' : null),
  load: (id) => (id === '\0without-ajv' ? 'export const Ajv2020 = null; export default null;' : null),
};

/** CommonJS that needs no packages, in one file: a sandboxed preload can require nothing else. `split`: what is imported late stands apart. */
function commonJs(entry: string, name: string, split = false): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true },
    build: {
      target: oldest.node,
      outDir: dist,
      emptyOutDir: false,
      minify: false,
      license: { fileName: `licences/${name}.md` },
      reportCompressedSize: false,
      rolldownOptions: {
        input: resolve(root, entry),
        external: ['electron', /^electron\//],
        output: { format: 'cjs', entryFileNames: `${name}.cjs`, chunkFileNames: `${name}-[name].cjs`, codeSplitting: split },
      },
    },
  };
}

export default defineConfig({
  // Pages are named and addressed from renderer/, tests from the top.
  root: process.env['VITEST'] === undefined ? resolve(root, 'renderer') : root,
  base: './',
  publicDir: false,
  plugins: [react(), withoutAjv],
  // For the preload.
  define: { channelNames: JSON.stringify(Object.keys(inputSchemas)) },
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
        reportCompressedSize: false,
        chunkSizeWarningLimit: 2_000,
        rolldownOptions: { input: [resolve(root, 'renderer/index.html'), resolve(root, 'renderer/decoder.html'), resolve(root, 'renderer/second.html')] },
      },
    },
    // HTTP and other code that no start needs to read is in files of its own.
    main: commonJs('electron/hosts/electron/main.ts', 'main', true),
    preload: commonJs('electron/preload/preload.ts', 'preload'),
    decoderPreload: commonJs('electron/preload/decoder-preload.ts', 'decoder-preload'),
    secondPreload: commonJs('electron/preload/second-preload.ts', 'second-preload'),
    databaseWorker: commonJs('electron/database/worker/database-worker.ts', 'database-worker', true),
    thumbnailWorker: commonJs('electron/database/worker/thumbnail-worker.ts', 'thumbnail-worker'),
    practiceWorker: commonJs('electron/practice/practice-worker.ts', 'practice-worker'),
    importWorker: commonJs('electron/core/file-worker/file-worker.ts', 'import-worker'),
  },
  builder: {
    async buildApp(builder) {
      await rm(dist, { recursive: true, force: true });
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment);
      }
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
