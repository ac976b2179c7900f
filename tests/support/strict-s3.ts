import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { MirrorSetting } from '../../shared/mirror/mirror-setting.ts';
import type { S3Command, S3Fault, S3Options, S3Request } from './strict-s3-script.ts';

/** A little S3 in a process of its own that refuses whatever the real one may refuse: signatures, payload hashes, checksums, conditions, clocks. */
export interface StrictS3 {
  readonly url: string;
  /** How it is reached, without its secret. */
  readonly setting: MirrorSetting;
  readonly secret: string;
  set(options: Partial<S3Options>): Promise<void>;
  /** `key`: a pattern. */
  fail(method: 'GET' | 'HEAD' | 'PUT', key: string, fault: S3Fault, times?: number): Promise<void>;
  seen(): Promise<readonly S3Request[]>;
  keys(): Promise<readonly string[]>;
  /** Keys of objects that were replaced. */
  overwritten(): Promise<readonly string[]>;
  read(key: string): Promise<Buffer>;
  write(key: string, content: Uint8Array): Promise<void>;
  delete(key: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startStrictS3(changed: Partial<S3Options> = {}): Promise<StrictS3> {
  const options: S3Options = { bucket: 'pictures', region: 'eu-test-1', keyId: 'AKIDTEST', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', ...changed };
  const child = fork(path.join(import.meta.dirname, 'strict-s3-process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [{ url }] = (await once(child, 'message')) as [{ readonly url: string }];
  const waiting = new Map<number, (answer: unknown) => void>();
  child.on('message', ({ id, answer }: { readonly id: number; readonly answer: unknown }) => waiting.get(id)?.(answer));
  let last = 0;
  const tell = (command: S3Command): Promise<unknown> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.send({ id: last, command });
    });
  await tell({ do: 'start', options });
  const { bucket, region, keyId, secret } = options;
  return {
    url,
    setting: { endpoint: url, bucket, region, prefix: 'my/library', keyId, addressing: 'path' },
    secret,
    set: async (next) => void (await tell({ do: 'set', options: next })),
    fail: async (method, key, fault, times = 1) => void (await tell({ do: 'fault', method, key, fault, times })),
    seen: async () => (await tell({ do: 'seen' })) as readonly S3Request[],
    keys: async () => (await tell({ do: 'keys' })) as readonly string[],
    overwritten: async () => (await tell({ do: 'overwritten' })) as readonly string[],
    async read(key) {
      const base64 = (await tell({ do: 'read', key })) as string | null;
      if (base64 === null) throw new Error(`no object ${key}`);
      return Buffer.from(base64, 'base64');
    },
    write: async (key, content) => void (await tell({ do: 'write', key, base64: Buffer.from(content).toString('base64') })),
    delete: async (key) => void (await tell({ do: 'delete', key })),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
