import { errorCodesOf, type ErrorMeaning } from './error-codes.js';
import {
  type BodySpec,
  type ResponseSpec,
  roleIncludes,
  type RouteDefinition,
  scopesOf,
  type WorkspaceDescription,
  type WorkspaceSchema,
} from '@cubit/core/host';
import type { Components } from './components.js';
import { errorResponses } from './error-responses.js';
import { RESPONSE_HEADERS, responseHeadersOf } from './response-headers.js';
import type { JsonObject } from './json.js';
import { parametersOf } from './parameters.js';
import { useBy } from './record-schemas.js';
import { securityOf } from './security.js';

export interface OperationContext {
  readonly description: WorkspaceDescription;
  readonly components: Components;
  readonly errors: ReadonlyMap<string, ErrorMeaning>;
}

export function operationOf(route: RouteDefinition, context: OperationContext): JsonObject {
  const { components, description } = context;
  const parameters = parametersOf(route, components, description.workspace);
  const scopes = scopesOf(route, description.registry);
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: `${route.description ?? `${route.summary}.`}\n\n${accessSentence(route, scopes)}`,
    tags: [route.tag],
    ...securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: requestBody(route, route.body, context) } : {}),
    responses: responsesOf(route, context),
    ...(route.module === undefined ? {} : { 'x-module': route.module }),
    ...(roleOf(route) === null ? {} : { 'x-role': roleOf(route) }),
    ...(scopes.length > 0 ? { 'x-scopes': scopes } : {}),
  };
}

function responsesOf(route: RouteDefinition, context: OperationContext): JsonObject {
  const declared = declaredResponses(route, context);
  return { ...declared, ...errorResponses(context.components, errorsOf(route, context), declared) };
}

function errorsOf(route: RouteDefinition, { errors }: OperationContext): readonly ErrorMeaning[] {
  return errorCodesOf(route).map((code) => {
    const error = errors.get(code);
    if (!error)
      throw new Error(
        `Route '${route.operationId}' answers '${code}', which neither the kernel nor a module declares.`,
      );
    return error;
  });
}

function roleOf({ access }: RouteDefinition): string | null {
  return access === 'anonymous' || access === 'user' ? null : access;
}

function accessSentence(route: RouteDefinition, scopes: readonly string[]): string {
  const { access } = route;
  if (access === 'anonymous') return 'Needs no credential.';
  const scoped = scopes.map((scope) => `\`${scope}\``).join(' or ');
  const reach =
    route.anyScope === true
      ? ' Open to every scoped token.'
      : scoped === ''
        ? ''
        : ` Open to tokens with the scope ${scoped}.`;
  if (access === 'user') return `Needs a signed-in user.${reach}`;
  return `Needs the role \`${access}\`${roleIncludes('admin', access) ? ' or a higher one' : ''}.${reach}`;
}

function resolve<Schema>(
  schema: Schema | ((workspace: WorkspaceSchema) => Schema),
  workspace: WorkspaceSchema,
): Schema {
  return typeof schema === 'function' ? (schema as (workspace: WorkspaceSchema) => Schema)(workspace) : schema;
}

function requestBody(
  route: RouteDefinition,
  body: BodySpec,
  { components, description }: OperationContext,
): JsonObject {
  const schema = components.schema(resolve(body.schema, description.schema), useBy(route, 'request'));
  const { example, exampleFits = () => true } = body;
  const media = { schema, ...(example !== undefined && exampleFits(description.schema) ? { example } : {}) };
  const mediaTypes = body.mediaTypes ?? ['application/json'];
  return {
    required: body.optional !== true,
    ...(body.description === undefined ? {} : { description: body.description }),
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, media])),
  };
}

function declaredResponses(route: RouteDefinition, context: OperationContext): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, response]) => [status, answer(route, response, context)]),
  );
}

function answer(
  route: RouteDefinition,
  response: ResponseSpec,
  { components, description }: OperationContext,
): JsonObject {
  const common = responseHeadersOf(route).map((name) => [
    name,
    components.refer('headers', name, () => RESPONSE_HEADERS[name]),
  ]);
  const own = Object.entries(response.headers ?? {}).map(([name, { description: summary, schema }]) => [
    name,
    { description: summary, schema: components.schema(schema) },
  ]);
  return {
    description: response.description,
    headers: Object.fromEntries([...common, ...own]),
    ...contentOf(route, response, { components, description }),
  };
}

function contentOf(
  route: RouteDefinition,
  { mediaType, schema, otherMediaTypes = {} }: ResponseSpec,
  { components, description }: Pick<OperationContext, 'components' | 'description'>,
): JsonObject {
  const media = (content: typeof schema) =>
    content === undefined
      ? {}
      : { schema: components.schema(resolve(content, description.schema), useBy(route, 'response')) };
  if (schema === undefined && mediaType === undefined) return {};
  const others = Object.entries(otherMediaTypes).map(([name, content]) => [name, media(content)]);
  return { content: { [mediaType ?? 'application/json']: media(schema), ...Object.fromEntries(others) } };
}
