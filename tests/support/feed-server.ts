import { fork } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { writeFeed, type Feed, type Manifest, type ReleaseFile } from '../../electron/core/updates/signed-feed.ts';
import type { FeedCommand, SeenByFeed, Served } from './feed-server-process.ts';

/** A host of releases, in a process of its own. */
export interface FeedServer {
  readonly url: string;
  /** `/feed.json` there, and the public key. */
  readonly feed: Feed;
  /** Serves something at a path from now on. Null: nothing. */
  serve(path: string, content: string | Uint8Array | null, how?: Omit<Served, 'base64'>): Promise<void>;
  /** Signs and serves a feed. */
  publish(manifest: Manifest, key?: KeyObject): Promise<void>;
  requests(): Promise<readonly SeenByFeed[]>;
  /** Serves nothing and was asked for nothing. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
export const publicOf = (key: KeyObject): string => createPublicKey(key).export({ format: 'jwk' }).x ?? '';

/** The target of the tests' copy of Latent. */
export const target = 'linux-x64-appimage';

/** The manifest of a release with one file. */
export function manifestOf(version: string, file: ReleaseFile | null, more: Partial<Manifest> = {}): Manifest {
  return { format: 1, version, date: '2026-11-20T10:00:00.000Z', notes: `What is new in ${version}`, page: 'https://example.com/download', percent: 100, files: file === null ? {} : { [target]: file }, ...more };
}

export const fileOf = (name: string, content: Uint8Array): ReleaseFile => ({ name, size: content.length, sha512: createHash('sha512').update(content).digest('hex') });

/** A program that says its version, as an AppImage would run: whole, or not at all, because its last line says it. */
export function fakeAppImage(version: string, bytes = 300_000): Buffer {
  const padding = Array.from({ length: Math.ceil(bytes / 64) }, (_, line) => `: ${createHash('sha256').update(`${version} ${line}`).digest('hex').slice(0, 61)}`).join('\n');
  return Buffer.from(`#!/bin/sh\n${padding}\necho "Latent ${version}"\n`);
}

export async function startFeedServer(key = newKey()): Promise<FeedServer> {
  const child = fork(fileURLToPath(new URL('feed-server-process.ts', import.meta.url)), { execArgv: [] });
  let last = 0;
  const waiting = new Map<number, (answer: unknown) => void>();
  child.on('message', (message) => {
    const { number, answer } = message as { number: number; answer: unknown };
    waiting.get(number)?.(answer);
    waiting.delete(number);
  });
  const ask = (command: FeedCommand): Promise<unknown> =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      child.send({ number: last, command });
    });
  const url = `http://127.0.0.1:${String(await ask({ do: 'listen' }))}`;
  const serve: FeedServer['serve'] = async (path, content, how = {}) => {
    await ask({ do: 'serve', path, served: content === null ? null : { base64: Buffer.from(content).toString('base64'), ...how } });
  };
  return {
    url,
    feed: { address: `${url}/feed.json`, publicKey: publicOf(key) },
    serve,
    publish: (manifest, signer = key) => serve('/feed.json', writeFeed(manifest, signer)),
    requests: async () => (await ask({ do: 'requests' })) as readonly SeenByFeed[],
    reset: async () => void (await ask({ do: 'reset' })),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
