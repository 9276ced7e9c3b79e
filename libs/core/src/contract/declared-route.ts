import type { TObject } from 'typebox';
import type { RouteReply } from './route-reply.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Addresses with a key of their own, `?key=`, each of a member. The kernel adds the routes that make, list and remove them, at a path of the plural
 * title: `/calendar-addresses`.
 */
export interface KeyedAddresses {
  /** Singular and plural: `['Calendar address', 'Calendar addresses']`. */
  readonly title: readonly [singular: string, plural: string];
  /** Id of the module's scope that has this route as its only operation, and is bound to a workspace. */
  readonly scope: string;
}

/**
 * A route that a module declares with `defineModuleRoute`. The handler's types are left open here because they would create an
 * import cycle with the module definition.
 */
export interface DeclaredRoute {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  readonly keyed?: KeyedAddresses;
  readonly settings?: TObject;
  readonly responses: Readonly<Record<number, { readonly mediaType?: string }>>;
  handler(context: never, request: never): Promise<RouteReply>;
}
