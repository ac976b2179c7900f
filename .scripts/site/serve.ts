import { preview } from 'vite';
import { root } from '../child.ts';
import { siteFolder } from './documents.ts';

export interface ServedSite {
  /** Without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the built site on this computer alone. `port`: the first that is tried. */
export async function serveSite(port = 4173): Promise<ServedSite> {
  const server = await preview({ configFile: false, root, appType: 'mpa', logLevel: 'warn', build: { outDir: siteFolder }, preview: { host: '127.0.0.1', port } });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('The server has no address.');
  return { url: url.replace(/\/$/, ''), stop: () => server.close() };
}
