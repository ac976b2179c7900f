import { AwsV4Signer } from 'aws4fetch';
import { hostWith } from '../../../shared/mirror/bucket-names.ts';
import type { MirrorSetting } from '../../../shared/mirror/mirror-setting.ts';
import type { HttpRequest } from '../../core/http/http-client.ts';
import { ObjectFailure } from '../../core/http/object-store.ts';

/** A bucket, and who asks for it. */
export interface BucketAccess extends Pick<MirrorSetting, 'endpoint' | 'bucket' | 'region' | 'keyId' | 'addressing'> {
  readonly secret: string;
  /** Of credentials for a while. */
  readonly sessionToken?: string;
}

export interface BucketRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  /** Empty: the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** SHA-256 of the body in lower-case hex. */
  readonly sha256?: string;
}

/** SHA-256 of nothing. */
const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Milliseconds. */
const patience = { connect: 20_000, headers: 60_000, idle: 60_000 } as const;
/** Bytes a millisecond: what a line carries at least. */
const slowest = 16;

/** A signed request (AWS Signature Version 4). Its signature is good for some minutes. Rejects with ObjectFailure if the bucket's name cannot stand before the host's. */
export async function signedRequest(access: BucketAccess, { method, key, query = {}, headers = {}, body, sha256 = ofNothing }: BucketRequest, signal?: AbortSignal): Promise<HttpRequest> {
  const url = addressOf(access, key);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    accessKeyId: access.keyId,
    secretAccessKey: access.secret,
    ...(access.sessionToken === undefined ? {} : { sessionToken: access.sessionToken }),
    service: 's3',
    region: access.region,
  });
  const signed = await signer.sign();
  return {
    method,
    url: signed.url.href,
    headers: Object.fromEntries(signed.headers),
    ...(body === undefined ? {} : { body }),
    // An object is named by its content or put only if its name is free, so that a request may be repeated.
    connection: 'pooled',
    timeouts: { ...patience, headers: patience.headers + (body?.length ?? 0) / slowest },
    ...(signal === undefined ? {} : { signal }),
  };
}

function addressOf({ endpoint, bucket, addressing }: BucketAccess, key: string): URL {
  const base = new URL(endpoint);
  const path = base.pathname.replace(/\/+$/, '');
  if (addressing === 'path') base.pathname = [path, bucket, key].join('/');
  else {
    const host = hostWith(endpoint, bucket);
    // The request would go to the host itself, and name another bucket.
    if (host === null) throw new ObjectFailure('region', `${bucket}.${base.hostname}`);
    base.hostname = host;
    base.pathname = [path, key].join('/');
  }
  return base;
}
