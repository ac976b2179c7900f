import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectProxy } from '../../support/connect-proxy.ts';
import { useHttpRig } from '../../support/http-rig.ts';
import { localhostCertificate, localhostKey } from '../../support/local-server.ts';

/** Fault 74: certificates are checked whatever the environment says. The requests are made in a process that has it. */

const { cleanUp } = useHttpRig();
const support = (name: string): string => fileURLToPath(new URL(`../../support/${name}`, import.meta.url));
const moduleOf = (name: string): string => JSON.stringify(new URL(`../../../electron/network/${name}`, import.meta.url).href);

let server: ChildProcessWithoutNullStreams;
let lines: Interface;
let port = 0;
const nextLine = async (): Promise<string> => ((await once(lines, 'line')) as [string])[0];
/** What the server got within TLS. */
const heard = async (): Promise<{ readonly bytes: number; readonly begins: string }> => {
  const answer = nextLine();
  server.stdin.write('?\n');
  return JSON.parse(await answer) as { bytes: number; begins: string };
};

beforeAll(async () => {
  server = spawn(process.execPath, [fileURLToPath(new URL('../../support/tls-listener.cjs', import.meta.url)), support('tls/localhost-key.pem'), support('tls/localhost-cert.pem')]);
  lines = createInterface(server.stdout);
  port = Number(await nextLine());
});
afterAll(async () => {
  const gone = once(server, 'exit');
  server.stdin.end();
  await gone;
});

interface Attempt {
  readonly env: Readonly<Record<string, string>>;
  readonly route: string;
  readonly url: string;
  readonly trusted?: string;
}

/** The codes with which a GET and a POST with a key ended in a process with this environment: `200` or that of the failure. */
async function attempt({ env, route, url, trusted }: Attempt): Promise<unknown> {
  const program = `
    const { createSocketHttp } = await import(${moduleOf('socket-http.ts')});
    const http = createSocketHttp({ certificates: ${JSON.stringify(trusted === undefined ? [] : [trusted])}, findRoutes: () => Promise.resolve([${route}]), lookup: (name, options, done) => options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4) });
    const timeouts = { connect: 10000, headers: 10000, idle: 10000 };
    const headers = { authorization: 'Bearer sk-canary' };
    const found = [];
    for (const [method, connection] of [['GET', 'pooled'], ['POST', 'fresh']]) {
      const body = method === 'POST' ? { body: '{"prompt":"fox"}' } : {};
      found.push(await http.open({ method, url: ${JSON.stringify(url)}, headers, connection, timeouts, ...body }).then(async (reply) => {
        for await (const _ of reply.body);
        return String(reply.status);
      }, (failure) => (failure.sent ? 'SENT ' : '') + failure.code));
    }
    await http.close();
    console.log(JSON.stringify(found));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env: { ...process.env, ...env } });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  await once(child, 'close');
  expect(output, errors).not.toBe('');
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as unknown;
}

const weak = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_OPTIONS: '--tls-min-v1.0 --insecure-http-parser --use-openssl-ca --no-warnings' };
const refused = ['DEPTH_ZERO_SELF_SIGNED_CERT', 'DEPTH_ZERO_SELF_SIGNED_CERT'];

describe('with an environment that switches the check of certificates off, no byte of a request arrives', () => {
  it('directly', async () => {
    expect(await attempt({ env: weak, route: `{ kind: 'direct' }`, url: `https://service.latent.test:${port}/v1` })).toEqual(refused);
    expect(await heard()).toEqual({ bytes: 0, begins: '' });
  });

  it('through an HTTP proxy', async () => {
    const proxy = await startConnectProxy({ names: { [`service.latent.test:${port}`]: port } });
    cleanUp(proxy.stop);
    const route = `{ kind: 'http-proxy', proxy: { secure: false, host: '127.0.0.1', port: ${proxy.port} }, credentials: null }`;
    expect(await attempt({ env: weak, route, url: `https://service.latent.test:${port}/v1` })).toEqual(refused);
    expect(proxy.tunnels()).toBe(2);
    expect(await heard()).toEqual({ bytes: 0, begins: '' });
  });

  it('to a proxy over TLS, nor its password', async () => {
    const route = `{ kind: 'http-proxy', proxy: { secure: true, host: '127.0.0.1', port: ${port} }, credentials: { username: 'anna', password: 'secret' } }`;
    expect(await attempt({ env: weak, route, url: `https://service.latent.test:${port}/v1` })).toEqual(['PROXY_UNREACHABLE', 'PROXY_UNREACHABLE']);
    expect(await heard()).toEqual({ bytes: 0, begins: '' });
  });

  it('although the same server would have heard it with its certificate trusted', async () => {
    const found = await attempt({ env: weak, route: `{ kind: 'direct' }`, url: `https://localhost:${port}/v1`, trusted: localhostCertificate });
    expect(found).toEqual(['200', '200']);
    expect(await heard()).toMatchObject({ begins: expect.stringContaining('Bearer sk-canary') as string });
  });
});

describe('other switches of the environment', () => {
  it('no secret of a connection is written into a key log', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'latent-keylog-'));
    cleanUp(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'keys.log');
    const env = { NODE_OPTIONS: `--tls-keylog=${file} --no-warnings` };
    expect(await attempt({ env, route: `{ kind: 'direct' }`, url: `https://localhost:${port}/v1`, trusted: localhostCertificate })).toEqual(['200', '200']);
    expect(existsSync(file)).toBe(false);
  });

  it('a server that speaks only TLS 1.1, or only without encryption, is refused', async () => {
    const old = [
      { server: { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }, options: '--tls-min-v1.0' },
      { server: { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-NULL-SHA:@SECLEVEL=0' }, options: '--tls-cipher-list=ECDHE-ECDSA-NULL-SHA:@SECLEVEL=0' },
    ] as const;
    for (const { server: weakness, options } of old) {
      let secured = 0;
      const weakServer = createTlsServer({ key: localhostKey, cert: localhostCertificate, ...weakness }, () => (secured += 1));
      weakServer.on('tlsClientError', () => undefined);
      await new Promise<void>((resolve) => weakServer.listen(0, '127.0.0.1', resolve));
      cleanUp(() => new Promise((resolve) => weakServer.close(resolve)));
      const { port: weakPort } = weakServer.address() as { port: number };
      const found = await attempt({ env: { NODE_OPTIONS: `${options} --no-warnings` }, route: `{ kind: 'direct' }`, url: `https://localhost:${weakPort}/v1`, trusted: localhostCertificate });
      expect(JSON.stringify(found)).not.toMatch(/200|SENT/);
      expect(secured).toBe(0);
    }
  });
});
