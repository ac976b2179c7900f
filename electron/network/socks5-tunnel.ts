import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import type { ProxyAddress } from '../../shared/proxy.ts';
import { HttpFailure } from '../core/service/http-client.ts';
import type { TunnelTarget } from './http-tunnel.ts';

const version = 5;
const withoutPassword = 0;
const connectCommand = 1;
const addressLengths: Readonly<Record<number, number>> = { 1: 4, 4: 16 };

/**
 * A connection to `target` through a SOCKS5 proxy (RFC 1928) that asks for no password. Names are resolved by the proxy.
 * Not undici's own agent: that one makes connections for requests of its own accord, which a POST must not meet.
 *
 * Rejects with HttpFailure, always `sent: false`: `PROXY_AUTH`, `PROXY_REFUSED`, `PROXY_UNREACHABLE`.
 */
export async function openSocks5Tunnel(proxy: ProxyAddress, target: TunnelTarget, timeoutMs: number): Promise<Socket> {
  const socket = connect({ host: proxy.host, port: proxy.port, autoSelectFamilyAttemptTimeout: 1000 });
  socket.on('error', () => undefined);
  const timer = setTimeout(() => socket.destroy(new Error('The proxy did not answer in time.')), timeoutMs);
  try {
    await once(socket, 'connect');
    await negotiate(socket, target);
    return socket;
  } catch (cause) {
    socket.destroy();
    throw cause instanceof HttpFailure ? cause : new HttpFailure('PROXY_UNREACHABLE', false, { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function negotiate(socket: Socket, { host, port }: TunnelTarget): Promise<void> {
  socket.write(Buffer.from([version, 1, withoutPassword]));
  const [spoken, method] = await take(socket, 2);
  if (spoken !== version) throw new HttpFailure('PROXY_REFUSED', false);
  if (method !== withoutPassword) throw new HttpFailure('PROXY_AUTH', false);

  const portBytes = Buffer.alloc(2);
  portBytes.writeUInt16BE(port);
  socket.write(Buffer.concat([Buffer.from([version, connectCommand, 0]), addressOf(host), portBytes]));
  const [, reply, , kind = 0] = await take(socket, 4);
  if (reply !== 0) throw new HttpFailure('PROXY_REFUSED', false, { cause: new Error(`SOCKS reply ${reply}`) });
  // Where the proxy connected from: of no interest, but it stands before the tunnel's first byte.
  const length = addressLengths[kind] ?? (await take(socket, 1))[0] ?? 0;
  await take(socket, length + 2);
}

/** Exactly `count` bytes; what came beyond them stays for the next. Everything is read each time, or `readable` would never rest. */
async function take(socket: Socket, count: number): Promise<Buffer> {
  let taken = Buffer.alloc(0);
  while (taken.length < count) {
    const bytes = socket.read() as Buffer | null;
    if (bytes !== null) taken = Buffer.concat([taken, bytes]);
    else if (socket.readableEnded || socket.destroyed) throw new Error('The proxy closed the connection.');
    else await readableOrOver(socket);
  }
  if (taken.length > count) socket.unshift(taken.subarray(count));
  return taken.subarray(0, count);
}

function readableOrOver(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      for (const event of ['readable', 'end', 'close']) socket.off(event, settle);
      resolve();
    };
    for (const event of ['readable', 'end', 'close']) socket.on(event, settle);
  });
}

function addressOf(host: string): Buffer {
  switch (isIP(host)) {
    case 4:
      return Buffer.from([1, ...host.split('.').map(Number)]);
    case 6:
      return Buffer.concat([Buffer.from([4]), ipv6Bytes(host)]);
    default:
      return Buffer.concat([Buffer.from([3, Buffer.byteLength(host)]), Buffer.from(host)]);
  }
}

function ipv6Bytes(address: string): Buffer {
  // URL writes every form in hexadecimal groups, with at most one gap.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
