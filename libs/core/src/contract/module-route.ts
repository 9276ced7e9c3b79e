import type { Static, TObject, TSchema } from 'typebox';
import type { WorkspaceDescription } from '../workspace/workspace-description.js';
import type { ModuleContext } from './context.js';
import type { EventDefinition } from './event.js';
import type { Method, RouteReply, RouteRequest, ResponseSpec, BodySpec } from './route.js';
import type { Role } from '../access/role.js';

/** What the handler of a module's own route may use: one transaction of the workspace, and the workspace described. */
export interface ModuleRouteContext {
  /** From where the request came, and with what. */
  readonly client: {
    /** Address of the peer; that which a trusted proxy names, where there is one. */
    readonly address: string;
    /** How the API token begins that the request was made with, as the list of tokens shows it; null: made with a session. */
    readonly tokenPrefix: string | null;
  };
  /** Runs `work` in one transaction; everything it writes commits together or not at all. */
  transaction<Result>(work: (context: ModuleContext) => Promise<Result>): Promise<Result>;
  /**
   * For long polls: runs `look`, and again whenever `event` happens in the workspace, until it finds something (not null), the time is up
   * (null), or the client is gone (null). `401` where the credential ends meanwhile. The route must be `streaming`.
   */
  waitFor<Found>(
    until: { readonly event: EventDefinition; readonly timeoutMs: number },
    look: () => Promise<Found | null>,
  ): Promise<Found | null>;
  /** Routes, kinds, fields, actions and events of the workspace as they are now. */
  describe(): WorkspaceDescription;
}

/**
 * A route for what records and actions cannot express (a document, a drawing), below `/modules/<module>/`.
 * Router and OpenAPI document are made from the same list.
 */
export interface ModuleRoute<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
> {
  readonly operationId: string;
  readonly method: Method;
  /** Relative to the module: `/floorplans/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** Least role. Default `viewer` for GET, else `member`. */
  readonly role?: Role;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: BodySpec<Body>;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  readonly errors?: readonly string[];
  readonly streaming?: boolean;
  readonly hidden?: boolean;
  handler(
    context: ModuleRouteContext,
    request: Pick<
      RouteRequest<Static<Params>, Static<Query>, Static<Body>>,
      'params' | 'query' | 'body' | 'bytes' | 'headers' | 'signal' | 'requestId'
    >,
  ): Promise<RouteReply>;
}

export function defineModuleRoute<Params extends TObject, Query extends TObject, Body extends TSchema>(
  definition: ModuleRoute<Params, Query, Body>,
): ModuleRoute {
  return definition as unknown as ModuleRoute;
}
