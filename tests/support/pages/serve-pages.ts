import path from 'node:path';
import type { ComposedOnNode } from '../../../electron/hosts/node/node-host.ts';
import { createProtocolHandler } from '../../../electron/platform/app-protocol.ts';
import { fillPage } from '../../../electron/platform/fill-page.ts';
import { earlyWordsFor } from '../../../shared/words/early-words.ts';
import { usualSpoken } from '../../../shared/words/languages.ts';
import { serveHttp, type LocalServer } from '../local-server.ts';

/** The hosts of `latent:` that serve pictures. */
const pictures = 'picture|thumbnail|reference';

/**
 * Serves over HTTP what the app's own scheme serves, with the same headers: a browser knows no such scheme. The pages are those of `dist`. Only the
 * addresses of pictures in their scripts, and the scheme in their policy, become those of this server.
 */
export async function servePages({ pictures: source, view }: Pick<ComposedOnNode, 'pictures' | 'view'>): Promise<LocalServer> {
  const handle = createProtocolHandler(path.resolve('dist/renderer'), source, (html) => fillPage(html, { view: view(), spoken: usualSpoken, words: earlyWordsFor('en') }));
  const server = await serveHttp((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const answer = async (): Promise<void> => {
      // Only a browser asks for it.
      if (url === '/favicon.ico') return void response.writeHead(204).end();
      const [, host = 'app', below = url] = new RegExp(`^/(${pictures})(/.*)$`).exec(url) ?? [];
      const { status, headers, ...rest } = await answered(await handle(new Request(`latent://${host}${below}`, { method })), server.url);
      response.writeHead(status, headers).end(rest.body);
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return server;
}

async function answered(answer: Response, origin: string): Promise<{ readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer }> {
  const headers = Object.fromEntries(answer.headers);
  const policy = headers['content-security-policy'];
  if (policy !== undefined) headers['content-security-policy'] = policy.replaceAll(' latent:', " 'self'");
  let body = Buffer.from(await answer.arrayBuffer());
  if (headers['content-type']?.startsWith('text/javascript')) body = Buffer.from(body.toString().replaceAll(new RegExp(`latent://(?=(?:${pictures})/)`, 'g'), `${origin}/`));
  if (headers['content-length'] !== undefined) headers['content-length'] = String(body.length);
  return { status: answer.status, headers, body };
}
