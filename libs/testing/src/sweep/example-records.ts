import type { TestClient } from '../test-client.js';
import type { SweepFields, SweptRecord } from './sweep-options.js';
import { type FieldSchema, isDistinct, namesAnyRecord, type SweptKind } from './swept-kinds.js';

export interface SweptWorkspace {
  readonly client: TestClient;
  readonly path: string;
  readonly owner: string;
  /** Name of the swept module. */
  readonly module: string;
  readonly kinds: ReadonlyMap<string, SweptKind>;
}

interface ExampleOptions {
  /** The fields of the record with this number; undefined if the example has them. */
  fieldsOf(kind: string): ((index: number) => SweepFields | Promise<SweepFields>) | undefined;
  /** Creates a record of the kind in place of its example; undefined if the example does. */
  makerOf(kind: string): ((fields: SweepFields) => Promise<SweptRecord>) | undefined;
}

interface Batch {
  readonly count: number;
  /** Fields that replace those of the example. */
  readonly given?: SweepFields;
  /** Kinds whose records are being created, which end chains of optional references. */
  readonly making: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Creates records from the examples of their kinds. Ids in an example name records that do not exist: it creates those too. */
export class ExampleRecords {
  readonly #workspace: SweptWorkspace;
  readonly #options: ExampleOptions;
  #created = 0;

  constructor(workspace: SweptWorkspace, options: ExampleOptions) {
    this.#workspace = workspace;
    this.#options = options;
  }

  /** From its example, or with the function for the kind. */
  create(id: string, fields: SweepFields = {}, making = NONE): Promise<SweptRecord> {
    const make = this.#options.makerOf(id);
    return make ? make(fields) : this.createFromExample(id, fields, making);
  }

  async createFromExample(id: string, given: SweepFields = {}, making = NONE): Promise<SweptRecord> {
    const kind = this.#writable(id);
    const [fields] = await this.#bodies(kind, { count: 1, given, making });
    const reply = await this.#workspace.client.post<SweptRecord>(this.pathOf(kind), { fields });
    if (reply.status >= 300) throw new Error(`Answered ${reply.status} to creating a record of ${id}: ${reply.text}`);
    return reply.body;
  }

  /** The requests that create so many records at once. */
  async operations(id: string, count: number, making = NONE): Promise<readonly object[]> {
    const bodies = await this.#bodies(this.#writable(id), { count, making });
    return bodies.map((fields) => ({ op: 'create', fields }));
  }

  /** The value with the ids of new records in place of those that it names, one for each that differs. */
  async resolve(schema: FieldSchema, value: unknown, ids: Map<string, string> = new Map()): Promise<unknown> {
    if (Array.isArray(value)) {
      const { items = {}, 'x-kind': kind, 'x-type': type } = schema;
      const one = { ...items, ...(kind && { 'x-kind': kind }), ...(type === 'users' && { 'x-type': 'user' }) };
      const resolved = [];
      for (const item of value) resolved.push(await this.resolve(one, item, ids));
      return resolved;
    }
    const branch = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find((one) => one.type === typeOf(value));
    if (branch) return this.resolve(branch, value, ids);
    if (typeof value === 'string') {
      if (schema['x-type'] === 'user') return this.#workspace.owner;
      return schema['x-kind'] === undefined ? value : this.#idFor(value, schema['x-kind'], ids);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (namesAnyRecord(schema)) return this.#anyRef(value as { kind?: string; id?: string }, ids);
    const resolved: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value))
      resolved[name] = await this.resolve(schema.properties?.[name] ?? {}, member, ids);
    return resolved;
  }

  pathOf({ module, name }: SweptKind): string {
    return `${this.#workspace.path}/modules/${module}/records/${name}`;
  }

  kind(id: string): SweptKind {
    const kind = this.#workspace.kinds.get(id);
    if (!kind)
      throw new Error(
        `The workspace has no kind '${id}': enable its module in 'enable' of moduleSweep, or use another.`,
      );
    return kind;
  }

  /** A kind of the module for what applies to records of any kind. */
  anyKind(making: ReadonlySet<string> = NONE): string {
    const { kinds, module } = this.#workspace;
    const own = [...kinds.values()].find(
      (kind) => kind.module === module && this.#isMade(kind) && !making.has(kind.id),
    );
    if (!own) throw new Error(`Module '${module}' has no kind whose records clients create: name one in 'targets'.`);
    return own.id;
  }

  async #bodies(kind: SweptKind, { count, given = {}, making }: Batch): Promise<readonly SweepFields[]> {
    const bodies = Array.from({ length: count }, (): Record<string, unknown> => ({}));
    const first = this.#created + 1;
    this.#created += count;
    const fieldsOf = this.#options.fieldsOf(kind.id);
    if (fieldsOf) {
      for (const [index, body] of bodies.entries()) Object.assign(body, await fieldsOf(first + index), given);
      return bodies;
    }
    const { properties = {}, required = [] } = kind.schemas.create;
    const ids = new Map<string, readonly string[]>();
    for (const [name, schema] of Object.entries(properties)) {
      const value = kind.example?.[name];
      const isRequired = required.includes(name);
      if (name in given || (value === undefined && !isRequired)) continue;
      const batch = { count, making: new Set([...making, kind.id]) };
      const referred = await this.#referred({ schema, value, isRequired, name }, { ...batch, ids });
      const text = isDistinct(kind, name) && typeof value === 'string' ? value : undefined;
      const same = referred || text !== undefined ? undefined : await this.resolve(schema, value);
      for (const [index, body] of bodies.entries()) {
        const field = referred?.[index] ?? (text === undefined ? same : numbered(text, first + index, schema));
        if (field !== undefined && !(referred && referred.length === 0)) body[name] = field;
      }
    }
    return bodies.map((body) => ({ ...body, ...given }));
  }

  /** The values of a field that refers to records; none if it stays empty, undefined if it refers to none. */
  async #referred(
    { schema, value, isRequired, name }: { schema: FieldSchema; value: unknown; isRequired: boolean; name: string },
    { count, making, ids }: Batch & { readonly ids: Map<string, readonly string[]> },
  ): Promise<readonly unknown[] | undefined> {
    const isAny = namesAnyRecord(schema);
    const named = isAny ? (value as { kind?: string } | undefined)?.kind : schema['x-kind'];
    if (named === undefined && !isAny) return undefined;
    const isKnown = named !== undefined && this.#workspace.kinds.has(named) && this.#isMade(this.kind(named));
    if (!isRequired && !isAny && (!isKnown || making.has(named))) return [];
    const kind = isAny && (!isKnown || making.has(named)) ? this.anyKind(making) : (named ?? '');
    const key = `${kind} ${JSON.stringify(value) ?? name}`;
    const created = ids.get(key) ?? (await this.#ids(kind, { count, making }));
    ids.set(key, created);
    if (isAny) return created.map((id) => ({ kind, id }));
    return schema.type === 'array' ? created.map((id) => [id]) : created;
  }

  /** Ids of new records: in one request if there are many. */
  async #ids(id: string, { count, making }: Batch): Promise<readonly string[]> {
    if (count === 1 || this.#options.makerOf(id)) {
      const ids: string[] = [];
      while (ids.length < count) ids.push((await this.create(id, {}, making)).id);
      return ids;
    }
    const operations = await this.operations(id, count, making);
    const { status, body, text } = await this.#workspace.client.post<{
      readonly results: readonly { readonly record: SweptRecord }[];
    }>(`${this.pathOf(this.kind(id))}/batch`, { operations });
    if (status >= 300) throw new Error(`Answered ${status} to creating ${count} records of ${id}: ${text}`);
    return body.results.map(({ record }) => record.id);
  }

  async #idFor(named: string, kind: string, ids: Map<string, string>): Promise<string> {
    const id = ids.get(named) ?? (await this.create(kind)).id;
    ids.set(named, id);
    return id;
  }

  async #anyRef({ kind = '', id = '' }: { kind?: string; id?: string }, ids: Map<string, string>): Promise<object> {
    const target = this.#workspace.kinds.has(kind) ? kind : this.anyKind();
    return { kind: target, id: await this.#idFor(id, target, ids) };
  }

  #isMade({ id, access }: SweptKind): boolean {
    return access !== 'read-only' || this.#options.makerOf(id) !== undefined;
  }

  #writable(id: string): SweptKind {
    const kind = this.kind(id);
    if (kind.access === 'read-only')
      throw new Error(`Only actions write records of '${id}': create one in 'records' of moduleSweep.`);
    return kind;
  }
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A text that differs by its number. */
function numbered(text: string, number: number, { pattern }: FieldSchema): string {
  const texts = [' ', '-', ''].map((separator) => `${text}${separator}${number}`);
  return texts.find((one) => pattern === undefined || new RegExp(pattern, 'u').test(one)) ?? text;
}
