/** What the strict S3 does wrong, once for each time that it is told. */
export type S3Fault =
  /** Answers with this status and code. */
  | { readonly kind: 'answer'; readonly status: number; readonly code: string; readonly retryAfter?: number; readonly headers?: Readonly<Record<string, string>>; /** XML besides the code. */ readonly more?: string }
  /** Stores the object, or finds it, and ends the connection without an answer. */
  | { readonly kind: 'no-answer' }
  /** Sends the first half of the body. */
  | { readonly kind: 'cut' }
  /** Sends, or stores, one bit that is another. */
  | { readonly kind: 'flipped' };

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
  /** Seconds by which its clock is ahead. */
  readonly clockAhead?: number;
  /** Bytes that fit into the bucket. */
  readonly quota?: number;
  /** Keys in a page of a list. */
  readonly page?: number;
  /** Like older servers: it says nothing of checksums. The ETag is the MD5 then, or nothing, as with some encryption. */
  readonly proof?: 'checksum' | 'md5' | 'none';
  /** Answers 501 to a PUT with a condition, as Swift does. */
  readonly refusesConditions?: boolean;
  /** Answers 400 to a request that names a checksum, as Backblaze did, or 501 without saying which header it means. */
  readonly refusesChecksums?: 'no' | 'named' | 'unnamed';
  /** What a page of a list that has a successor says of it: a token; nothing; or a token that leads to the same page. `first-version`: it knows only `marker`. */
  readonly pageEnds?: 'token' | 'nothing' | 'same' | 'first-version';
  /** Replaces an object although the request forbids it. */
  readonly ignoresConditions?: boolean;
  /** Milliseconds for each request. */
  readonly delay?: number;
  /** Whether the bucket's name is the first part of the host's name. */
  readonly virtualHost?: boolean;
}

export interface S3Request {
  readonly method: string;
  readonly key: string;
  readonly status: number;
  readonly bytes: number;
}

export type S3Command =
  | { readonly do: 'start'; readonly options: S3Options }
  | { readonly do: 'set'; readonly options: Partial<S3Options> }
  | { readonly do: 'fault'; readonly method: string; readonly key: string; readonly fault: S3Fault; readonly times: number }
  | { readonly do: 'seen' }
  | { readonly do: 'keys' }
  | { readonly do: 'read'; readonly key: string }
  /** What a person, or a broken disk, does to the bucket. */
  | { readonly do: 'write'; readonly key: string; readonly base64: string }
  | { readonly do: 'delete'; readonly key: string }
  | { readonly do: 'overwritten' };
