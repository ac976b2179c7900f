/** Which addresses a connection may be made to, whatever name led to them. */
export type Reach = 'any' | 'public-or-loopback' | 'public';

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** A POST gets its own connection: a reused one may end between the request and the answer, and then the request is sent again. */
  readonly connection: 'fresh' | 'pooled';
  /** Milliseconds: until the connection is made, until the headers arrive, between two parts of the body, and until its end. */
  readonly timeouts: { readonly connect: number; readonly headers: number; readonly idle: number; readonly total?: number };
  /** Default `any`. Checked against the resolved address when connecting; a refused address is HttpFailure `ADDRESS_REFUSED`. */
  readonly reach?: Reach;
  readonly signal?: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  /** Lower-case names; repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded body, as it arrives. Read it to its end, or end the iteration. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** There is no complete answer. `sent: false` only if it is certain that no byte of the request left: no connection was made. */
export class HttpFailure extends Error {
  readonly sent: boolean;
  /** `ENOTFOUND`, `ECONNREFUSED`, `CERT_…`, `TIMEOUT`, `ABORTED`, `ECONNRESET`, `NOT_HTTP` … */
  readonly code: string;

  constructor(code: string, sent: boolean, options?: ErrorOptions) {
    super(`${code} (${sent ? 'after' : 'before'} the connection was made)`, options);
    this.name = 'HttpFailure';
    this.code = code;
    this.sent = sent;
  }
}

/**
 * One request, one attempt: a POST is never sent twice, and no redirect is followed. Only a request whose pooled connection ends before any answer is
 * sent once more. Rejects with HttpFailure.
 */
export interface Http {
  open(request: HttpRequest): Promise<HttpReply>;
}
