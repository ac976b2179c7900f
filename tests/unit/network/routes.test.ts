import { describe, expect, it } from 'vitest';
import { parseRoutes } from '../../../electron/network/routes.ts';
import { proxySettingSchema } from '../../../shared/network/proxy.ts';
import { parseProxyAddress } from '../../../shared/network/proxy-address.ts';

const http = (host: string, port: number, secure = false): unknown => ({ kind: 'http-proxy', proxy: { secure, host, port }, credentials: null });
const socks5 = (host: string, port: number): unknown => ({ kind: 'socks5', proxy: { secure: false, host, port } });

describe('the answer of the system', () => {
  it.each([
    ['DIRECT', [{ kind: 'direct' }]],
    ['', [{ kind: 'direct' }]],
    ['PROXY a.example:8080; DIRECT', [http('a.example', 8080), { kind: 'direct' }]],
    ['proxy a.example ;HTTPS b.example:8443;', [http('a.example', 80), http('b.example', 8443, true)]],
    ['SOCKS5 10.0.0.1; PROXY [fd00::1]:3128', [socks5('10.0.0.1', 1080), http('fd00::1', 3128)]],
    ['SOCKS a:1080; QUIC b:443', [{ kind: 'unsupported', scheme: 'SOCKS' }, { kind: 'unsupported', scheme: 'QUIC' }]],
    ['PROXY', [{ kind: 'unsupported', scheme: 'PROXY' }]],
  ])('%j', (answer, routes) => expect(parseRoutes(answer)).toEqual(routes));
});

describe('a proxy that a person sets', () => {
  it.each([
    ['http://proxy.example:3128', { secure: false, host: 'proxy.example', port: 3128 }],
    [' https://proxy.example ', { secure: true, host: 'proxy.example', port: 443 }],
    ['http://[::1]:8080/', { secure: false, host: '::1', port: 8080 }],
  ])('%j is read', (text, address) => expect(parseProxyAddress(text)).toEqual(address));

  it.each(['', 'proxy.example:3128', 'socks5://proxy.example:1080', 'http://anna:secret@proxy.example', 'http://proxy.example/path', 'http://proxy.example?x', 'http://proxy.example:0', 'http://proxy.example:70000'])(
    '%j is not',
    (text) => {
      expect(parseProxyAddress(text)).toBeNull();
      expect(proxySettingSchema.safeParse({ mode: 'manual', address: text, username: '' }).success).toBe(false);
    },
  );

  it('is refused if a header cannot carry its user name', () => {
    for (const username of ['a:b', 'a\r\nX: y', 'a\0']) {
      expect(proxySettingSchema.safeParse({ mode: 'manual', address: 'http://a:1', username }).success).toBe(false);
    }
  });
});
