import type { TObject, TSchema } from 'typebox';
import { fail, type RouteReply } from '@cubit/core';
import { assertValid, type RouteDefinition, type WorkspaceSchema } from '@cubit/core/host';
import type { DatabaseRequest, Transaction } from '@cubit/database';
import { paramsReader, queryReader } from '@cubit/http';
import type { KernelServices } from '@cubit/records';
import type { RunPreview } from '@cubit/wires';
import type { AgentCall } from './agent-call.js';
import { type Preview, previewed } from './preview.js';

export interface RouteCall {
  readonly operationId: string;
  readonly params?: Readonly<Record<string, string>>;
  /** As in a query string; undefined members are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** The version that the target must have. */
  readonly ifMatch?: string;
  /** Runs first in the transaction of a writing route. */
  readonly before?: (tx: Transaction) => Promise<void>;
  /** Rolls back, and answers with what would have happened. */
  readonly preview?: boolean;
}

export interface RouteAnswer {
  readonly body: unknown;
  readonly preview: Preview | null;
}

interface CalledRoute {
  readonly definition: RouteDefinition;
  readonly readParams: (params: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  readonly readQuery: (text: string) => unknown;
  readonly bodySchemas: WeakMap<WorkspaceSchema, TSchema>;
}

interface RouteCallOptions {
  readonly services: Pick<KernelServices, 'database'>;
  readonly routes: () => readonly RouteDefinition[];
  readonly wires: RunPreview;
}

/** Calls the routes of the product within the process, so that a tool does exactly what the REST call does. */
export class RouteCalls {
  readonly #options: RouteCallOptions;
  readonly #called = new Map<string, CalledRoute>();
  #definitions: ReadonlyMap<string, RouteDefinition> | null = null;

  constructor(options: RouteCallOptions) {
    this.#options = options;
  }

  /** Checks params, query and body as the route does, then runs its handler as the agent. */
  async call({ request, workspace, caller }: AgentCall, call: RouteCall): Promise<RouteAnswer> {
    const route = this.#route(call.operationId);
    const { definition } = route;
    const params = route.readParams({ ...call.params, workspace: workspace.slug });
    const query = route.readQuery(queryText(call.query ?? {}));
    if (definition.body) assertValid(bodySchema(route, workspace.schema), call.body ?? {});
    const { database } = this.#options.services;
    let preview: Preview | null = null;
    const transaction = async <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> => {
      const guarded = async (tx: Transaction) => {
        await call.before?.(tx);
        return work(tx);
      };
      if (call.preview !== true) return database.transaction(guarded);
      const outcome = await previewed({ database, workspace, wires: this.#options.wires }, guarded);
      preview = outcome.preview;
      return outcome.result;
    };
    const { ifMatch } = call;
    const inner: DatabaseRequest = {
      params,
      query,
      body: call.body ?? {},
      bytes: new Uint8Array(),
      headers: { cookies: {}, all: {}, ...(ifMatch === undefined ? {} : { ifMatch }) },
      caller,
      workspace,
      requestId: request.requestId,
      address: request.address,
      userAgent: request.userAgent,
      signal: request.signal,
      secure: request.secure,
      transaction,
    };
    const reply = await definition.handler(inner as never);
    return { body: bodyOf(reply), preview };
  }

  #route(operationId: string): CalledRoute {
    const known = this.#called.get(operationId);
    if (known) return known;
    this.#definitions ??= new Map(this.#options.routes().map((route) => [route.operationId, route]));
    const definition = this.#definitions.get(operationId);
    if (!definition) throw fail('not_found', `There is no operation '${operationId}'.`);
    const route = {
      definition,
      readParams: paramsReader(definition.params),
      readQuery: queryReader(definition.query as TObject | undefined),
      bodySchemas: new WeakMap<WorkspaceSchema, TSchema>(),
    };
    this.#called.set(operationId, route);
    return route;
  }
}

function bodyOf({ json, bytes, body }: RouteReply): unknown {
  if (json !== undefined) return JSON.parse(json);
  return bytes === undefined ? (body ?? null) : JSON.parse(Buffer.from(bytes as string).toString('utf8'));
}

/** One schema object per version of a workspace, so that its validator is compiled once. */
function bodySchema({ definition, bodySchemas }: CalledRoute, schema: WorkspaceSchema): TSchema {
  const known = bodySchemas.get(schema);
  if (known) return known;
  const declared = definition.body?.schema;
  const made = typeof declared === 'function' ? declared(schema) : declared;
  if (!made) throw new Error(`Operation '${definition.operationId}' has no body.`);
  bodySchemas.set(schema, made);
  return made;
}

function queryText(query: NonNullable<RouteCall['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new URLSearchParams(pairs).toString();
}
