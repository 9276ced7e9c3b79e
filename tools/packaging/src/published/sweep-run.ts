import type { ModuleDefinition } from '@cubit/core';
import type { TestClient } from '@cubit/testing/client';
import type { ModuleTestServer } from './create-test-server.js';
import type { SweepFields, SweepOptions, SweepSetup, SweptTarget } from './sweep-options.js';

type Kind = NonNullable<ModuleDefinition['kinds']>[number];
export type SweptAction = NonNullable<ModuleDefinition['actions']>[number];

interface RecordBody {
  readonly id: string;
  readonly kind: string;
  readonly version: number;
  readonly fields: SweepFields;
}
interface FieldSchema {
  readonly type?: string;
  readonly 'x-kind'?: string;
  readonly readOnly?: boolean;
}

type RecordKey = Pick<RecordBody, 'id' | 'kind'>;
interface Status {
  readonly status: number;
}
type RunAll = (
  targets: readonly SweptTarget[],
  send: (target: SweptTarget) => Promise<Status>,
) => Promise<readonly Status[]>;

const AT_ONCE = 5;
const MANY = 100;
const PAGE = 200;
const ATTEMPTS = 3;
const CREATES = 'insert into record_';

function schemasOf(kind: Kind | undefined): readonly (readonly [string, FieldSchema])[] {
  return Object.entries((kind?.fields.properties ?? {}) as Readonly<Record<string, FieldSchema>>);
}

/** Without texts, of which some differ in every record. */
function numbersOf({ kind, fields }: RecordBody): string {
  const numbers = Object.entries(fields).filter(([, value]) => typeof value === 'number' || typeof value === 'boolean');
  return `${kind} ${JSON.stringify(Object.fromEntries(numbers))}`;
}

/** The workspace of one sweep, and what its tests do in it. */
export class SweepRun implements SweepSetup {
  readonly client: TestClient;
  readonly path: string;
  readonly #server: ModuleTestServer;
  readonly #options: SweepOptions & { readonly module: ModuleDefinition };
  #created = 0;

  static async open(server: ModuleTestServer, options: SweepOptions & { readonly module: ModuleDefinition }) {
    const workspace = await server.workspace();
    return new SweepRun(server, { ...options, client: server.as(workspace.owner), path: workspace.path });
  }

  private constructor(
    server: ModuleTestServer,
    options: SweepOptions & { readonly module: ModuleDefinition; readonly client: TestClient; readonly path: string },
  ) {
    this.#server = server;
    this.#options = options;
    this.client = options.client;
    this.path = options.path;
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  /** A property, so that it can be taken out of the setup. */
  readonly create = async (id: string, fields: SweepFields = {}): Promise<RecordBody> => {
    const kind = this.#kind(id);
    const body = { fields: { ...(await this.#fieldsOf(kind)), ...fields } };
    return this.#expect(await this.client.post<RecordBody>(this.#records(id), body), `creating a record of ${id}`);
  };

  async runExample(action: SweptAction): Promise<void> {
    await this.#run(action, await this.#target(action));
  }

  async expectReadOnly(action: SweptAction): Promise<void> {
    const target = await this.#target(action);
    const written = await this.#server.writes(() => this.#run(action, target));
    if (written.length > 0)
      throw new Error(`Action '${action.id}' is readOnly, and its run wrote: ${written.join(', ')}.`);
  }

  async expectIdempotent(action: SweptAction): Promise<void> {
    const target = await this.#target(action);
    await this.#run(action, target);
    const once = await this.#fields(target);
    const written = await this.#server.writes(() => this.#run(action, target));
    const twice = await this.#fields(target);
    if (once !== twice)
      throw new Error(`Action '${action.id}' is idempotent, and its second run changed ${once} to ${twice}.`);
    const created = written.filter((write) => write.startsWith(CREATES));
    if (created.length > 0)
      throw new Error(
        `Action '${action.id}' is idempotent, and its second run created records: ${created.join(', ')}.`,
      );
  }

  /** Runs the example at once on records that refer to the same ones, and in another workspace one after the other. */
  async expectNoLostUpdate(action: SweptAction): Promise<void> {
    const expected = await (
      await this.#elsewhere()
    ).#figuresOf(action, async (targets, send) => {
      const replies = [];
      for (const target of targets) replies.push(await send(target));
      return replies;
    });
    const found = await (await this.#elsewhere()).#figuresOf(action, (targets, send) => Promise.all(targets.map(send)));
    if (found !== expected)
      throw new Error(
        `Runs of action '${action.id}' lead to ${expected} one after the other, and to ${found} at once.`,
      );
  }

  async compareStatements(kind: Kind): Promise<void> {
    const list = async () => {
      await this.#expect(await this.client.get(`${this.#records(kind.id)}?limit=${PAGE}`), `listing ${kind.id}`);
    };
    // The first requests of a kind compile its schemas and warm caches.
    await this.#createMany(kind, 1);
    await list();
    const [createOne, listOne] = [await this.#createMany(kind, 1), await this.#leastStatements(list)];
    const [createMany, listMany] = [await this.#createMany(kind, MANY), await this.#leastStatements(list)];
    if (createMany > createOne)
      throw new Error(`Creating 1 record of ${kind.id} takes ${createOne} statements, and ${MANY} take ${createMany}.`);
    if (listMany > listOne)
      throw new Error(`A list of ${kind.id} takes ${listOne} statements, and ${listMany} with ${MANY} more records.`);
  }

  /** The number of statements that creating records in one request takes. */
  async #createMany(kind: Kind, count: number): Promise<number> {
    const operations: object[] = [];
    while (operations.length < count) operations.push({ op: 'create', fields: await this.#fieldsOf(kind) });
    return this.#server.statements(async () => {
      const reply = await this.client.post(`${this.#records(kind.id)}/batch`, { operations });
      await this.#expect(reply, `creating ${count} records of ${kind.id}`);
    });
  }

  async expectAllEvents(): Promise<void> {
    const refused: string[] = [];
    for (const action of this.#options.module.actions ?? [])
      await this.runExample(action as SweptAction).catch((error: Error) => refused.push(error.message));
    await this.#options.also?.(this);
    const declared = (this.#options.module.events ?? []).map(({ name }) => name);
    const missing: string[] = [];
    for (const name of declared) if ((await this.#events({ name, limit: '1' })).length === 0) missing.push(name);
    if (missing.length > 0)
      throw new Error(
        [
          `No example emits ${missing.join(', ')}, which the module declares: emit them in 'also' of moduleSweep.`,
          ...refused,
        ].join('\n'),
      );
  }

  /** Of several runs, because work in the background sends statements too. */
  async #leastStatements(work: () => Promise<void>): Promise<number> {
    let least = Infinity;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      least = Math.min(least, await this.#server.statements(work));
    return least;
  }

  async #target(action: SweptAction): Promise<SweptTarget> {
    const target = this.#options.targets?.[action.id];
    if (target) return target(this);
    if (typeof action.appliesTo === 'string') {
      if (action.appliesTo === 'workspace' || action.recordOptional) return { record: null };
      throw new Error(`Action '${action.id}' applies to any record: name one in 'targets' of moduleSweep.`);
    }
    const [kind] = action.appliesTo;
    if (!kind?.id.startsWith(`${this.#options.module.name}:`))
      throw new Error(
        `Action '${action.id}' applies to records of another module: create one in 'targets' of moduleSweep.`,
      );
    return { record: await this.create(kind.id) };
  }

  /** A sweep in a workspace of its own. */
  #elsewhere(): Promise<SweepRun> {
    return SweepRun.open(this.#server, this.#options);
  }

  /** What runs of the example lead to. */
  async #figuresOf(action: SweptAction, runAll: RunAll): Promise<string> {
    const targets = await this.#alike(action);
    const replies = await runAll(targets, (target) => this.#send(action, target));
    return this.#figures(
      targets,
      replies.map(({ status }) => status),
    );
  }

  /** Targets that refer to the same records. A given one is the only one. */
  async #alike(action: SweptAction): Promise<readonly (SweptTarget & { readonly record: RecordKey })[]> {
    const { record: first, ...target } = await this.#target(action);
    if (first === null) return [];
    const records = [first];
    const isGiven = this.#options.targets?.[action.id] !== undefined;
    const same = isGiven ? {} : Object.fromEntries(await this.#references(first, ({ readOnly }) => readOnly !== true));
    while (records.length < AT_ONCE) records.push(isGiven ? first : await this.create(first.kind, same));
    return records.map((record) => ({ ...target, record }));
  }

  /** Fields of a record that name one record of the module, with their values. */
  async #references(
    record: RecordKey,
    isWanted: (schema: FieldSchema) => boolean = () => true,
  ): Promise<readonly (readonly [field: string, id: string])[]> {
    const { fields } = await this.#read(record);
    return schemasOf(this.#options.module.kinds?.find(({ id }) => id === record.kind)).flatMap(([name, schema]) => {
      const value = fields[name];
      const isOfModule = this.#options.module.kinds?.some(({ id }) => id === schema['x-kind']) === true;
      return typeof value === 'string' && isOfModule && isWanted(schema) ? [[name, value] as const] : [];
    });
  }

  /** The statuses of runs, and the numbers of their targets and of the records that these refer to. */
  async #figures(targets: readonly { readonly record: RecordKey }[], statuses: readonly number[]): Promise<string> {
    const keys = new Map<string, RecordKey>();
    for (const { record } of targets) {
      keys.set(record.id, record);
      const schemas = new Map(schemasOf(this.#options.module.kinds?.find(({ id }) => id === record.kind)));
      for (const [name, id] of await this.#references(record))
        keys.set(id, { kind: schemas.get(name)?.['x-kind'] ?? '', id });
    }
    const records = await Promise.all([...keys.values()].map(async (key) => numbersOf(await this.#read(key))));
    return JSON.stringify({ statuses: statuses.toSorted(), records: records.toSorted() });
  }

  #send(action: SweptAction, { record, input = action.example.input }: SweptTarget) {
    const local = action.id.slice(action.id.indexOf(':') + 1);
    const body = { record: record && { kind: record.kind, id: record.id }, input };
    return this.client.post(`${this.path}/modules/${this.#options.module.name}/actions/${local}`, body);
  }

  async #run(action: SweptAction, target: SweptTarget): Promise<void> {
    await this.#expect(await this.#send(action, target), `the example of action '${action.id}'`);
  }

  async #fields({ record }: SweptTarget): Promise<string> {
    return JSON.stringify(record && (await this.#read(record)).fields);
  }

  async #read({ kind, id }: RecordKey): Promise<RecordBody> {
    const [module = '', local = ''] = kind.split(':');
    const reply = await this.client.get<RecordBody>(`${this.path}/modules/${module}/records/${local}/${id}`);
    return this.#expect(reply, `reading ${kind}`);
  }

  async #events(query: Readonly<Record<string, string>>): Promise<readonly { readonly id: string }[]> {
    const path = `${this.path}/event-log?${new URLSearchParams(query)}`;
    return (await this.#expect(await this.client.get<{ data: readonly { id: string }[] }>(path), 'the event log')).data;
  }

  async #fieldsOf(kind: Kind): Promise<SweepFields> {
    this.#created += 1;
    const number = this.#created;
    const given = this.#options.fields?.[kind.id];
    if (given) return given(number);
    const schemas = kind.fields.properties as Readonly<Record<string, FieldSchema>>;
    const required = (kind.fields.required ?? []) as readonly string[];
    const fields: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(kind.example ?? {}))
      fields[name] = this.#isDistinct(kind, name) && typeof value === 'string' ? `${value} ${number}` : value;
    for (const [name, schema] of Object.entries(schemas)) {
      const target = schema['x-kind'];
      if (target === undefined) continue;
      // The ids of an example name records that do not exist.
      delete fields[name];
      if (required.includes(name) && schema.readOnly !== true) {
        const { id } = await this.create(target);
        fields[name] = schema.type === 'array' ? [id] : id;
      }
    }
    return fields;
  }

  #isDistinct({ titleField, unique = [] }: Kind, field: string): boolean {
    return field === titleField || unique.flat().includes(field);
  }

  #kind(id: string): Kind {
    const kind = this.#options.module.kinds?.find((candidate) => candidate.id === id);
    if (!kind)
      throw new Error(
        `Module '${this.#options.module.name}' has no kind '${id}': give its fields in 'fields' of moduleSweep.`,
      );
    return kind;
  }

  #records(kind: string): string {
    return `${this.path}/modules/${this.#options.module.name}/records/${kind.slice(kind.indexOf(':') + 1)}`;
  }

  async #expect<Body>(reply: { readonly status: number; readonly body: Body; readonly text: string }, what: string) {
    if (reply.status >= 300) throw new Error(`Answered ${reply.status} to ${what}: ${reply.text}`);
    return Promise.resolve(reply.body);
  }
}
