import type { RouteDefinition } from '@cubit/core/host';
import type { Components } from './components.js';
import { REQUEST_HEADERS, requestHeadersOf } from './request-headers.js';
import { asJson, isObject, type JsonObject } from './json.js';
import { safeMarkdown } from './safe-markdown.js';

export interface WorkspaceParameter {
  readonly slug: string;
}

/**
 * Path, query and header parameters of a route. The workspace is a parameter with its slug as the example, so that
 * a client generated for one workspace works for every workspace with the same modules.
 */
export function parametersOf(
  route: RouteDefinition,
  components: Components,
  workspace: WorkspaceParameter,
): readonly JsonObject[] {
  return [
    ...pathParameters(route, components, workspace),
    ...Object.entries(properties(route.query)).map(([name, schema]) =>
      parameter(components, { name, in: 'query', schema, required: requiredNames(route.query).includes(name) }),
    ),
    ...requestHeadersOf(route).map((name) => components.refer('parameters', name, () => REQUEST_HEADERS[name])),
  ];
}

function pathParameters(
  route: RouteDefinition,
  components: Components,
  { slug }: WorkspaceParameter,
): readonly JsonObject[] {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return names.map((name) => {
    if (name === 'workspace') return components.refer('parameters', 'Workspace', () => workspaceParameter(slug));
    const schema = properties(route.params)[name] ?? { type: 'string' };
    return parameter(components, { name, in: 'path', schema, required: true });
  });
}

function workspaceParameter(slug: string): JsonObject {
  return {
    name: 'workspace',
    in: 'path',
    required: true,
    description: 'Slug of the workspace.',
    schema: { type: 'string', pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$' },
    example: slug,
  };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: unknown;
  readonly required: boolean;
}

function parameter(components: Components, { name, in: place, schema, required }: Parameter): JsonObject {
  const { description, ...rest } = components.schema(schema);
  const described = typeof description === 'string' ? { description: safeMarkdown(description) } : {};
  return { name, in: place, ...(required ? { required } : {}), ...described, schema: rest };
}

function properties(schema: unknown): JsonObject {
  const plain = schema === undefined ? undefined : asJson(schema);
  return isObject(plain) && isObject(plain['properties']) ? plain['properties'] : {};
}

function requiredNames(schema: unknown): readonly unknown[] {
  const plain = schema === undefined ? undefined : asJson(schema);
  return isObject(plain) && Array.isArray(plain['required']) ? plain['required'] : [];
}
