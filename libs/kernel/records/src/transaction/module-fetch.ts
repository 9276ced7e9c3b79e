import { type CubitError, errorOf, isCubitError } from '@cubit/core';
import type { Fetch, FetchAnswer, FetchOptions } from '@cubit/core/host';
import type { KernelServices } from '../workspace/services.js';
import type { OutboundAnswer, OutboundRequest } from '../workspace/outbound-port.js';
import { type ModuleCaller, requirePermission } from './permissions.js';

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies FetchOptions['method'][];
/** Headers that belong to the connection. Another `host` would reach a host that the permissions do not include. */
const RESERVED_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_TIMEOUT_MS = 30_000;
const DEFAULT_ANSWER_BYTES = 1024 * 1024;
const MAX_BYTES = 10 * 1024 * 1024;

interface FetchingModule extends ModuleCaller {
  readonly services: ModuleCaller['services'] & Pick<KernelServices, 'outbound'>;
}

/** What module code uses while it has no transaction. */
interface OutsideTransactions {
  readonly fetch: Fetch;
  /** Runs `work`, which opens a transaction: `fetch` is refused until it ends, because the transaction would hold locks for as long. */
  within<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** For one call of module code. `refusal`: why it has a transaction all the time; null if it has not. `signal` aborts its requests. */
export function outsideTransactions(
  caller: FetchingModule,
  { refusal = null, signal }: { readonly refusal?: CubitError | null; readonly signal?: AbortSignal } = {},
): OutsideTransactions {
  let open = 0;
  return {
    async fetch(url, options = {}) {
      if (refusal) throw refusal;
      if (open > 0) throw fetchWithin(caller.module);
      const request = checkedRequest(caller.module, url, options);
      requirePermission(caller, { access: 'egress', what: hostOf(request.url) });
      return answerOf(await sendLogged(caller, { ...request, ...(signal && { signal }) }), request.url);
    },
    async within(work) {
      open += 1;
      try {
        return await work();
      } finally {
        open -= 1;
      }
    },
  };
}

/** The member `fetch` of a transaction's context, which its type does not have: explains where to call it. */
export function refusedFetch(module: string): { readonly fetch: () => Promise<never> } {
  return { fetch: () => Promise.reject(fetchWithin(module)) };
}

function fetchWithin(module: string): Error {
  return new TypeError(
    `Module '${module}' calls fetch within a transaction, which would hold its locks meanwhile; call it in a route before or after context.transaction, or in a job.`,
  );
}

/** Throws for what the author of the module has to correct. The URL is in no message: it may contain a key. */
function checkedRequest(module: string, text: string, options: FetchOptions): OutboundRequest {
  const { method = 'GET', body, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_ANSWER_BYTES } = options;
  const headers = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const url = URL.canParse(text) ? new URL(text) : null;
  const refuse = (what: string) => {
    throw new TypeError(`Module '${module}' calls fetch with ${what}.`);
  };
  if (url === null || !/^https?:$/.test(url.protocol)) return refuse('a URL that is not one of http or https');
  if (!METHODS.includes(method)) refuse(`the method '${method}'; use one of ${METHODS.join(', ')}`);
  const reserved = headers.find(([name]) => RESERVED_HEADERS.has(name))?.[0];
  if (reserved !== undefined) refuse(`the header '${reserved}', which belongs to the connection; leave it out`);
  if (!isWithin(timeoutMs, MAX_TIMEOUT_MS)) refuse(`timeoutMs ${timeoutMs}; use 1 to ${MAX_TIMEOUT_MS}`);
  if (!isWithin(maxBytes, MAX_BYTES)) refuse(`maxBytes ${maxBytes}; use 1 to ${MAX_BYTES}`);
  if (body !== undefined && Buffer.byteLength(body) > MAX_BYTES) refuse(`a body of more than ${MAX_BYTES} bytes`);
  return { url, method, headers: Object.fromEntries(headers), body, timeoutMs, maxBytes };
}

function isWithin(value: number, max: number): boolean {
  return value >= 1 && value <= max;
}

/** Logs a request without an answer by its host alone: the rest of its URL may contain a key. */
async function sendLogged({ services, module }: FetchingModule, request: OutboundRequest): Promise<OutboundAnswer> {
  try {
    return await services.outbound.send(request);
  } catch (error) {
    if (isCubitError(error))
      services.log.warn({ module, host: hostOf(request.url), reason: error.message }, 'a request of a module failed');
    throw error;
  }
}

/** As permissions name it: without brackets and the dot at its end. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

function answerOf({ status, headers, bytes }: OutboundAnswer, url: URL): FetchAnswer {
  const text = () => Buffer.from(bytes).toString('utf8');
  return {
    status,
    ok: status >= 200 && status < 300,
    headers,
    bytes,
    text,
    json() {
      try {
        return JSON.parse(text()) as unknown;
      } catch {
        throw errorOf('upstream_failed', `${hostOf(url)}: The answer is not JSON.`);
      }
    },
  };
}
