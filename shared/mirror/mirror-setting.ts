import { z } from 'zod';
import { readBaseUrl } from '../network/base-url.ts';
import { bucketLengths, bucketPatterns, hostWith } from './bucket-names.ts';

const isBaseUrl = (text: string): boolean => {
  const reading = readBaseUrl(text);
  return reading.ok && reading.base === text;
};

/** Where the library is mirrored to. The secret is not a setting: it is stored with the keys. */
export const mirrorSettingSchema = z
  .strictObject({
    /** As `readBaseUrl` gives it: https, or http to this computer. */
    endpoint: z.string().max(bucketLengths.endpoint).refine(isBaseUrl),
    bucket: z.string().max(bucketLengths.bucket).regex(bucketPatterns.bucket),
    region: z.string().max(bucketLengths.region).regex(bucketPatterns.region),
    /** All keys begin with it and a slash. Empty: keys begin without one. */
    prefix: z.string().max(bucketLengths.prefix).regex(bucketPatterns.prefix),
    keyId: z.string().max(bucketLengths.keyId).regex(bucketPatterns.keyId),
    /** Whether the bucket's name is in the path or before the host's. */
    addressing: z.enum(['path', 'host']),
  })
  .refine(({ endpoint, bucket, addressing }) => addressing === 'path' || (isBaseUrl(endpoint) && hostWith(endpoint, bucket) !== null));

export type MirrorSetting = Readonly<z.infer<typeof mirrorSettingSchema>>;

/** A secret as a person enters it. */
export const mirrorSecretText = z.string().trim().max(bucketLengths.secret).regex(bucketPatterns.keyId);

/** What happens to the secret when the bucket is set. */
export const mirrorSecretChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keep') }),
  z.strictObject({ kind: z.literal('replace'), secret: mirrorSecretText, keeping: z.enum(['protected', 'session', 'unprotected']) }),
]);

export type MirrorSecretChange = z.infer<typeof mirrorSecretChange>;
