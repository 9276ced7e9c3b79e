import { requireOwnOrigin } from '@cubit/access';
import { fail, type RouteReply } from '@cubit/core';
import {
  type Caller,
  callerOf,
  type Registry,
  type RouteDefinition,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { type DatabaseRequest, defineRoute } from '@cubit/database';
import { Type } from 'typebox';
import type { AgentCall, ToolMode } from '../call/agent-call.js';
import { oneLine } from '../confirm/sentence.js';
import { grantOf, narrowed } from '../grant/grant.js';
import { CALL_OPERATION, STREAM_OPERATION } from '../scopes.js';
import { agentSettings } from '../settings.js';
import { clientNameOf } from './client-name.js';

/** More tools than this are cut or refused by programs of agents. */
const MAX_DIRECT_ACTIONS = 40;
const MAX_CLIENT = 100;
const MCP_PATH = '/api/v1/orgs/{workspace}/mcp';
const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

/** Answers one message of the protocol. */
export type AnswerMessage = (
  call: AgentCall,
  message: { readonly request: Request; readonly body: unknown },
) => Promise<Response>;

interface McpRouteOptions {
  readonly registry: Pick<Registry, 'kinds'>;
  readonly publicUrl: () => string;
  /** The value of `WWW-Authenticate`. */
  readonly challenge: NonNullable<RouteDefinition['challenge']>;
  readonly nameOfToken: (tokenId: string) => Promise<string>;
  readonly answer: AnswerMessage;
}

const query = Type.Object({
  tools: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: 'Only the tools of these modules, actions and kinds, separated by commas.',
      examples: ['inventory,projects'],
    }),
  ),
  mode: Type.Optional(
    Type.Unsafe<ToolMode>({
      type: 'string',
      enum: ['direct', 'find'],
      description: `A tool for each action, or a few tools that find and run them. Default: \`direct\` for up to ${MAX_DIRECT_ACTIONS} actions.`,
    }),
  ),
});

/** JSON-RPC 2.0, section 5.1. */
const rpcError = Type.Object({
  jsonrpc: Type.String(),
  error: Type.Object({ code: Type.Integer(), message: Type.String() }),
  id: Type.Unknown(),
});

/** The endpoint of agents. While the workspace does not offer tools, it answers as a path without a route. */
export function mcpRoute(options: McpRouteOptions): RouteDefinition {
  return defineRoute({
    operationId: CALL_OPERATION,
    method: 'POST',
    path: MCP_PATH,
    summary: 'Send a message of the Model Context Protocol',
    description:
      'For programs of agents, with an API token. Protocol revision 2026-07-28 and, without sessions, those of 2025; every message is a request of its own. Answers 404 unless the module `agents` is enabled.',
    tag: 'Agents',
    access: 'viewer',
    params: workspaceParams,
    query,
    body: {
      schema: Type.Unknown({ description: 'A message of JSON-RPC 2.0.' }),
      example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    },
    responses: {
      200: {
        description: 'The answer: a message, or a stream of one message.',
        schema: Type.Unknown(),
        otherMediaTypes: { [STREAM_TYPE]: Type.String() },
      },
      202: { description: 'A notification was received.' },
      400: { description: 'The body is no message of JSON-RPC 2.0.', schema: rpcError },
      406: { description: 'The client does not accept both JSON and an event stream.', schema: rpcError },
    },
    errors: ['invalid_query', 'forbidden', 'not_found', 'csrf_rejected'],
    challenge: options.challenge,
    async handler(request) {
      const call = await callOf(options, request as unknown as DatabaseRequest);
      return replyOf(
        await options.answer(call, { request: webRequest(request as unknown as DatabaseRequest), body: request.body }),
      );
    },
  });
}

/**
 * Programs of 2025 ask for a stream with GET, and go without one if the method is not allowed. Without this route, a scoped token would
 * get `403 scope_denied`.
 */
export function streamRefusalRoute(challenge: McpRouteOptions['challenge']): RouteDefinition {
  return defineRoute({
    operationId: STREAM_OPERATION,
    method: 'GET',
    path: MCP_PATH,
    summary: 'There is no stream of messages',
    tag: 'Agents',
    access: 'viewer',
    reading: false,
    params: workspaceParams,
    responses: { 405: { description: 'Send each message with POST.' } },
    hidden: true,
    challenge,
    handler({ workspace }) {
      if (!workspace || !agentSettings(workspace.schema)) throw fail('not_found', 'No resource exists at this path.');
      throw fail('method_not_allowed', 'Send each message with POST.', { headers: { allow: 'OPTIONS, POST' } });
    },
  });
}

async function callOf(
  { registry, publicUrl, nameOfToken }: McpRouteOptions,
  request: DatabaseRequest,
): Promise<AgentCall> {
  const workspace = workspaceOf(request);
  const owner = callerOf(request);
  const settings = agentSettings(workspace.schema);
  if (!settings) throw fail('not_found', 'No resource exists at this path.');
  if (owner.credential.type !== 'api_token')
    throw fail('forbidden', 'Agents call this with an API token: create one for the agent.');
  // A page of another site must not use an agent's address, even if it has learned the token.
  if (request.headers.origin !== undefined) requireOwnOrigin(request, publicUrl());
  const { tools, mode } = request.query as { readonly tools?: string; readonly mode?: ToolMode };
  const whole = grantOf({ registry, workspace, scopes: owner.scopes, settings });
  const grant =
    tools === undefined
      ? whole
      : narrowed(
          whole,
          tools.split(',').map((name) => name.trim()),
        );
  const tokenName = await nameOfToken(owner.credential.id);
  const client = oneLine(clientNameOf(request.body) ?? tokenName, MAX_CLIENT) || 'agent';
  const caller: Caller = { ...owner, agent: { client } };
  const fitting: ToolMode = grant.actions.size > MAX_DIRECT_ACTIONS ? 'find' : 'direct';
  return { request, workspace, caller, tokenName, grant, settings, mode: mode ?? fitting };
}

/** The request as the library of the protocol reads it: header fields, and an address that is never used. */
function webRequest({ headers, signal }: DatabaseRequest): Request {
  const named = Object.entries(headers.all).flatMap(([name, value]) =>
    value === undefined || name === 'authorization' || name === 'cookie'
      ? []
      : [[name, [value].flat().join(', ')] as [string, string]],
  );
  return new Request('http://cubit.invalid/mcp', { method: 'POST', headers: named, signal });
}

async function replyOf(response: Response): Promise<RouteReply> {
  const text = await response.text();
  if (text === '') return { status: response.status };
  const type = response.headers.get('content-type') ?? JSON_TYPE;
  const mediaType = type.startsWith(STREAM_TYPE) ? STREAM_TYPE : JSON_TYPE;
  return { status: response.status, bytes: text, mediaType, headers: { 'cache-control': 'no-store' } };
}
