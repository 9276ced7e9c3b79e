import type { Static, TObject, TSchema } from 'typebox';
import type { Caller } from '../contract/caller.js';
import type { Role } from '../contract/role.js';
import type { WorkspaceAccess } from '../registry/workspace-access.js';
import type { WorkspaceSchema } from '../registry/workspace-schema.js';
import type { Method } from '../contract/declared-route.js';
import type { RouteReply } from '../contract/route-reply.js';
import type { TransactionScope } from '../contract/transaction-scope.js';

/**
 * Who may call a route: `anonymous` anyone, without a credential; `user` any signed-in user (routes without a workspace); a role:
 * members of the path's workspace with at least that role.
 */
export type RouteAccess = 'anonymous' | 'user' | Role;

/** A schema, or a function of the workspace's schema (custom fields). */
export type WorkspaceDependent<Schema> = Schema | ((workspace: WorkspaceSchema) => Schema);

/** The result of receiving a streamed body, before the handler runs. */
export interface ReceivedBody {
  /** The value that the handler receives as `body`. */
  readonly value: unknown;
  /** Represents the body when requests with one idempotency key are compared. */
  readonly digest: Uint8Array;
  /** Called when the request ends, in success or failure. */
  release(): Promise<void>;
}

export interface BodySpec<Schema extends TSchema = TSchema> {
  readonly schema: WorkspaceDependent<Schema>;
  /** Default `application/json`. With `raw`, any media types. */
  readonly mediaTypes?: readonly string[];
  /** Default 1 MiB. */
  readonly maxBytes?: number;
  /** Maximum nesting depth, default 64. */
  readonly maxDepth?: number;
  /** A request without a body and without a media type is read as `{}`. */
  readonly optional?: boolean;
  /** The handler receives the unparsed bytes as `body`. */
  readonly raw?: boolean;
  /**
   * Receives the stream of a `raw` body on a `streaming` route, before the handler and any transaction start, because an upload
   * may take minutes. An error becomes the response.
   */
  readonly receive?: (
    stream: AsyncIterable<Uint8Array>,
    request: Pick<RouteRequest, 'headers' | 'workspace'>,
  ) => Promise<ReceivedBody>;
  readonly description?: string;
  readonly example?: unknown;
  /** Whether the example is valid in a workspace, if its schema depends on one. Default: always. */
  readonly exampleFits?: (workspace: WorkspaceSchema) => boolean;
}

export interface ResponseSpec {
  readonly description: string;
  /** Absent: no body. */
  readonly schema?: WorkspaceDependent<TSchema>;
  /** Default `application/json`. */
  readonly mediaType?: string;
  /** Additional media types that the client can request, with their schemas. */
  readonly otherMediaTypes?: Readonly<Record<string, WorkspaceDependent<TSchema>>>;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: TSchema }>>;
}

/** The header fields that handlers may read. */
export interface RouteHeaders {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly lastEventId?: string;
  readonly contentType?: string;
  readonly origin?: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** All headers unchanged, with lower-case names: for the verification of inbound webhooks. */
  readonly all: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface RouteRequest<
  Params = Readonly<Record<string, string>>,
  Query = unknown,
  Body = unknown,
  Scope extends TransactionScope = TransactionScope,
> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The raw body, for documents that are stored unchanged. Empty if the route has no body or streams it. */
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
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** The client connected over TLS: directly, through a trusted proxy, or because `PUBLIC_URL` is https. */
  readonly secure: boolean;
  /**
   * Runs `work` in one transaction. With an idempotency key, the HTTP layer has already opened it, so that the stored response
   * commits together with the changes: every handler must make all its changes through this.
   */
  transaction<Result>(work: (tx: Scope) => Promise<Result>): Promise<Result>;
}

export interface RouteDefinition<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Scope extends TransactionScope = TransactionScope,
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
  /** The module that must be enabled in the workspace. */
  readonly module?: string;
  /** Any scoped token may call it, whatever its scopes (`GET /me/api-tokens/current`). */
  readonly anyScope?: boolean;
  /**
   * A token that may only read (`records:read`) may not call it, because it shows addresses of people or serves one program of theirs. Other GET
   * routes of a workspace are open to such a token if their `access` is `viewer`.
   */
  readonly reading?: false;
  /** Also accepts the key of an address, in the query parameter `key`. */
  readonly keyed?: boolean;
  /** Also accepts the credential of a display on a wall, which no other route does. */
  readonly display?: true;
  /** Uses the stricter rate limit of sign-in. */
  readonly rateClass?: 'sign_in' | 'inbound';
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: BodySpec<Body>;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** Error codes in addition to those of every route of this form; kernel codes or the module's own. */
  readonly errors?: readonly string[];
  /** Response members that are shown once: left out of the response stored for idempotent replay. */
  readonly secrets?: readonly string[];
  /** The value of `WWW-Authenticate` with `401 unauthorized`. Default `Bearer`. */
  challenge?(params: Readonly<Record<string, string>>): string;
  /** Responds for longer than the request time limit (event streams, downloads). */
  readonly streaming?: boolean;
  /** Handles every method that no other route of its path declares, such as `OPTIONS` and `PROPFIND`. */
  readonly anyMethod?: boolean;
  /** Left out of the OpenAPI document: a page for people. */
  readonly hidden?: boolean;
  handler(request: RouteRequest<Static<Params>, Static<Query>, Static<Body>, Scope>): Promise<RouteReply>;
}
