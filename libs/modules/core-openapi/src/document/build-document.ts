import type { RouteDefinition, WorkspaceDescription } from '@cubit/core/host';
import { Components } from './components.js';
import { kernelErrors, type ErrorMeaning } from './error-codes.js';
import { eventsOf } from './events.js';
import { infoOf } from './info.js';
import type { JsonObject } from './json.js';
import { operationOf, type OperationContext } from './operation.js';
import { registerRecordSchemas } from './record-schemas.js';
import { SECURITY, securitySchemes } from './security.js';
import { serverOf } from './server.js';
import { shareParts } from './share-parts.js';
import { tagsOf } from './tags.js';

/**
 * The present OpenAPI 3.1 document of a workspace: its enabled modules, their kinds with its custom fields, every
 * error. With `only`, what these modules have.
 */
export function buildDocument(description: WorkspaceDescription, only: ReadonlySet<string> | null = null): JsonObject {
  const components = new Components();
  registerRecordSchemas(components, description);
  const errors = errorsOf(description);
  const routes = describedRoutes(description).filter(({ module }) => !only || only.has(module ?? PLATFORM));
  const described = pathsOf(routes, { description, components, errors });
  const events = eventsOf(description, components).filter(({ module }) => !only || only.has(String(module)));
  const paths = shareParts(described, components);
  return {
    openapi: '3.1.0',
    info: infoOf(description),
    servers: [serverOf(description.publicUrl)],
    security: SECURITY,
    tags: tagsOf(routes, description),
    paths,
    components: { securitySchemes: securitySchemes(description.publicUrl, routes), ...sections(components) },
    'x-errors': [...errors.values()],
    'x-events': events,
  };
}

/** In place of a module: the routes that every workspace has. */
export const PLATFORM = 'platform';

/** Routes for programs, of enabled modules. */
export function describedRoutes({ routes, schema }: WorkspaceDescription): readonly RouteDefinition[] {
  return routes.filter(
    (route) => route.hidden !== true && (route.module === undefined || schema.modules.has(route.module)),
  );
}

function pathsOf(routes: readonly RouteDefinition[], context: OperationContext): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route, context);
  return paths;
}

/** The kernel's errors and those of every enabled module. */
function errorsOf({ schema }: WorkspaceDescription): ReadonlyMap<string, ErrorMeaning> {
  const own = [...schema.modules.values()].flatMap(({ definition }) =>
    Object.entries(definition.errors?.entries ?? {}).map(([code, entry]) => ({ code, ...entry })),
  );
  return new Map([...kernelErrors(), ...own].map((error) => [error.code, error]));
}

function sections({ headers, parameters, responses, schemas }: Components): JsonObject {
  const filled = Object.entries({ schemas, parameters, headers, responses }).filter(
    ([, parts]) => Object.keys(parts).length > 0,
  );
  return Object.fromEntries(filled.map(([section, parts]) => [section, sorted(parts)]));
}

/** Sorted by name, so that two documents can be compared line by line. */
function sorted(parts: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
