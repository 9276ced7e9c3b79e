import { createSecretBox } from '@cubit/access';
import { type CubitError, errorOf, isCubitError } from '@cubit/core';
import { asClientError } from '@cubit/database';
import type { RateLimiter } from '@cubit/http';
import { challengeOf } from '@cubit/oauth';
import type { CapabilityFactory } from '@cubit/runtime';
import { runPreview } from '@cubit/wires';
import { sql, type Kysely } from 'kysely';
import type { Logger } from '@cubit/core/host';
import { approvalRoutes } from './approval/approval.routes.js';
import { Approvals } from './approval/approvals.js';
import type { AgentCall } from './call/agent-call.js';
import { AgentLimits } from './call/agent-limits.js';
import { RouteCalls } from './call/route-calls.js';
import { Confirmations } from './confirm/confirmations.js';
import { SealedStates } from './confirm/sealed-state.js';
import { agentsRoute } from './grant/agents.route.js';
import { type AnswerMessage, mcpRoute, streamRefusalRoute } from './server/mcp.route.js';
import type { ServerContext } from './server/create-server.js';
import { agentTables } from './tables/0001-expand-agents.js';

export interface McpOptions {
  /** Counts tool calls; null: no limits. Called when requests are answered. */
  readonly limiter: () => RateLimiter | null;
}

/** Tools for agents, and the approvals of what they ask for. Requires the module `agents`, and the capabilities of wires and notifications. */
export function mcpCapability({ limiter }: McpOptions): CapabilityFactory {
  return {
    name: 'mcp',
    migrations: {
      '0001-expand-agents': { up: async (db: Kysely<unknown>) => void (await sql.raw(agentTables).execute(db)) },
    },
    async create(host) {
      const { services } = host;
      const { database, registry, settings, now, newId, log } = services;
      const routes = new RouteCalls({ services, routes: host.routes, wires: runPreview(host) });
      const states = new SealedStates({ box: await createSecretBox(database.db, 'agents'), now, newId });
      const context: ServerContext = {
        host,
        routes,
        confirmations: new Confirmations({ states, approvals: new Approvals(host), routes }),
        limits: new AgentLimits(limiter),
        version: settings.version,
        known: knownErrors(log),
      };
      const challenge = (params: Readonly<Record<string, string>>) => challengeOf(settings, params);
      return {
        name: 'mcp',
        routes: [
          mcpRoute({
            registry,
            publicUrl: () => settings.publicUrl,
            challenge,
            nameOfToken: async (id) => (await database.read<{ name: string }>(TOKEN_NAME, [id]))[0]?.name ?? 'agent',
            answer: answering(context),
          }),
          streamRefusalRoute(challenge),
          agentsRoute(services),
          ...approvalRoutes(services),
        ],
      };
    },
  };
}

const TOKEN_NAME = 'select name from api_token where id = $1';

/** The library of the protocol is loaded with the first message: most processes never get one. */
function answering(context: ServerContext): AnswerMessage {
  let loaded: Promise<AnswerMessage> | null = null;
  return async (call, message) => {
    loaded ??= load(context);
    return (await loaded)(call, message);
  };
}

async function load(context: ServerContext): Promise<AnswerMessage> {
  const [{ createMcpHandler }, { createServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./server/create-server.js'),
  ]);
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(context, (authInfo?.extra as { readonly call: AgentCall }).call),
    { legacy: 'stateless', responseMode: 'json' },
  );
  return (call, { request, body }) => {
    if (methodOf(body) === LISTEN) return Promise.resolve(withoutStreams(body));
    return handler.fetch(request, {
      parsedBody: body,
      authInfo: { token: '', clientId: call.caller.credential.id, scopes: [...call.caller.scopes], extra: { call } },
    });
  };
}

const LISTEN = 'subscriptions/listen';
const METHOD_NOT_FOUND = -32_601;

function methodOf(body: unknown): unknown {
  return (body as { readonly method?: unknown } | null)?.method;
}

/** The lists have a lifetime instead. A stream would outlive the check of its token. */
function withoutStreams(body: unknown): Response {
  const { id = null } = body as { readonly id?: unknown };
  const error = { code: METHOD_NOT_FOUND, message: `'${LISTEN}' is not offered.` };
  return Response.json({ jsonrpc: '2.0', id, error });
}

function knownErrors(log: Logger): (error: unknown) => CubitError {
  return (error) => {
    const known = asClientError(error);
    if (isCubitError(known)) return known;
    log.error({ err: error }, 'a tool call of an agent failed');
    return errorOf('internal', 'Something went wrong on the server.');
  };
}
