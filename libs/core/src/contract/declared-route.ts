import type { RouteReply } from './route-reply.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A route that a module declares with `defineModuleRoute`. The handler's types are left open here because they would create an
 * import cycle with the module definition.
 */
export interface DeclaredRoute {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  handler(context: never, request: never): Promise<RouteReply>;
}
