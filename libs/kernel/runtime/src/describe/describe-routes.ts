import type { RouteDefinition } from '@cubit/core/host';
import type { KernelServices } from '@cubit/records';
import { declaredRoutes } from './declared-routes.js';
import { moduleRoutes } from './module-routes.js';
import { uiRoute } from './ui.route.js';

/** Routes by which a workspace tells what it is made of, and by which its modules are turned on and off. */
export function describeRoutes(services: KernelServices): readonly RouteDefinition[] {
  return [...moduleRoutes(services), ...declaredRoutes(services), uiRoute(services)];
}
