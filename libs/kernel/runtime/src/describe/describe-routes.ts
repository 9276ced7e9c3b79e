import type { RouteDefinition } from '@cubit/core/host';
import type { KernelServices } from '@cubit/records';
import { availableModulesRoute } from './available-modules.route.js';
import { declaredRoutes } from './declared-routes.js';
import { moduleRoutes } from './module-routes.js';
import { uiRoute } from './ui.route.js';

/** Routes that describe a workspace, and that enable and disable its modules. */
export function describeRoutes(services: KernelServices): readonly RouteDefinition[] {
  return [...moduleRoutes(services), ...declaredRoutes(services), uiRoute(services), availableModulesRoute(services)];
}
