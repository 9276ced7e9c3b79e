import type { Static, TObject, TSchema } from 'typebox';
import type { WorkspaceDescription } from './workspace-description.js';
import type { ModuleContext } from '../contract/context.js';
import type { EventDefinition } from '../contract/event.js';
import type { Fetch } from '../contract/fetch.js';
import type { AnySettings, SettingsOf } from '../contract/settings.js';
import type { KeyedAddresses, Method } from '../contract/declared-route.js';
import type { ModuleDefinition } from '../contract/module.js';
import type { RouteReply } from '../contract/route-reply.js';
import type { BodySpec, ResponseSpec, RouteRequest } from './route.js';
import type { Role } from '../contract/role.js';

/** What the handler of a module's route may use: transactions of the workspace, and a description of the workspace. */
export interface ModuleRouteContext<Settings = AnySettings> {
  /** The origin of the request. */
  readonly client: {
    /** Address of the client: of the peer, or as a trusted proxy reports it. */
    readonly address: string;
    /** The first characters of the request's API token, as the list of tokens shows them; null for a session. */
    readonly tokenPrefix: string | null;
  };
  /** Runs `work` in one transaction: its writes commit together or not at all. */
  transaction<Result>(work: (context: ModuleContext<EventDefinition, Settings>) => Promise<Result>): Promise<Result>;
  /** The module's settings in this workspace, with defaults, as the context of a transaction has them. */
  readonly settings: Settings;
  /**
   * Sends a request to another system, outside of transactions. List `upstream_failed` in the `errors` of the route. A POST with an
   * `Idempotency-Key` runs in one transaction, so `fetch` answers it with `400 invalid_header`.
   */
  readonly fetch: Fetch;
  /**
   * For long polls: runs `look` now and after every `event` in the workspace, until it returns a value. Returns null after the
   * timeout or when the client disconnects. Throws `401` when the credential expires. The route must be `streaming`.
   */
  waitFor<Found>(
    until: { readonly event: EventDefinition; readonly timeoutMs: number },
    look: () => Promise<Found | null>,
  ): Promise<Found | null>;
  /** The current routes, kinds, fields, actions and events of the workspace. */
  describe(): WorkspaceDescription;
}

/**
 * A route for what records and actions cannot express (a document, a drawing), below `/modules/<module>/`. The router and the
 * OpenAPI document are generated from the same list.
 */
export interface ModuleRoute<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Settings extends TObject = TObject,
> {
  readonly operationId: string;
  readonly method: Method;
  /** Relative to the module: `/floorplans/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** Minimum role. Default `viewer` for GET, otherwise `member`. */
  readonly role?: Role;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: BodySpec<Body>;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  readonly errors?: readonly string[];
  /** The schema of the module's settings, if the handler reads them: gives `context.settings` of its transactions its type. */
  readonly settings?: Settings;
  readonly streaming?: boolean;
  readonly hidden?: boolean;
  /** Also answers at addresses with a key, for programs that cannot send a header. Only for GET. */
  readonly keyed?: KeyedAddresses;
  handler(
    context: ModuleRouteContext<SettingsOf<Settings>>,
    request: Pick<
      RouteRequest<Static<Params>, Static<Query>, Static<Body>>,
      'params' | 'query' | 'body' | 'bytes' | 'headers' | 'signal' | 'requestId'
    >,
  ): Promise<RouteReply>;
}

export function defineModuleRoute<
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Settings extends TObject = TObject,
>(definition: ModuleRoute<Params, Query, Body, Settings>): ModuleRoute {
  return definition as unknown as ModuleRoute;
}

/** The module's routes, with the types of `defineModuleRoute`. */
export function routesOf({ routes = [] }: Pick<ModuleDefinition, 'routes'>): readonly ModuleRoute[] {
  return routes as unknown as readonly ModuleRoute[];
}
