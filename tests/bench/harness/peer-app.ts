import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { programs } from './window.ts';

/** Puts together the app whose main process is Latent's, as built, and whose page is a peer's grid. Needs the peers' packages. */
export async function buildPeerApp(): Promise<void> {
  const dist = path.join(programs.peer, 'dist');
  await rm(programs.peer, { recursive: true, force: true });
  await mkdir(programs.peer, { recursive: true });
  await cp(path.join(programs.latent, 'dist'), dist, { recursive: true });
  await writeFile(path.join(programs.peer, 'package.json'), JSON.stringify({ name: 'latent-bench-peer', version: '0.0.0', main: 'dist/main.cjs' }));
  const root = path.resolve(import.meta.dirname, '../peer-page');
  const peers = path.resolve(import.meta.dirname, '../peers/node_modules');
  await build({
    configFile: false,
    root,
    base: './',
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    resolve: {
      // Latent's own React for both.
      dedupe: ['react', 'react-dom'],
      alias: Object.fromEntries(['react-virtuoso', '@tanstack/react-virtual'].map((name) => [name, path.join(peers, name)])),
    },
    build: { target: 'chrome114', cssTarget: 'chrome114', outDir: path.join(dist, 'renderer'), emptyOutDir: false, assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false, chunkSizeWarningLimit: 2_000 },
  });
}
