/** A part of a key. Dots alone would name another folder. */
const segment = String.raw`(?!\.{1,2}(?:/|$))[\w.-]+`;

/** What the values of a bucket look like; the schema and the form ask the same. */
export const bucketPatterns = {
  bucket: new RegExp(`^${segment}$`),
  region: /^[\w-]+$/,
  prefix: new RegExp(`^(?:${segment}(?:/${segment})*)?$`),
  /** Also of secrets. */
  keyId: /^[\x21-\x7e]+$/,
} as const;

export const bucketLengths = { endpoint: 512, bucket: 255, region: 64, prefix: 200, keyId: 256, secret: 1024 } as const;

/** The host's name with the bucket's before it. Null: it cannot stand there, as before an address of numbers. */
export function hostWith(endpoint: string, bucket: string): string | null {
  const url = new URL(endpoint);
  const wanted = `${bucket}.${url.hostname}`.toLowerCase();
  url.hostname = wanted;
  return url.hostname === wanted ? wanted : null;
}
