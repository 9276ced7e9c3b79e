import { fail, isCubitError, type RouteReply } from '@cubit/core';
import { type Authenticated, requireOwnOrigin } from '@cubit/access';
import { unauthorized } from '@cubit/core/host';
import type { Kernel } from '@cubit/runtime';
import { authorise, scopeDenied } from './authorise.js';
import type { Exchange } from './exchange.js';
import type { Throttle } from './rate-limit/throttle.js';
import { readCredential, readKey, type PresentedCredential } from './request/credentials.js';
import type { Params } from './request/params-reader.js';
import { requireWellFormedRequest } from './request/require-well-formed-request.js';
import { readHeaders, ServedRequest } from './request/served-request.js';
import type { CompiledRoute } from './route/compiled-route.js';
import { runHandler } from './run-handler.js';

export interface AnswerContext {
  readonly kernel: Kernel;
  /** Null: no limits. */
  readonly throttle: Throttle | null;
}

export interface RouteMatch {
  readonly route: CompiledRoute;
  /** Unparsed, from the path. */
  readonly params: Params;
}

const OWN_COOKIES = 'cubit_';

/** Answers a request of a known route: authenticates, authorises, validates, then runs the handler. */
export async function answer(
  exchange: Exchange,
  { route, params }: RouteMatch,
  context: AnswerContext,
): Promise<RouteReply> {
  requireWellFormedRequest(exchange.req);
  const { presented, rest: queryText } =
    route.definition.keyed === true ? readKey(queryOf(exchange)) : { presented: null, rest: queryOf(exchange) };
  if (route.anonymous) {
    await checkAnonymousRequest(exchange, route, context);
    const { token } = params;
    if (route.definition.rateClass === 'inbound' && token !== undefined)
      await context.throttle?.webhook(exchange, token);
  } else
    await checkCallerRequest(exchange, route, {
      context,
      presented: presented ?? readCredential(exchange.req.headers, route.definition),
      workspaceSlug: route.inWorkspace ? (params['workspace'] ?? null) : null,
    }).catch((error: unknown) => {
      const { challenge } = route.definition;
      throw challenge && isCubitError(error) && error.code === 'unauthorized' ? unauthorized(challenge(params)) : error;
    });
  route.checkAccept(exchange.req.headers.accept);
  const checkedParams = route.readParams(params);
  const query = route.readQuery(queryText);
  const body = await route.readBody(exchange);
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
      database: context.kernel.services.database,
      effects: context.kernel.effects,
      digest: body.digest,
      call,
    });
  } finally {
    await body.release?.();
  }
}

/**
 * Answers a path without a route, or whose routes have only these `methods`. The credential is checked first, as for every route: a scoped
 * token must not learn which paths exist.
 */
export async function answerUnknown(
  exchange: Exchange,
  methods: readonly string[],
  { kernel, throttle }: AnswerContext,
): Promise<RouteReply> {
  requireWellFormedRequest(exchange.req);
  const { method } = exchange.req;
  if (method === 'OPTIONS' && methods.length > 0) return { status: 204, headers: { allow: methods.join(', ') } };
  const presented = readCredential(exchange.req.headers, {});
  if (!presented) await throttle?.anonymous(exchange);
  else {
    const { caller } = await authenticate(exchange, presented, { kernel, throttle, workspaceSlug: null });
    if (caller.scopes.length > 0) throw scopeDenied('');
  }
  const left = moduleOf(exchange);
  if (methods.length === 0 && left !== undefined && kernel.modulesLeft.includes(left))
    throw fail('unavailable', `The module '${left}' is left out of this start.`, { headers: { 'retry-after': '60' } });
  if (methods.length === 0) throw fail('not_found', 'No resource exists at this path.');
  throw fail('method_not_allowed', `The path accepts ${methods.join(', ')}.`, {
    headers: { allow: methods.join(', ') },
  });
}

/** The module that a path of a workspace names. */
function moduleOf({ req: { url = '' } }: Exchange): string | undefined {
  return /^\/api\/v1\/orgs\/[^/]+\/modules\/([^/?]+)/.exec(url)?.[1];
}

async function checkAnonymousRequest(
  exchange: Exchange,
  route: CompiledRoute,
  { kernel, throttle }: AnswerContext,
): Promise<void> {
  const { path, rateClass } = route.definition;
  if (throttle && (rateClass !== undefined || path.startsWith('/api/'))) await throttle.anonymous(exchange, rateClass);
  // Inbound webhooks are authenticated by token and connector; cookies do not matter.
  if (rateClass === 'inbound') return;
  const cookies = exchange.req.headers.cookie;
  if (route.unsafe && cookies?.includes(OWN_COOKIES) === true) checkOrigin(exchange, kernel);
}

function checkOrigin(exchange: Exchange, { services }: Kernel): void {
  requireOwnOrigin({ headers: readHeaders(exchange), secure: exchange.secure }, services.settings.publicUrl);
}

interface CallerCheckContext {
  readonly context: AnswerContext;
  readonly presented: PresentedCredential | null;
  readonly workspaceSlug: string | null;
}

async function checkCallerRequest(
  exchange: Exchange,
  route: CompiledRoute,
  { context, presented, workspaceSlug }: CallerCheckContext,
): Promise<void> {
  const { kernel, throttle } = context;
  if (!presented) {
    await throttle?.anonymous(exchange);
    throw unauthorized();
  }
  const { caller, workspace } = await authenticate(exchange, presented, { kernel, throttle, workspaceSlug });
  if (route.unsafe && caller.credential.type === 'session' && caller.credential.cookie) checkOrigin(exchange, kernel);
  authorise(route, { caller, workspace });
  if (workspace && route.asViewer(caller)) exchange.workspace = { ...workspace, role: 'viewer' };
}

interface AuthenticationContext {
  readonly kernel: Kernel;
  readonly throttle: Throttle | null;
  readonly workspaceSlug: string | null;
}

async function authenticate(
  exchange: Exchange,
  { secret, ...credential }: PresentedCredential,
  { kernel, throttle, workspaceSlug }: AuthenticationContext,
): Promise<Authenticated> {
  throttle?.presented(exchange, secret);
  try {
    const found = await kernel.authenticate({ ...credential, workspaceSlug });
    exchange.caller = found.caller;
    exchange.workspace = found.workspace;
    if (throttle) await throttle.accepted(exchange, { id: found.caller.credential.id, secret });
    return found;
  } catch (error) {
    if (isCubitError(error) && error.code === 'unauthorized') await throttle?.rejected(exchange);
    throw error;
  }
}

function queryOf({ req }: Exchange): string {
  const { url = '' } = req;
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
