import {
  fail,
  isCubitError,
  requireOwnOrigin,
  unauthorized,
  type Authenticated,
  type Kernel,
  type RouteReply,
} from '@cubit/core';
import { authorise, scopeDenied } from './authorise.js';
import type { Exchange } from './exchange.js';
import type { Throttle } from './rate-limit/throttle.js';
import { readCredential, type PresentedCredential } from './request/credentials.js';
import type { Params } from './request/params-reader.js';
import { readHeaders, ServedRequest } from './request/served-request.js';
import { pathOf } from './route/path-of.js';
import type { CompiledRoute } from './route/compiled-route.js';
import { runHandler, type AwaitEffects } from './run-handler.js';

export interface Answering {
  readonly kernel: Kernel;
  /** Null: no limits. */
  readonly throttle: Throttle | null;
  /** The methods that a path has, for `405` and `OPTIONS`; empty where there is no such path. */
  readonly allowed: (path: string) => readonly string[];
  readonly awaitEffects: AwaitEffects | null;
}

const OWN_COOKIES = 'cubit_';

/** From a request whose route is known to its answer: who, may they, what exactly, then the handler. */
export async function answer(
  exchange: Exchange,
  route: CompiledRoute,
  params: Params,
  answering: Answering,
): Promise<RouteReply> {
  requireHost(exchange);
  if (route.anonymous) {
    await admitAnonymous(exchange, route, answering);
    const { token } = params;
    if (route.definition.rateClass === 'inbound' && token !== undefined)
      await answering.throttle?.webhook(exchange, token);
  } else
    await admitCaller(exchange, route, {
      answering,
      workspaceSlug: route.inWorkspace ? (params['workspace'] ?? null) : null,
    });
  const checkedParams = route.readParams(params);
  const query = route.readQuery(queryOf(exchange));
  const body = await route.readBody(exchange);
  if (answering.throttle && route.definition.rateClass === 'sign_in')
    await limitEmail(exchange, body.value, answering.throttle);
  const call = (transaction: ServedRequest['transaction']) =>
    route.definition.handler(
      new ServedRequest(exchange, {
        params: checkedParams,
        query,
        body: body.value,
        bytes: body.bytes,
        transaction,
      }) as never,
    );
  try {
    return await runHandler(exchange, route, {
      database: answering.kernel.services.database,
      awaitEffects: answering.awaitEffects,
      digest: body.digest,
      call,
    });
  } finally {
    await body.release?.();
  }
}

/** A path or method without a route. A credential is judged first, as everywhere: a scoped token learns nothing of what exists. */
export async function answerUnknown(exchange: Exchange, { kernel, throttle, allowed }: Answering): Promise<RouteReply> {
  requireHost(exchange);
  const { method } = exchange.req;
  const methods = allowed(pathOf(exchange.req.url));
  if (method === 'OPTIONS' && methods.length > 0) return { status: 204, headers: { allow: methods.join(', ') } };
  const presented = readCredential(exchange.req.headers);
  if (!presented) await throttle?.anonymous(exchange);
  else {
    const { caller } = await authenticate(exchange, presented, { kernel, throttle, workspaceSlug: null });
    if (caller.scopes.length > 0) throw scopeDenied('');
  }
  if (methods.length === 0) throw fail('not_found', 'There is nothing at this path.');
  throw fail('method_not_allowed', `The path takes ${methods.join(', ')}.`, { headers: { allow: methods.join(', ') } });
}

/** Node's own refusal would not be in the form of our errors, so it is switched off and made here. */
function requireHost({ req }: Exchange): void {
  if (req.headers.host === undefined && req.httpVersion === '1.1')
    throw fail('invalid_request', 'The Host header field is missing.');
}

async function admitAnonymous(
  exchange: Exchange,
  route: CompiledRoute,
  { kernel, throttle }: Answering,
): Promise<void> {
  const { path, rateClass } = route.definition;
  if (throttle && path.startsWith('/api/')) await throttle.anonymous(exchange, rateClass);
  const cookies = exchange.req.headers.cookie;
  if (route.unsafe && cookies?.includes(OWN_COOKIES) === true)
    requireOwnOrigin(readHeaders(exchange), kernel.services.settings.publicUrl);
}

interface Admission {
  readonly answering: Answering;
  readonly workspaceSlug: string | null;
}

async function admitCaller(
  exchange: Exchange,
  route: CompiledRoute,
  { answering, workspaceSlug }: Admission,
): Promise<void> {
  const { kernel, throttle } = answering;
  const presented = readCredential(exchange.req.headers);
  if (!presented) {
    await throttle?.anonymous(exchange);
    throw unauthorized();
  }
  const { caller, workspace } = await authenticate(exchange, presented, { kernel, throttle, workspaceSlug });
  if (route.unsafe && caller.credential.type === 'session' && caller.credential.cookie)
    requireOwnOrigin(readHeaders(exchange), kernel.services.settings.publicUrl);
  authorise(route, caller, workspace);
}

interface Authentication {
  readonly kernel: Kernel;
  readonly throttle: Throttle | null;
  readonly workspaceSlug: string | null;
}

async function authenticate(
  exchange: Exchange,
  { bearer, cookie, secret }: PresentedCredential,
  { kernel, throttle, workspaceSlug }: Authentication,
): Promise<Authenticated> {
  throttle?.presented(exchange, secret);
  try {
    const found = await kernel.authenticate({ bearer, cookie, workspaceSlug });
    exchange.caller = found.caller;
    exchange.workspace = found.workspace;
    if (throttle) await throttle.accepted(exchange, { id: found.caller.credential.id, secret });
    return found;
  } catch (error) {
    if (isCubitError(error) && error.code === 'unauthorized') await throttle?.rejected(exchange);
    throw error;
  }
}

async function limitEmail(exchange: Exchange, body: unknown, throttle: Throttle): Promise<void> {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
  if (typeof email === 'string') await throttle.email(exchange, email);
}

function queryOf({ req }: Exchange): string {
  const { url = '' } = req;
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
