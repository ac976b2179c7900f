import path from 'node:path';
import { createBuilder } from 'vite';
import { threadsFolder } from './built-threads.ts';

/**
 * Builds the entries of worker threads for tests and torture.
 *
 * Node can run the sources as they are, but then each thread strips their types with a WebAssembly module of its own, and V8
 * 13.6 crashes now and then in a process that starts many such threads: `Check failed: jit_page.has_value()`, or SIGSEGV in
 * `wasm::NativeModule::FreeCode` (https://github.com/nodejs/node/issues/64500). Latent itself never strips types.
 */
export default async function buildThreads(): Promise<void> {
  const build = { outDir: threadsFolder };
  const builder = await createBuilder({
    root: path.resolve(import.meta.dirname, '../..'),
    logLevel: 'warn',
    environments: { databaseWorker: { build }, thumbnailWorker: { build }, practiceWorker: { build }, fileWorker: { build }, command: { build } },
  });
  for (const name of ['databaseWorker', 'thumbnailWorker', 'practiceWorker', 'fileWorker', 'command']) {
    const environment = builder.environments[name];
    if (environment !== undefined) await builder.build(environment);
  }
}
