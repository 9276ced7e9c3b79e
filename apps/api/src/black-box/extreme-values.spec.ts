import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegisteredAction, ShapeField } from '@cubit/core/host';
import {
  createExamples,
  createShippedServer,
  type ExampleRecord,
  someOf,
  type TestClient,
  type SweptServer,
  type TestWorkspace,
} from '@cubit/testing';
import { PRODUCT } from './product.js';

const SWEEP_MS = 300_000;
const LEAST_TAKEN = 100;

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly readOnly?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly 'x-type'?: string;
  readonly 'x-kind'?: string;
}
/** The end of the range that a schema allows. */
type End = 'least' | 'greatest';
const ENDS = ['least', 'greatest'] as const;

const TIMES: Readonly<Record<string, Readonly<Record<End, string>>>> = {
  date: { least: '0001-01-01', greatest: '9999-12-31' },
  'date-time': { least: '0001-01-01T00:00:00.000Z', greatest: '9999-12-31T23:59:59.999Z' },
};
const MONEY = {
  least: { amount: '-999999999999999.999999', currency: 'EUR' },
  greatest: { amount: '999999999999999.999999', currency: 'EUR' },
};

/** The last value at this end of the range; undefined if the schema has no order. */
function extremeOf(schema: Schema, end: End): unknown {
  const { type, format = '', multipleOf = 1 } = schema;
  if (schema['x-type'] === 'money') return MONEY[end];
  if (format in TIMES) return TIMES[format]?.[end];
  if (type !== 'number' && type !== 'integer') return undefined;
  const { maximum = 1e9, minimum = -1e9, exclusiveMinimum } = schema;
  if (end === 'greatest') return maximum;
  return exclusiveMinimum === undefined ? minimum : exclusiveMinimum + (type === 'integer' ? 1 : multipleOf);
}

/** The value with every ordered member, including absent ones, set to this end of its range. */
function pushed(schema: Schema, value: unknown, end: End): unknown {
  const extreme = extremeOf(schema, end);
  if (extreme !== undefined) return extreme;
  if (Array.isArray(value)) return value.map((item) => pushed(schema.items ?? {}, item, end));
  if (!schema.properties || (value !== undefined && typeof value !== 'object')) return value;
  const given = (value ?? {}) as Readonly<Record<string, unknown>>;
  const members = Object.entries(schema.properties).map(
    ([name, member]) =>
      [name, isOrdered(member) || name in given ? pushed(member, given[name], end) : undefined] as const,
  );
  return { ...given, ...Object.fromEntries(members.filter(([, member]) => member !== undefined)) };
}

const isOrdered = (schema: Schema) => extremeOf(schema, 'greatest') !== undefined;

let server: SweptServer;
beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
});
afterAll(() => server.close());

/** A workspace whose example records have each field set to one end of its range, as far as it is accepted. */
class World {
  /** Requests that were answered with a 5xx, with the logged error. */
  readonly faults = new Set<string>();
  taken = 0;
  records: ReadonlyMap<string, ExampleRecord> = new Map();
  readonly #workspace: TestWorkspace;
  readonly #client: TestClient;
  readonly #end: End;

  private constructor(workspace: TestWorkspace, client: TestClient, end: End) {
    this.#workspace = workspace;
    this.#client = client;
    this.#end = end;
  }

  static async create(end: End): Promise<World> {
    const workspace = await server.workspace();
    const world = new World(workspace, server.as(await server.mintToken(workspace.owner)), end);
    const { registry } = server.kernel;
    world.records = await createExamples({ registry, workspace, client: world.#client });
    return world;
  }

  async pushFields(): Promise<void> {
    for (const [kind, record] of this.records)
      for (const field of this.#ordered(kind)) {
        const value = extremeOf(field.schema as Schema, this.#end);
        await this.#send(
          'patch',
          this.#path(kind, record.id),
          { fields: { [field.name]: value } },
          `${kind}.${field.name}`,
        );
      }
  }

  async runActions(): Promise<void> {
    for (const action of server.kernel.registry.actions.values()) {
      if (action.definition.appliesTo === 'workspace') await this.#run(action, null);
      const ofAny = action.definition.appliesTo === 'any';
      // What any record has does not depend on its kind.
      for (const [kind, record] of ofAny ? someOf([...this.records]) : this.records) {
        if (!appliesTo(action, kind)) continue;
        await this.#run(action, { kind, id: record.id });
      }
    }
  }

  async #run({ id, definition, module }: RegisteredAction, record: object | null): Promise<void> {
    const path = `${this.#workspace.path}/modules/${module}/actions/${id.split(':')[1]}`;
    const schema = definition.input as Schema;
    const example = this.#real(schema, definition.example.input);
    const inputs = [pushed(schema, example, this.#end), example];
    for (const [name, member] of Object.entries(schema.properties ?? {}))
      if (isOrdered(member)) inputs.unshift({ ...(example as object), [name]: extremeOf(member, this.#end) });
    for (const input of inputs)
      await this.#send('post', path, { record, input }, `${id} ${JSON.stringify(record && 'on')}`);
  }

  /** Replaces the ids of the example by ids of existing records. */
  #real(schema: Schema, value: unknown): unknown {
    if (value === undefined || value === null) return value;
    if (schema['x-type'] === 'any_ref') {
      const { kind } = value as { readonly kind: string };
      return { kind, id: this.records.get(kind)?.id };
    }
    if (schema['x-type'] === 'user') return this.#workspace.owner.id;
    if (schema['x-type'] === 'users') return [this.#workspace.owner.id];
    if (schema['x-type'] === 'refs') return [this.records.get(schema['x-kind'] ?? '')?.id];
    if (schema['x-kind'] !== undefined) return this.records.get(schema['x-kind'])?.id;
    if (Array.isArray(value)) return value.map((item) => this.#real(schema.items ?? {}, item));
    if (!schema.properties) return value;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      this.#real(schema.properties?.[name] ?? {}, member),
    ]);
    return Object.fromEntries(members) as unknown;
  }

  #ordered(kind: string): readonly ShapeField[] {
    const shape = server.kernel.registry.kinds.get(kind)?.shape;
    return [...(shape?.fields.values() ?? [])].filter((field) => !field.readOnly && isOrdered(field.schema as Schema));
  }

  #path(kind: string, id?: string): string {
    const [module, local] = kind.split(':');
    return `${this.#workspace.path}/modules/${module}/records/${local}${id === undefined ? '' : `/${id}`}`;
  }

  async #send(method: 'post' | 'patch', path: string, body: unknown, what: string): Promise<void> {
    const { status, text } = await this.#client[method](path, body);
    if (status < 300) this.taken += 1;
    if (status < 500) return;
    const logged = server.log.entries.findLast(({ level }) => level === 'error')?.details as { err?: Error };
    this.faults.add(`${what}: ${status} ${String(logged.err)} ${text}`);
  }
}

function appliesTo({ definition: { appliesTo: kinds } }: RegisteredAction, kind: string): boolean {
  return kinds === 'any' || (Array.isArray(kinds) && kinds.some((one: { id: string }) => one.id === kind));
}

describe('the extreme values of schemas', () => {
  it.each(ENDS)(
    'never cause a 5xx: every field and every action at its %s',
    async (end) => {
      const world = await World.create(end);
      await world.pushFields();
      // The second run starts from the results of the first, such as sums at their limit.
      await world.runActions();
      await world.runActions();
      expect([...world.faults]).toEqual([]);
      // Most requests are refused. If too few are accepted, the sweep tests nothing.
      expect(world.taken).toBeGreaterThan(LEAST_TAKEN);
    },
    SWEEP_MS,
  );
});
