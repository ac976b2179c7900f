import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { answering, failureOf, post, useHttpRig } from '../../support/http-rig.ts';
import { serveLatentTest, testAuthority } from '../../support/local-server.ts';

const { newHttp, started } = useHttpRig();

describe('certificates', () => {
  it.each([
    ['expired', [testAuthority], 'CERT_HAS_EXPIRED'],
    ['service', [] as readonly string[], 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ] as const)('%s certificate: not sent, and no byte of the request arrives', async (certificate, certificates, code) => {
    let requests = 0;
    const server = await started(serveLatentTest((_request, response) => response.end(String((requests += 1))), certificate));
    const request = post(`https://api.latent.test:${server.port}/`, { headers: { authorization: 'Bearer sk-canary' } });
    const failure = await failureOf(newHttp({ certificates, ...answering('127.0.0.1') }).open(request));
    expect(failure).toMatchObject({ sent: false, code });
    expect(server.connections()).toBe(1);
    expect(requests).toBe(0);
  });

  /** A fresh process, for each reads the store once. */
  const count = (setup: string, store: string): { readonly trusted: number; readonly known: boolean } => {
    const module = new URL('../../../electron/network/certificates.ts', import.meta.url).href;
    const program = `import tls from 'node:tls'; import fs from 'node:fs'; ${setup}
      const { trustedCertificates } = await import(${JSON.stringify(module)});
      const wanted = fs.readFileSync(${JSON.stringify(authorityFile)}, 'utf8').trim();
      const all = trustedCertificates();
      console.log(JSON.stringify({ trusted: all.length - tls.rootCertificates.length, known: all.some((one) => one.trim() === wanted) }));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env: { ...process.env, SSL_CERT_FILE: store, SSL_CERT_DIR: '/nonexistent' } });
    expect(stdout, stderr).not.toBe('');
    return JSON.parse(stdout) as { trusted: number; known: boolean };
  };
  const authorityFile = fileURLToPath(new URL('../../support/tls/authority-cert.pem', import.meta.url));
  const onLinux = process.platform === 'linux';

  it.runIf(onLinux)('those of the system are trusted as well as the bundled ones', () => {
    expect(count('', authorityFile)).toEqual({ trusted: 1, known: true });
    expect(count('', '/nonexistent')).toEqual({ trusted: 0, known: false });
  });

  it.runIf(onLinux)('those of the system are trusted even in a runtime that cannot list them or fails to', () => {
    expect(count('delete tls.getCACertificates;', authorityFile)).toEqual({ trusted: 1, known: true });
    expect(count('tls.getCACertificates = () => { throw new Error("store"); };', authorityFile)).toEqual({ trusted: 1, known: true });
    expect(count('tls.getCACertificates = () => tls.rootCertificates;', authorityFile)).toEqual({ trusted: 1, known: true });
  });
});
