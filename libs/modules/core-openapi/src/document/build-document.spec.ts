import { describe, expect, it } from '@jest/globals';
import type { RouteDefinition } from '@cubit/core/host';
import { Type, type TSchema } from 'typebox';
import { describeWorkshop } from '../../fixtures/workshop.js';
import { buildDocument } from './build-document.js';
import type { JsonObject } from './json.js';

/** A JSON document with access by path. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((present, key) => (present as JsonObject | undefined)?.[key], value);
}

const TOOLS = '/api/v1/orgs/{workspace}/modules/workshop/records/tool';
const document = buildDocument(describeWorkshop());
const operation = (method: string, path: string) => at(document, 'paths', path, method) as JsonObject;
const schema = (name: string) => at(document, 'components', 'schemas', name) as JsonObject;
const parametersOf = (method: string, path: string) => at(operation(method, path), 'parameters');
const codesOf = (method: string, path: string, status: string) => {
  const reference =
    String(at(operation(method, path), 'responses', status, '$ref'))
      .split('/')
      .at(-1) ?? '';
  return at(
    document,
    'components',
    'responses',
    reference,
    'content',
    'application/json',
    'schema',
    'properties',
    'error',
    'properties',
    'code',
    'enum',
  );
};

function routeAnswering(answered: TSchema, more: Partial<RouteDefinition> = {}): RouteDefinition {
  return {
    operationId: 'getThing',
    method: 'GET',
    path: '/api/v1/me/thing',
    summary: 'A thing',
    tag: 'Things',
    access: 'user',
    responses: { 200: { description: 'It.', schema: answered } },
    handler: () => Promise.resolve({ status: 200 }),
    ...more,
  };
}

function converted(answered: TSchema): { readonly schema: unknown; readonly schemas: unknown } {
  const built = buildDocument(describeWorkshop({ routes: [routeAnswering(answered)] }));
  const responses = at(built, 'paths', '/api/v1/me/thing', 'get', 'responses');
  const written = at(responses, '200', 'content', 'application/json', 'schema');
  const schemas = at(built, 'components', 'schemas');
  // An object is the component GetThingResult.
  const isNamed = at(written, '$ref') === '#/components/schemas/GetThingResult';
  return { schema: isNamed ? at(schemas, 'GetThingResult') : written, schemas };
}

describe('operations', () => {
  it('have an empty security list if they need no credential', () => {
    expect(operation('post', '/api/v1/me/session')['security']).toEqual([]);
    expect(operation('get', `${TOOLS}/{id}`)['security']).toBeUndefined();
    expect(document['security']).toEqual([{ bearer: [] }, { session: [] }]);
  });

  it('list every error code that they can return, both general and declared', () => {
    expect(codesOf('post', TOOLS, '409')).toEqual([
      'already_exists',
      'idempotency_key_in_use',
      'idempotency_key_reused',
    ]);
    expect(codesOf('post', TOOLS, '403')).toEqual(['csrf_rejected', 'forbidden', 'scope_denied']);
    expect(codesOf('get', `${TOOLS}/{id}`, '403')).toEqual(['scope_denied']);
    expect(codesOf('get', `${TOOLS}/{id}`, '404')).toEqual(['module_not_enabled', 'not_found']);
    expect(codesOf('patch', `${TOOLS}/{id}`, '412')).toEqual(['version_conflict']);
    expect(codesOf('post', '/api/v1/me/session', '401')).toEqual(['invalid_credentials']);
  });

  it('list the header fields that they read', () => {
    expect(parametersOf('post', TOOLS)).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(parametersOf('patch', `${TOOLS}/{id}`)).toContainEqual({ $ref: '#/components/parameters/IfMatch' });
    expect(parametersOf('get', `${TOOLS}/{id}`)).toContainEqual({ $ref: '#/components/parameters/IfNoneMatch' });
    expect(parametersOf('post', '/api/v1/me/session')).toBeUndefined();
  });

  it('have the workspace as a parameter, with this one as the example', () => {
    expect(at(document, 'components', 'parameters', 'Workspace')).toMatchObject({
      name: 'workspace',
      in: 'path',
      required: true,
      example: 'acme',
    });
  });

  it('list the scopes that allow them', () => {
    expect(operation('get', `${TOOLS}/{id}`)).toMatchObject({
      'x-scopes': ['records:read', 'workshop:watch'],
      'x-role': 'viewer',
      'x-module': 'workshop',
    });
    expect(operation('post', TOOLS)['x-scopes']).toBeUndefined();
  });

  it('are omitted if they return HTML pages or their module is disabled', () => {
    const off = buildDocument(describeWorkshop({ enabled: ['core-openapi'] }));

    expect(Object.keys(document['paths'] as object)).not.toContain('/api/v1/orgs/{workspace}/page');
    expect(Object.keys(off['paths'] as object)).toEqual(['/api/v1/me/session']);
    expect(off['x-events']).toEqual([]);
  });

  it('may return only declared error codes', () => {
    const routes = [routeAnswering(Type.Null(), { errors: ['made_up'] })];

    expect(() => buildDocument(describeWorkshop({ routes }))).toThrow(
      "Route 'getThing' answers 'made_up', which neither the kernel nor a module declares.",
    );
  });
});

describe('record schemas', () => {
  it('are components named after the kind, for each direction', () => {
    expect(Object.keys(at(document, 'components', 'schemas') as object)).toEqual([
      'CreateSessionInput',
      'CreateSessionResult',
      'CreateWorkshopToolInput',
      'ErrorDetail',
      'Money',
      'UpdateWorkshopToolInput',
      'WorkshopTool',
      'WorkshopToolCreateFields',
      'WorkshopToolFields',
      'WorkshopToolPatchFields',
    ]);
    expect(at(schema('WorkshopTool'), 'properties', 'fields')).toEqual({
      $ref: '#/components/schemas/WorkshopToolFields',
    });
  });

  it('describe what a client may send: no computed fields, and defaults only in words', () => {
    const properties = schema('WorkshopToolCreateFields')['properties'] as JsonObject;

    expect(Object.keys(properties)).toEqual(['name', 'weight_kg', 'price', 'state', 'serial']);
    expect(properties['state']).toEqual({
      type: 'string',
      enum: ['fine', 'broken'],
      'x-type': 'enum',
      description: 'Default: `"fine"`.',
      'x-default': 'fine',
    });
    expect(Object.keys(schema('WorkshopToolPatchFields')['properties'] as object)).not.toContain('serial');
  });
});

describe('schemas', () => {
  it.each<[string, TSchema, object]>([
    [
      'or-null as a union of types',
      Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
      { type: ['string', 'null'], format: 'uuid' },
    ],
    [
      'a nullable choice with null among its values',
      Type.Union([Type.Unsafe({ type: 'string', enum: ['a', 'b'] }), Type.Null()]),
      { type: ['string', 'null'], enum: ['a', 'b', null] },
    ],
    [
      'a choice of texts as an enumeration',
      Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()]),
      { type: ['string', 'null'], enum: ['a', 'b', null] },
    ],
    [
      'a map by additionalProperties',
      Type.Record(Type.String(), Type.Number()),
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
    [
      'a tuple by prefixItems',
      Type.Tuple([Type.String(), Type.Number()]),
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2, maxItems: 2 },
    ],
    [
      'decimal places in words, which no validator can get wrong',
      Type.Number({ multipleOf: 0.000001 }),
      { type: 'number', 'x-decimal-places': 6 },
    ],
  ])('are written as %s', (_, given, expected) => {
    expect(converted(given).schema).toEqual(expected);
  });

  it('do not change values that only look like schemas', () => {
    const example = { anyOf: [{ type: 'string' }, { type: 'null' }] };

    expect(converted(Type.Object({ any: Type.Unknown() }, { examples: [example] })).schema).toMatchObject({
      examples: [example],
    });
  });

  it('become components that refer to themselves if they are recursive', () => {
    const node = Type.Cyclic({ Node: Type.Object({ inner: Type.Array(Type.Ref('Node')) }) }, 'Node');

    const { schema: written, schemas } = converted(Type.Object({ root: node }));

    expect(at(written, 'properties', 'root')).toEqual({ $ref: '#/components/schemas/Node' });
    expect(at(schemas, 'Node', 'properties', 'inner', 'items')).toEqual({ $ref: '#/components/schemas/Node' });
  });

  it('have the name that the author gave, with a number if two differ under one name', () => {
    const one = Type.Object({ a: Type.String() }, { $id: 'Thing' });
    const other = Type.Object({ b: Type.String() }, { $id: 'Thing' });

    const { schema: written } = converted(Type.Object({ one, again: one, other }));

    expect(at(written, 'properties')).toEqual({
      one: { $ref: '#/components/schemas/Thing' },
      again: { $ref: '#/components/schemas/Thing' },
      other: { $ref: '#/components/schemas/Thing2' },
    });
  });
});

describe('names', () => {
  const big = (description: string) => ({
    big: Type.Object({ text: Type.String({ description: description.padEnd(200, '.') }), n: Type.Integer() }),
  });
  const built = (...routes: readonly RouteDefinition[]) => buildDocument(describeWorkshop({ routes: [...routes] }));
  const run = (operationId: string, input: TSchema, path = `/api/v1/me/${operationId}`) =>
    routeAnswering(Type.Object({ done: Type.Boolean(), ...big('answer') }), {
      operationId,
      path,
      method: 'POST',
      body: { schema: input },
    });

  it('are given to requests and answers, by the operation', () => {
    const { paths, components } = built(run('runShopTake', Type.Object({ n: Type.Integer() })));
    const operation = at(paths, '/api/v1/me/runShopTake', 'post');

    expect(at(operation, 'requestBody', 'content', 'application/json', 'schema')).toEqual({
      $ref: '#/components/schemas/ShopTakeInput',
    });
    expect(at(operation, 'responses', '200', 'content', 'application/json', 'schema')).toEqual({
      $ref: '#/components/schemas/ShopTakeResult',
    });
    expect(Object.keys(at(components, 'schemas') as object)).toEqual(expect.arrayContaining(['ShopTakeInput']));
  });

  it('are given to an object that is written in several places, which is then written once', () => {
    const shared = big('shared');
    const { components, paths } = built(
      run('one', Type.Object({ a: Type.Integer(), ...shared })),
      run('two', Type.Object({ b: Type.Integer(), ...shared })),
    );
    const schemas = at(components, 'schemas') as JsonObject;

    expect(at(schemas, 'OneInput', 'properties', 'big')).toEqual({ $ref: '#/components/schemas/OneInputBig' });
    expect(at(schemas, 'TwoInput', 'properties', 'big')).toEqual({ $ref: '#/components/schemas/OneInputBig' });
    // Both have the same answer, each under its own name.
    expect(at(paths, '/api/v1/me/two', 'post', 'responses', '200', 'content', 'application/json', 'schema')).toEqual({
      $ref: '#/components/schemas/TwoResult',
    });
    expect(schemas['TwoResult']).toEqual({ $ref: '#/components/schemas/OneResult' });
  });
});

describe('a part of the document', () => {
  it('has the operations, schemas and events of the named modules', () => {
    const part = buildDocument(describeWorkshop(), new Set(['workshop']));

    expect(Object.keys(part['paths'] as object)).toEqual(
      Object.keys(document['paths'] as object).filter((path) => path.includes('/modules/workshop/')),
    );
    expect(part['x-events']).toEqual(document['x-events']);
    expect(buildDocument(describeWorkshop(), new Set(['platform']))['x-events']).toEqual([]);
  });
});

describe('the server', () => {
  it('is the address of the instance', () => {
    expect(document['servers']).toEqual([{ url: 'https://cubit.acme.test', description: 'This instance.' }]);
  });

  it('is a variable if the address is valid on one machine only', () => {
    const { servers } = buildDocument(describeWorkshop({ publicUrl: 'http://localhost:3000' })) as {
      servers?: unknown;
    };

    expect(servers).toMatchObject([{ url: '{address}', variables: { address: { default: 'http://localhost:3000' } } }]);
  });
});

describe('events', () => {
  it('are described with the payload that readers get', () => {
    expect(document['x-events']).toMatchObject([
      {
        name: 'workshop.tool.added',
        module: 'workshop',
        payload: { required: ['orgId', 'toolId', 'name'], properties: { toolId: { 'x-kind': 'workshop:tool' } } },
        example: { orgId: '0192f0c1-2d3e-7000-8000-0000000000aa', name: 'Hammer' },
      },
    ]);
  });
});
