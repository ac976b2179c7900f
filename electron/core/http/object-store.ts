/** Bytes that an object has or should have. */
export interface ObjectContent {
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** `sound`: it is certain that the object has this content. `damaged`: it has another. */
export type Held = 'sound' | 'damaged' | 'missing';

/**
 * A bucket. Nothing in it is ever replaced or removed. Keys consist of letters, digits, `.`, `_`, `-` and `/`. What fails for a moment is tried again; then, and
 * for everything else, calls reject with ObjectFailure.
 */
export interface ObjectStore {
  /** Stores an object if its key is free; by a condition, or where a server knows none, by looking first, so that keys should be named by their content. `taken`: it is not free; the object there may be the same. `stored` means that the server has shown that it has these bytes. */
  put(key: string, content: Uint8Array, sha256: string, signal?: AbortSignal): Promise<'stored' | 'taken'>;
  /**
   * What the bucket has under a key. With the bytes themselves, it is compared with what the server says of its content, and read back if that is not enough. Without them, the
   * length and the hash that were given with it count.
   */
  holds(key: string, expected: ObjectContent, content?: Uint8Array, signal?: AbortSignal): Promise<Held>;
  /** At most `most` bytes of an object; its content is not checked. Null: there is none. */
  get(key: string, most: number, signal?: AbortSignal): Promise<Uint8Array | null>;
  /** All objects whose keys begin so, in the order of the server. */
  list(prefix: string, signal?: AbortSignal): AsyncGenerator<{ readonly key: string; readonly bytes: number }>;
}

/**
 * `unreachable`: no complete answer, several times. `busy`: the server asked to come back later, several times. `key-refused`: key id or secret are wrong. `denied`: the key may not do this.
 * `clock`: the server's time differs from this computer's. `region`: the bucket is elsewhere. `full`: quota or disk. `unsupported`: the server cannot do something that it was asked for.
 * `unproved`: the server has other bytes than were sent. `odd`: anything else.
 */
export type ObjectTrouble = 'unreachable' | 'busy' | 'key-refused' | 'denied' | 'no-bucket' | 'clock' | 'region' | 'full' | 'unsupported' | 'unproved' | 'odd';

export class ObjectFailure extends Error {
  readonly why: ObjectTrouble;
  /** Status and code of the answer, or the code of the connection's failure. */
  readonly detail: string;

  constructor(why: ObjectTrouble, detail: string, options?: ErrorOptions) {
    super(`${why}: ${detail}`, options);
    this.name = 'ObjectFailure';
    this.why = why;
    this.detail = detail;
  }
}
