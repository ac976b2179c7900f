import type { Http } from '../core/http/http-client.ts';
import type { ObjectStore } from '../core/http/object-store.ts';
import type { MirrorBucket } from '../core/mirror/mirror.ts';
import type { Clock } from '../core/util/clock.ts';

/** A bucket that speaks S3. The code for it is loaded when it is needed. */
export async function openBucket({ setting, secret, sessionToken }: MirrorBucket, http: Http, clock: Clock): Promise<ObjectStore> {
  const { createS3Store } = await import('../network/s3/s3-store.ts');
  return createS3Store({ ...setting, secret, ...(sessionToken === undefined ? {} : { sessionToken }) }, { http, clock });
}
