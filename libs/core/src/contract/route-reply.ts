export interface Cookie {
  readonly name: string;
  /** Empty: the cookie is removed. */
  readonly value: string;
  readonly path: string;
  readonly maxAgeS: number;
}

/** The response of a handler: a value to serialize as JSON, JSON text, bytes, a stream, or no body. */
export interface RouteReply {
  readonly status: number;
  readonly body?: unknown;
  readonly json?: string;
  readonly bytes?: Uint8Array | string;
  /** A piece of a `text/event-stream` is one or more whole messages: comments that keep the connection open are sent between pieces. */
  readonly stream?: AsyncIterable<string | Uint8Array>;
  /** Ends the stream immediately when it aborts; data not yet sent is dropped. */
  readonly cut?: AbortSignal;
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly Cookie[];
}
