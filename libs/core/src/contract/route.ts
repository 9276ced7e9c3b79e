import type { Static, TObject, TSchema } from 'typebox';
import type { Caller } from '../access/caller.js';
import type { Role } from '../access/role.js';
import type { Transaction } from '../database/transaction.js';
import type { WorkspaceAccess } from '../workspace/workspace-access.js';
import type { WorkspaceSchema } from '../workspace/workspace-schema.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `anonymous` anyone, without a credential; `user` anyone signed in (routes without a workspace);
 * a role: members of the path's workspace who hold it.
 */
export type RouteAccess = 'anonymous' | 'user' | Role;

/** A schema, or one that depends on what the workspace has made of its kinds (custom fields). */
export type WorkspaceDependent<Schema> = Schema | ((workspace: WorkspaceSchema) => Schema);

/** What a streamed body became before its handler began. */
export interface ReceivedBody {
  /** What the handler is handed as `body`. */
  readonly value: unknown;
  /** Stands for the body where requests with one idempotency key are compared. */
  readonly digest: Uint8Array;
  /** Called when the request is over, however it ended. */
  release(): Promise<void>;
}

export interface BodySpec<Schema extends TSchema = TSchema> {
  readonly schema: WorkspaceDependent<Schema>;
  /** Default `application/json`. With `raw`, anything that is listed. */
  readonly mediaTypes?: readonly string[];
  /** Default 1 MiB. */
  readonly maxBytes?: number;
  /** Levels of nesting, default 64. */
  readonly maxDepth?: number;
  /** The handler is handed the bytes, unparsed, as `body`. */
  readonly raw?: boolean;
  /**
   * Takes in the stream of a `raw` body on a `streaming` route, before the handler and any transaction begin: an upload may last for
   * minutes. What it throws is the answer.
   */
  readonly receive?: (
    stream: AsyncIterable<Uint8Array>,
    request: Pick<RouteRequest, 'headers' | 'workspace'>,
  ) => Promise<ReceivedBody>;
  readonly description?: string;
  readonly example?: unknown;
  /** Whether the example holds in a workspace, where its schema depends on one. Default: always. */
  readonly exampleFits?: (workspace: WorkspaceSchema) => boolean;
}

export interface ResponseSpec {
  readonly description: string;
  /** Absent: no body. */
  readonly schema?: WorkspaceDependent<TSchema>;
  /** Default `application/json`. */
  readonly mediaType?: string;
  /** Further media types that the request may ask for, each with its schema. */
  readonly otherMediaTypes?: Readonly<Record<string, WorkspaceDependent<TSchema>>>;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: TSchema }>>;
}

/** The header fields that handlers may look at. */
export interface RouteHeaders {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly lastEventId?: string;
  readonly contentType?: string;
  readonly origin?: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** Every header as it came, lower-case names: for inbound webhooks' verification. */
  readonly all: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface RouteRequest<Params = Readonly<Record<string, string>>, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body as it came: for documents that are kept word for word. Empty where the route takes none, or takes it as a stream. */
  readonly bytes: Uint8Array;
  readonly headers: RouteHeaders;
  /** Null on anonymous routes. */
  readonly caller: Caller | null;
  /** Null on routes without a workspace. */
  readonly workspace: WorkspaceAccess | null;
  readonly requestId: string;
  /** Address of the peer. */
  readonly address: string;
  readonly userAgent: string | null;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** `https` where the client reached the instance over TLS (directly or, if so configured, through a proxy). */
  readonly secure: boolean;
  /**
   * Runs `work` in one transaction. With an idempotency key the HTTP layer has opened it already, so that the stored answer
   * commits together with the effect: every writing handler must make all its changes through this.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

export interface Cookie {
  readonly name: string;
  /** Empty: removed. */
  readonly value: string;
  readonly path: string;
  readonly maxAgeS: number;
}

/** What a handler answers: a value to be written as JSON, JSON text as it is, bytes, a stream, or nothing. */
export interface RouteReply {
  readonly status: number;
  readonly body?: unknown;
  readonly json?: string;
  readonly bytes?: Uint8Array | string;
  readonly stream?: AsyncIterable<string | Uint8Array>;
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly Cookie[];
}

export interface RouteDefinition<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
> {
  /** Unique and stable: `listParts`, `createApiToken`. */
  readonly operationId: string;
  readonly method: Method;
  /** `/api/v1/orgs/{workspace}/...`; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: RouteAccess;
  /** The module that must be enabled in the path's workspace. */
  readonly module?: string;
  /** Reachable by a scoped token whatever its scopes (`GET /me/api-tokens/current`). */
  readonly anyScope?: boolean;
  /** Counted against the stricter limit of sign-in. */
  readonly rateClass?: 'sign_in' | 'inbound';
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: BodySpec<Body>;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** Codes beside those that every route of its form can answer; kernel codes or the module's own. */
  readonly errors?: readonly string[];
  /** Members of the answer that are shown once: left out of what is stored for idempotent replay. */
  readonly secrets?: readonly string[];
  /** Answers for longer than the request time limit (event stream, downloads). */
  readonly streaming?: boolean;
  /** Left out of the OpenAPI document: a page for people. */
  readonly hidden?: boolean;
  handler(request: RouteRequest<Static<Params>, Static<Query>, Static<Body>>): Promise<RouteReply>;
}

/** Checks a route's types and forgets them: lists of routes are uniform. */
export function defineRoute<Params extends TObject, Query extends TObject, Body extends TSchema>(
  definition: RouteDefinition<Params, Query, Body>,
): RouteDefinition {
  return definition as unknown as RouteDefinition;
}
