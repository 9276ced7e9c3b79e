/** A response. */
export interface TestReply<Body = Readonly<Record<string, unknown>>> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** Parsed JSON; undefined for other bodies. */
  readonly body: Body;
  readonly text: string;
}

export interface TestRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request, in process or over a socket. */
export type Transport = (request: TestRequest) => Promise<Omit<TestReply, 'body'>>;

/** A client that sends one credential, or none. Bodies are JSON; text and bytes are sent unchanged. */
export class TestClient {
  readonly #send: Transport;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(send: Transport, headers: Readonly<Record<string, string>> = {}) {
    this.#send = send;
    this.#headers = headers;
  }

  get<Body = Readonly<Record<string, unknown>>>(path: string, options: RequestOptions = {}): Promise<TestReply<Body>> {
    return this.request({ method: 'GET', path, ...options });
  }

  post<Body = Readonly<Record<string, unknown>>>(
    path: string,
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<TestReply<Body>> {
    return this.request({ method: 'POST', path, body, ...options });
  }

  put<Body = Readonly<Record<string, unknown>>>(
    path: string,
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<TestReply<Body>> {
    return this.request({ method: 'PUT', path, body, ...options });
  }

  patch<Body = Readonly<Record<string, unknown>>>(
    path: string,
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<TestReply<Body>> {
    return this.request({ method: 'PATCH', path, body, ...options });
  }

  delete<Body = Readonly<Record<string, unknown>>>(
    path: string,
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<TestReply<Body>> {
    return this.request({ method: 'DELETE', path, body, ...options });
  }

  async request<Body = Readonly<Record<string, unknown>>>({
    body,
    headers,
    ...request
  }: TestRequest): Promise<TestReply<Body>> {
    const isPlain = typeof body === 'string' || body instanceof Uint8Array;
    const content: Readonly<Record<string, string>> = body === undefined ? {} : { 'content-type': 'application/json' };
    const {
      status,
      headers: answered,
      text,
    } = await this.#send({
      ...request,
      headers: { ...content, ...this.#headers, ...headers },
      ...(body === undefined ? {} : { body: isPlain ? body : JSON.stringify(body) }),
    });
    const isJson = /[/+]json\b/.test(String(answered['content-type'] ?? ''));
    return { status, headers: answered, text, body: (isJson && text !== '' ? JSON.parse(text) : undefined) as Body };
  }
}
