/**
 * What a scripted service is told to do: plain data, so that it can travel to the process that the service runs in.
 */

/** The bytes of an answer's body. In JSON, the string `$ID` stands for the task's id and `$IMAGE` for its first picture's address. */
export type AnswerBody =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly base64: string }
  /** This many zero bytes. */
  | { readonly zeros: number };

/** One answer to one request. By default it is 200, immediate, complete and announced correctly. */
export interface Answer {
  /** Milliseconds before the answer starts. */
  readonly delayMs?: number;
  /** Waits until the service is told to `release`. */
  readonly isHeld?: true;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: AnswerBody;
  /** Compresses the body and says so. */
  readonly encoding?: 'gzip' | 'deflate' | 'br';
  /** `exact` by default; a number announces that length, whatever the body is. */
  readonly length?: 'exact' | 'chunked' | 'until-close' | number;
  /** Sends the body in pieces of this many bytes, this many milliseconds apart. */
  readonly trickle?: { readonly bytes: number; readonly everyMs: number };
  /** After this many bytes of the body (`before-answer`: instead of an answer) the connection is reset, closed, or left hanging. */
  readonly then?: { readonly do: 'reset' | 'close' | 'hang'; readonly after: 'before-answer' | number };
  /** Bytes in base64 instead of HTTP; the connection is closed after them. */
  readonly raw?: string;
}

/** A picture: its bytes, or answers in order of the requests for it (null: its bytes, served well; the last one repeats). */
export interface PictureScript {
  readonly base64: string;
  readonly contentType?: string;
  /** Where its address points: this service, or the other port. */
  readonly at?: 'service' | 'image-host';
  /** Replaces the address that the service would make. */
  readonly url?: string;
  readonly answers?: readonly (Answer | null)[];
}

/** What happens to tasks with one prompt. */
export interface TaskScript {
  /** The id of the first task with this prompt, instead of one made by the service. */
  readonly id?: string;
  /** Further tasks that come into being with the first POST. */
  readonly moreIds?: readonly string[];
  /**
   * Answers to the POSTs of this prompt, in order; null is the documented one; the last one repeats. A task comes into
   * being with each POST that has the right key, whatever is then answered, except by a 4xx that does not name it.
   */
  readonly submit?: readonly (Answer | null)[];
  /**
   * What the service makes of an `Idempotency-Key`: a POST with one that it knows creates no task, and `$ID` is the earlier one's. A number: it forgets a key
   * after so many milliseconds. Default: the header is lost on its way.
   */
  readonly keys?: 'honoured' | number;
  /** How many queries of a task find it still processing; default 1. */
  readonly processing?: number;
  /** How it ends; default completed, with `images`. */
  readonly end?: 'completed' | 'never' | { readonly failed: unknown };
  /** Answers to the queries of one task, in order; null is the one that the lines above make; after the last, those again. */
  readonly query?: readonly (Answer | null)[];
  readonly images?: readonly PictureScript[];
}

export interface SeenRequest {
  readonly at: 'service' | 'image-host';
  /** Milliseconds on the service's monotonic clock, when the request's headers were there. */
  readonly time: number;
  readonly method: string;
  /** As it came over the wire. */
  readonly path: string;
  /** Lower-case names, repeated ones joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the service did for one prompt. */
export interface ServedPrompt {
  readonly prompt: string;
  readonly posts: number;
  /** Ids of the tasks that came into being. */
  readonly ids: readonly string[];
}

export interface ServiceOptions {
  readonly key: string;
  /** Serves https with the test certificate. */
  readonly tls?: boolean;
  /** Default: a free one. */
  readonly port?: number;
}

/** What the test process asks; each is answered in order. */
export type Command =
  | { readonly do: 'start'; readonly options: ServiceOptions }
  | { readonly do: 'script'; readonly prompt: string; readonly script: TaskScript }
  | { readonly do: 'take'; readonly prompt: string }
  | { readonly do: 'release' }
  | { readonly do: 'set-key'; readonly key: string }
  | { readonly do: 'requests' }
  | { readonly do: 'posts'; readonly prompt: string }
  | { readonly do: 'served'; readonly prompts: readonly string[] };

export interface StartedAt {
  readonly url: string;
  readonly imageHostUrl: string;
}
