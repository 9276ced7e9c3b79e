import { ApiError, errorOf, offlineError } from './api-error.js';
import { claimDrafts } from './drafts.js';
import { randomKey } from './random-key.js';
import { Watched } from './signal.js';

export type QueryValue = string | number | boolean | null | undefined | readonly string[];
export type Query = Readonly<Record<string, QueryValue>>;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestOptions {
  /** Sent as JSON, except `FormData` and `Blob`. */
  readonly body?: unknown;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The request outlives the page. */
  readonly keepalive?: boolean;
  /** The same key on every try of the same request. Default: a new one for each POST; null: none. */
  readonly idempotencyKey?: string | null;
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly etag: string | null;
  readonly headers: Headers;
}

/** `signed-out`: the session ended and the person has to sign in again. */
export type SessionState = 'unknown' | 'signed-in' | 'signed-out';

const BASE = '/api/v1';
const REFRESH_PATH = '/me/session/refresh';
const RETRIES = 2;
const RETRY_MS = 400;
const HEALTH = '/healthz';
/** A server that says nothing for so long is not there. */
const ANSWER_MS = 4_000;
/** While the server is not there, it is asked this often. */
const ASK_MS = 1_000;

export interface ApiOptions {
  /** False for a screen without a person: it has no session to refresh, and none that ends. Default true. */
  readonly hasSession?: boolean;
}

/** Requests to the API of the own origin, with the cookies of the browser. Throws `ApiError`. */
export class Api {
  /** False from a request that found no server, or from `lose`, until the server answers. */
  readonly online = new Watched(true);
  readonly session = new Watched<SessionState>('unknown');
  readonly #fetch: typeof fetch;
  readonly #hasSession: boolean;
  #refreshing: Promise<boolean> | null = null;

  constructor(send: typeof fetch = (...args) => fetch(...args), { hasSession = true }: ApiOptions = {}) {
    this.#fetch = send;
    this.#hasSession = hasSession;
  }

  async get<Body>(path: string, options: RequestOptions = {}): Promise<Body> {
    return (await this.request<Body>('GET', path, options)).body;
  }

  async post<Body>(path: string, body?: unknown, options: RequestOptions = {}): Promise<Body> {
    return (await this.request<Body>('POST', path, { ...options, body })).body;
  }

  async put<Body>(path: string, body: unknown, options: RequestOptions = {}): Promise<Body> {
    return (await this.request<Body>('PUT', path, { ...options, body })).body;
  }

  async patch<Body>(path: string, body: unknown, options: RequestOptions = {}): Promise<Body> {
    return (await this.request<Body>('PATCH', path, { ...options, body })).body;
  }

  async delete<Body = undefined>(path: string, options: RequestOptions = {}): Promise<Body> {
    return (await this.request<Body>('DELETE', path, options)).body;
  }

  /** Refreshes the session once where it has expired, and repeats the request. */
  async request<Body>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer<Body>> {
    const response = await this.raw(method, path, options);
    const body = (await bodyOf(response)) as Body;
    return { status: response.status, body, etag: response.headers.get('etag'), headers: response.headers };
  }

  /** As `request`, with the unread response: for streams and files. A 304 is returned as it is. */
  async raw(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
    const request = requestOf(method, options);
    const url = urlOf(path, options.query);
    const maySignIn = this.#hasSession && needsSession(path);
    let response = await this.#send(url, request);
    if (response.status === 401 && maySignIn && (await this.#refresh())) response = await this.#send(url, request);
    if (response.ok || response.status === 304) {
      if (this.session.value !== 'signed-in' && maySignIn) this.session.set('signed-in');
      return response;
    }
    const error = await errorOf(response);
    if (error.status === 401 && maySignIn) this.session.set('signed-out');
    throw error;
  }

  /** To call when a person has signed in or registered. Nobody sees the drafts of another one whose session ended in this browser. */
  signedIn({ id }: { readonly id: string }): void {
    claimDrafts(id);
    this.session.set('signed-in');
  }

  /** Whether the server answers: asked without a session, for nothing that it would have to look up. */
  async answers(): Promise<boolean> {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), ANSWER_MS);
    try {
      return (await this.#fetch(HEALTH, { cache: 'no-store', signal: waiting.signal })).status < 500;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Takes the connection for lost until the server answers. */
  lose(): void {
    if (!this.online.value) return;
    this.online.set(false);
    void this.#askUntilBack();
  }

  async #askUntilBack(): Promise<void> {
    while (!this.online.value) {
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
      if (await this.answers()) this.online.set(true);
    }
  }

  /** Reads are tried again while the server cannot be reached or asks to wait. */
  async #send(url: string, request: RequestInit & { readonly method: Method }): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const last = request.method !== 'GET' || attempt === RETRIES;
      try {
        const response = await this.#fetch(url, request);
        this.online.set(true);
        if (response.status !== 503 || last) return response;
      } catch (error) {
        if (request.signal?.aborted) throw error;
        if (last) {
          this.lose();
          throw offlineError();
        }
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * 2 ** attempt));
    }
  }

  /** One refresh at a time for all requests of the page. */
  async #refresh(): Promise<boolean> {
    this.#refreshing ??= this.#fetch(`${BASE}${REFRESH_PATH}`, { method: 'POST', credentials: 'same-origin' })
      .then(
        ({ ok }) => ok,
        () => false,
      )
      .finally(() => (this.#refreshing = null));
    return this.#refreshing;
  }
}

/** Requests whose 401 is the answer to a password, or which need no session. */
function needsSession(path: string): boolean {
  return path !== '/me/session' && path !== '/me/registration' && path !== REFRESH_PATH;
}

function requestOf(method: Method, options: RequestOptions): RequestInit & { readonly method: Method } {
  const { body, signal, keepalive, idempotencyKey } = options;
  const isRaw = body instanceof FormData || body instanceof Blob;
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  if (body !== undefined && !isRaw)
    headers['content-type'] = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  if (method === 'POST' && idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey ?? randomKey();
  return {
    method,
    headers,
    credentials: 'same-origin',
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  };
}

function urlOf(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = search.toString();
  return `${BASE}${path}${text === '' ? '' : `?${text}`}`;
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return undefined;
  const type = response.headers.get('content-type') ?? '';
  return type.includes('json') ? response.json() : response.text();
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}
