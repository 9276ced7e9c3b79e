import type { RouteDefinition } from '../contract/route.js';
import type { KernelServices } from '../kernel/services.js';
import { declaredRoutes } from './declared-routes.js';
import { moduleRoutes } from './module-routes.js';

/** Routes by which a workspace tells what it is made of, and by which its modules are turned on and off. */
export function describeRoutes(services: KernelServices): readonly RouteDefinition[] {
  return [...moduleRoutes(services), ...declaredRoutes(services)];
}
