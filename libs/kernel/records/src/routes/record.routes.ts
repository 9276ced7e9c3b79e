import type { RouteDefinition } from '@cubit/core/host';
import { aggregateRoute } from './aggregate.route.js';
import { availableActionsRoute, historyRoute, usedByRoute } from './about-record.routes.js';
import { deleteManyRoute, updateManyRoute } from './bulk.routes.js';
import { positionsRoute } from './positions.route.js';
import { listRoute, readRoute } from './read.routes.js';
import type { RecordRouteContext } from './record-route-context.js';
import { addTagRoute, removeTagRoute } from './tag.routes.js';
import { batchRoute, createRoute, deleteRoute, restoreRoute, updateRoute } from './write.routes.js';

const READING = [
  listRoute,
  positionsRoute,
  aggregateRoute,
  readRoute,
  historyRoute,
  usedByRoute,
  availableActionsRoute,
];
const WRITING = [
  createRoute,
  updateManyRoute,
  deleteManyRoute,
  batchRoute,
  updateRoute,
  deleteRoute,
  restoreRoute,
  addTagRoute,
  removeTagRoute,
];

/** Every route of one kind; a read-only kind has only the read routes. */
export function recordRoutes(context: RecordRouteContext): readonly RouteDefinition[] {
  const makers = context.kind.definition.access === 'read-only' ? READING : [...READING, ...WRITING];
  return makers.map((make) => make(context));
}
