import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { validate } from '@cubit/core';
import { ERROR_CATALOGUE, payloadSchema, type Registry, scopesOf } from '@cubit/core/host';
import {
  createExamples,
  createShippedServer,
  type ExampleRecord,
  type SweptServer,
  type TestWorkspace,
} from '@cubit/testing';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { PRODUCT } from './product.js';

const WORKSPACE_ID = '0190a6e2-7c1d-7b3a-9f00-00000000aaaa';

let server: SweptServer;
let registry: Registry;
let workspace: TestWorkspace;
let made: ReadonlyMap<string, ExampleRecord>;

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  registry = server.kernel.registry;
  workspace = await server.workspace();
  made = await createExamples({ registry, workspace, client: server.as(await workspace.member()) });
});
afterAll(() => server.close());

describe('every upgrade', () => {
  it('is for existing kinds, and names only existing upgrades', () => {
    const declared = BUILT_IN_MODULES.flatMap(({ name, upgrades = [] }) =>
      upgrades.map((upgrade) => ({ ...upgrade, id: `${name}:${upgrade.id}` })),
    );
    const known = new Set(declared.map(({ id }) => id));
    const lost = declared.flatMap(({ id, kind, after = [] }) => [
      ...(registry.kinds.has(kind.id) ? [] : [`${id} is of ${kind.id}`]),
      ...after.filter((other) => !known.has(other)).map((other) => `${id} comes after ${other}`),
    ]);

    expect(lost).toEqual([]);
  });
});

describe('every event', () => {
  it('has a title', () => {
    const untitled = [...registry.events.values()].filter(({ definition }) => definition.title.trim() === '');

    expect(untitled.map(({ name }) => name)).toEqual([]);
  });

  it('has an example payload that validates', () => {
    const faults = [...registry.events.values()].flatMap((event) =>
      validate(payloadSchema(event), { orgId: WORKSPACE_ID, ...event.definition.example }).map(
        ({ path, message }) => `${event.name}${path}: ${message}`,
      ),
    );

    expect(faults).toEqual([]);
  });

  it('fills the placeholders of its notification from its example', () => {
    const empty = [...registry.events.values()].flatMap(({ definition, name }) => {
      const { message = '', link = '' } = definition.notification ?? {};
      const placeholders = [...`${message} ${link}`.matchAll(/\{(\w+)\}/g)].map(([, key]) => String(key));
      const known = new Set(['orgId', ...Object.keys(definition.payload.properties)]);
      return placeholders.filter((key) => !known.has(key)).map((key) => `${name}: {${key}}`);
    });

    expect(empty).toEqual([]);
  });
});

describe('every action', () => {
  it('applies to existing kinds', () => {
    const unknown = [...registry.actions.values()].flatMap(({ id, definition: { appliesTo } }) =>
      typeof appliesTo === 'string'
        ? []
        : appliesTo.filter((kind) => !registry.kinds.has(kind.id)).map((kind) => `${id}: ${kind.id}`),
    );

    expect(unknown).toEqual([]);
  });

  it('has an example with a title that validates against its input', () => {
    const faults = [...registry.actions.values()].flatMap(({ id, definition: { example, input } }) => [
      ...(example.title.trim() === '' ? [`${id}: no title`] : []),
      ...validate(input, example.input).map(({ path, message }) => `${id}${path}: ${message}`),
    ]);

    expect(faults).toEqual([]);
  });

  it('emits declared events, and is undone by an existing action', () => {
    const faults = [...registry.actions.values()].flatMap(({ id, definition: { emits, undoneBy } }) => [
      ...emits
        .filter(({ name }: { name: string }) => !registry.events.has(name))
        .map(({ name }: { name: string }) => `${id} emits ${name}`),
      ...(undoneBy === undefined || registry.actions.has(undoneBy) ? [] : [`${id} is undone by ${undoneBy}`]),
    ]);

    expect(faults).toEqual([]);
  });
});

describe('every kind', () => {
  it('has an example, unless only its module writes it', () => {
    const without = [...registry.kinds.values()].filter(
      ({ definition }) => definition.access !== 'read-only' && definition.example === undefined,
    );

    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it('creates a record from its example through the API', () => {
    const refused = [...made.values()].filter(({ status }) => status !== 201);

    expect(refused.map(({ kind, status, text }) => `${kind}: ${status} ${text}`)).toEqual([]);
    expect(made.size).toBeGreaterThan(0);
  });

  it('answers with the values of its example', async () => {
    const client = server.as(workspace.owner);
    for (const { kind, id, body } of made.values()) {
      const reply = await client.get<{ fields: object }>(
        `${workspace.path}/modules/${kind.replace(':', '/records/')}/${id}`,
      );
      expect([kind, reply.body.fields]).toEqual([kind, expect.objectContaining(body.fields)]);
    }
  });

  it('lists the actions of its record', async () => {
    const client = server.as(workspace.owner);
    for (const { kind, id } of made.values()) {
      const path = `${workspace.path}/modules/${kind.replace(':', '/records/')}/${id}/actions`;
      const { body } = await client.get<{ data: readonly { id: string }[] }>(path);
      const expected = [...registry.actions.values()].filter(
        ({ definition: { appliesTo } }) =>
          appliesTo === 'any' || (appliesTo !== 'workspace' && appliesTo.some((applied) => applied.id === kind)),
      );
      expect([kind, body.data.map((row) => row.id).sort()]).toEqual([kind, expected.map((action) => action.id).sort()]);
    }
  });
});

describe('the SQL view of every kind', () => {
  /** What a program reads that logs in with the role of the documentation. */
  async function readAsReader(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = await server.database.pool.connect();
    try {
      await client.query('begin; set local role cubit_reader');
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it('has its example, with a value for every field that the example has', async () => {
    const absent: string[] = [];
    for (const { kind, id, body } of made.values()) {
      const [schema = '', name = ''] = kind.replaceAll('-', '_').split(':');
      const [row = {}] = await readAsReader(`select * from ${schema}.${name} where id = '${id}'`);
      const title = registry.kinds.get(kind)?.shape.titleField ?? '';
      absent.push(
        ...Object.keys(body.fields)
          .map((field) => (field === title ? 'title' : field))
          .filter((column) => (row[column] ?? null) === null)
          .map((column) => `${kind}: ${column}`),
      );
    }

    expect(absent).toEqual([]);
  });

  it('is read by the first example of its documentation', async () => {
    const page = readFileSync(new URL('../../../../docs/sql-views.md', import.meta.url), 'utf8');
    const [, example = ''] = /```sql\n([^]*?)```/.exec(page) ?? [];

    expect(example).toContain('inventory.part');
    expect(await readAsReader(example)).toEqual([]);
  });
});

describe('every subscription', () => {
  it('is to an event that an installed module declares', () => {
    const patterns = BUILT_IN_MODULES.flatMap(({ name, subscriptions = [] }) =>
      subscriptions.flatMap(({ event }) => (registry.events.has(event) ? [] : [`${name}: ${event}`])),
    );

    expect(patterns).toEqual([]);
  });
});

describe('every route', () => {
  it('has a unique operation id', () => {
    const ids = server.kernel.routes.map(({ operationId }) => operationId);

    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('is in a scope or requires an unscoped token, and no scope allows a route without a workspace', () => {
    const loose = server.kernel.routes.filter(
      (route) => scopesOf(route, registry).length > 0 && !route.path.includes('{workspace}'),
    );

    expect(loose.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('answers only with declared error codes', () => {
    const declared = new Set([
      ...Object.keys(ERROR_CATALOGUE),
      ...BUILT_IN_MODULES.flatMap(({ errors }) => Object.keys(errors?.entries ?? {})),
    ]);
    const unknown = server.kernel.routes.flatMap(({ errors = [], operationId }) =>
      errors.filter((code) => !declared.has(code)).map((code) => `${operationId}: ${code}`),
    );

    expect(unknown).toEqual([]);
  });
});

describe('every error code', () => {
  it('of the kernel is in the API guide with its status', () => {
    const guide = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
    const missing = Object.entries(ERROR_CATALOGUE).filter(
      ([code, { status }]) => !guide.includes(`| ${status} | \`${code}\` |`),
    );

    expect(missing.map(([code]) => code)).toEqual([]);
  });

  it('is in the OpenAPI document with its description', async () => {
    const { body } = await server.as(workspace.owner).get(`${workspace.path}/modules/core-openapi/openapi.json`);
    const documented = new Set((body['x-errors'] as readonly { code: string }[]).map(({ code }) => code));
    const all = [
      ...Object.keys(ERROR_CATALOGUE),
      ...BUILT_IN_MODULES.flatMap(({ errors }) => Object.keys(errors?.entries ?? {})),
    ];

    expect(all.filter((code) => !documented.has(code))).toEqual([]);
  });
});
