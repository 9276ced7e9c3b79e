import type { ModuleDefinition } from '@cubit/core';
import type { TestClient } from '../test-client.js';
import { until } from '../until.js';
import { ExampleRecords } from './example-records.js';
import { LifecycleWalk, type Steps } from './lifecycle-walk.js';
import type { SweepFields, SweepOptions, SweepSetup, SweptRecord, SweptServer, SweptTarget } from './sweep-options.js';
import { type FieldSchema, readKinds, type SweptKind } from './swept-kinds.js';

type Kind = NonNullable<ModuleDefinition['kinds']>[number];
export type SweptAction = NonNullable<ModuleDefinition['actions']>[number];
type RecordKey = Pick<SweptRecord, 'id' | 'kind'>;
interface Status {
  readonly status: number;
}
type RunAll = (
  targets: readonly SweptTarget[],
  send: (target: SweptTarget) => Promise<Status>,
) => Promise<readonly Status[]>;

/** The module, what its sweep was given, and the server that all workspaces of the sweep are on. */
export interface SweepParts {
  readonly module: ModuleDefinition;
  readonly options: SweepOptions;
  readonly server: SweptServer;
  /** How records get to where an action runs on them. */
  readonly known: Map<string, Steps>;
}

const AT_ONCE = 5;
const MANY = 100;
const PAGE = 200;
const ATTEMPTS = 3;
const CREATES = 'insert into record_';
const REFUSED = 300;
const EVENTS_WAIT_MS = 5_000;

/** Without texts, of which some differ in every record. */
function numbersOf({ kind, fields }: SweptRecord): string {
  const numbers = Object.entries(fields).filter(([, value]) => typeof value === 'number' || typeof value === 'boolean');
  return `${kind} ${JSON.stringify(Object.fromEntries(numbers))}`;
}

/** One workspace of a sweep, and what its tests do in it. */
export class SweepRun {
  readonly #parts: SweepParts;
  readonly #client: TestClient;
  readonly #path: string;
  readonly #kinds: ReadonlyMap<string, SweptKind>;
  readonly #examples: ExampleRecords;
  readonly #walk: LifecycleWalk;

  static async open(parts: SweepParts): Promise<SweepRun> {
    const { owner, path } = await parts.server.workspace();
    const client = parts.server.as(owner);
    return new SweepRun(parts, { client, path, owner: owner.id, kinds: await readKinds(client, path) });
  }

  private constructor(
    parts: SweepParts,
    workspace: { client: TestClient; path: string; owner: string; kinds: ReadonlyMap<string, SweptKind> },
  ) {
    const { records, fields } = parts.options;
    this.#parts = parts;
    this.#client = workspace.client;
    this.#path = workspace.path;
    this.#kinds = workspace.kinds;
    this.#examples = new ExampleRecords(
      { ...workspace, module: parts.module.name },
      {
        fieldsOf: (kind) => {
          const given = fields?.[kind];
          return given && ((index) => given(index, this.setup()));
        },
        makerOf: (kind) => {
          const make = records?.[kind];
          return make && (async (given) => this.#read(await make(this.setup(kind), given)));
        },
      },
    );
    this.#walk = new LifecycleWalk({
      known: parts.known,
      client: this.#client,
      pathOf: (record) => this.#pathOf(record),
      kindOf: (id) => this.#examples.kind(id),
      create: (kind, given) => this.#examples.create(kind, given),
      undoneBy: (action) =>
        (parts.module.actions ?? []).flatMap(({ id, undoneBy }) => (undoneBy === action ? [id] : [])),
      run: (action, record) => this.#send(this.#action(action), { record }),
    });
  }

  async runExample(action: SweptAction): Promise<void> {
    await this.#run(action, await this.#target(action));
  }

  async expectReadOnly(action: SweptAction): Promise<void> {
    const target = await this.#resolved(action, await this.#target(action));
    const written = await this.#parts.server.writes(() => this.#run(action, target));
    if (written.length > 0)
      throw new Error(`Action '${action.id}' is readOnly, and its run wrote: ${written.join(', ')}.`);
  }

  async expectIdempotent(action: SweptAction): Promise<void> {
    const target = await this.#resolved(action, await this.#target(action));
    await this.#run(action, target);
    const once = await this.#fields(target);
    const written = await this.#parts.server.writes(() => this.#run(action, target));
    const twice = await this.#fields(target);
    if (once !== twice)
      throw new Error(`Action '${action.id}' is idempotent, and its second run changed ${once} to ${twice}.`);
    const created = written.filter((write) => write.startsWith(CREATES));
    if (created.length > 0)
      throw new Error(
        `Action '${action.id}' is idempotent, and its second run created records: ${created.join(', ')}.`,
      );
  }

  /** Runs the example once for each of several records that refer to the same ones. Returns what that leads to. */
  async figuresOfRuns(action: SweptAction, order: 'at once' | 'one by one'): Promise<string> {
    const runAll: RunAll = async (targets, send) => {
      if (order === 'at once') return Promise.all(targets.map(send));
      const replies = [];
      for (const target of targets) replies.push(await send(target));
      return replies;
    };
    const targets = await this.#alike(action);
    const replies = await runAll(targets, (target) => this.#send(action, target));
    const statuses = replies.map(({ status }) => status);
    // Otherwise runs that are all refused would be as good as those that all succeed.
    if (targets.length > 0 && statuses.every((status) => status >= REFUSED))
      throw new Error(
        `Each of ${targets.length} runs of action '${action.id}' ${order} is refused: ${statuses.join(', ')}.`,
      );
    return this.#figures(targets, statuses);
  }

  async compareStatements(kind: Kind): Promise<void> {
    const { server } = this.#parts;
    const list = async () => {
      await this.#expect(await this.#client.get(`${this.#recordsOf(kind.id)}?limit=${PAGE}`), `listing ${kind.id}`);
    };
    // The first requests of a kind compile its schemas and warm caches.
    await this.#createMany(kind, 1);
    await list();
    const [createOne, listOne] = [await this.#createMany(kind, 1), await leastOf(() => server.statements(list))];
    const [createMany, listMany] = [await this.#createMany(kind, MANY), await leastOf(() => server.statements(list))];
    if (createMany > createOne)
      throw new Error(`Creating 1 record of ${kind.id} takes ${createOne} statements, and ${MANY} take ${createMany}.`);
    if (listMany > listOne)
      throw new Error(`A list of ${kind.id} takes ${listOne} statements, and ${listMany} with ${MANY} more records.`);
  }

  /** The number of statements that creating records in one request takes. */
  async #createMany(kind: Kind, count: number): Promise<number> {
    const operations = await this.#examples.operations(kind.id, count);
    return this.#parts.server.statements(async () => {
      const reply = await this.#client.post(`${this.#recordsOf(kind.id)}/batch`, { operations });
      await this.#expect(reply, `creating ${count} records of ${kind.id}`);
    });
  }

  async expectAllEvents(): Promise<void> {
    const { module, options, server } = this.#parts;
    const refused: string[] = [];
    const attempt = (work: Promise<void>) => work.catch((error: Error) => void refused.push(error.message));
    for (const kind of module.kinds ?? []) if (kind.access !== 'read-only') await attempt(this.#changeRecord(kind));
    for (const action of module.actions ?? []) await attempt(this.runExample(action as SweptAction));
    await options.also?.(this.setup());
    await server.sweep();
    const elsewhere = new Set(options.emittedBySpecs);
    const names = (module.events ?? []).map(({ name }) => name);
    const missing = await this.#neverEmitted(names.filter((name) => !elsewhere.has(name)));
    const emitted: string[] = [];
    for (const name of elsewhere) if (await this.#isEmitted(name)) emitted.push(name);
    if (missing.length > 0)
      throw new Error(
        [
          `No example emits ${missing.join(', ')}, which the module declares: emit them in 'also' of moduleSweep.`,
          ...refused,
        ].join('\n'),
      );
    if (emitted.length > 0)
      throw new Error(`Examples emit ${emitted.join(', ')}: remove them from 'emittedBySpecs' of moduleSweep.`);
  }

  /** Takes a record through what the API offers for any: create, change, delete, restore. */
  async #changeRecord({ id, titleField }: Kind): Promise<void> {
    const record = await this.#examples.create(id);
    const path = this.#pathOf(record);
    const title = titleField === undefined ? undefined : record.fields[titleField];
    if (titleField !== undefined && typeof title === 'string')
      await this.#client.patch(path, { fields: { [titleField]: `${title} again` } });
    const { status } = await this.#client.delete(path);
    if (status < REFUSED) await this.#client.post(`${path}/restore`);
  }

  async #target(action: SweptAction): Promise<SweptTarget> {
    const target = this.#parts.options.targets?.[action.id];
    if (target) return target(this.setup());
    const kind = this.#kindOf(action);
    return { record: kind === null ? null : await this.#walk.recordFor(action.id, kind) };
  }

  /** The kind of the records that the sweep runs an action on; null if it runs without one. */
  #kindOf({ appliesTo, recordOptional }: SweptAction): string | null {
    if (appliesTo === 'workspace' || recordOptional) return null;
    if (appliesTo === 'any') return this.#examples.anyKind();
    const ids = appliesTo.map(({ id }) => id).filter((id) => this.#kinds.has(id));
    return ids.find((id) => id.startsWith(`${this.#parts.module.name}:`)) ?? ids[0] ?? appliesTo[0]?.id ?? null;
  }

  /** Targets that refer to the same records. A given one is the only one. */
  async #alike(action: SweptAction): Promise<readonly (SweptTarget & { readonly record: RecordKey })[]> {
    const { record: first, ...target } = await this.#resolved(action, await this.#target(action));
    if (first === null) return [];
    const records = [first];
    const isGiven = this.#parts.options.targets?.[action.id] !== undefined;
    const same = isGiven ? {} : Object.fromEntries(await this.#references(first, this.#kind(first).schemas.create));
    while (records.length < (this.#parts.options.atOnce ?? AT_ONCE))
      records.push(isGiven ? first : await this.#walk.recordFor(action.id, first.kind, same));
    return records.map((record) => ({ ...target, record }));
  }

  /** The target with the input of the run: ids in the example are those of new records. */
  async #resolved(action: SweptAction, { record, input }: SweptTarget): Promise<SweptTarget> {
    if (input !== undefined) return { record, input };
    return {
      record,
      input: (await this.#examples.resolve(action.input as FieldSchema, action.example.input)) as SweepFields,
    };
  }

  /** Fields of a record that name one record, with their values. */
  async #references(
    record: RecordKey,
    { properties = {} }: FieldSchema,
  ): Promise<readonly (readonly [field: string, id: string])[]> {
    const { fields } = await this.#read(record);
    return Object.entries(properties).flatMap(([name, { 'x-kind': kind = '' }]) => {
      const value = fields[name];
      return typeof value === 'string' && this.#kinds.has(kind) ? [[name, value] as const] : [];
    });
  }

  /** The statuses of runs, and the numbers of their targets and of the records that these refer to. */
  async #figures(targets: readonly { readonly record: RecordKey }[], statuses: readonly number[]): Promise<string> {
    const keys = new Map<string, RecordKey>();
    for (const { record } of targets) {
      keys.set(record.id, record);
      const { read } = this.#kind(record).schemas;
      for (const [name, id] of await this.#references(record, read))
        keys.set(id, { kind: read.properties?.[name]?.['x-kind'] ?? '', id });
    }
    const records = await Promise.all([...keys.values()].map(async (key) => numbersOf(await this.#read(key))));
    return JSON.stringify({ statuses: statuses.toSorted(), records: records.toSorted() });
  }

  async #send(action: SweptAction, target: SweptTarget) {
    const { record, input } = await this.#resolved(action, target);
    const local = action.id.slice(action.id.indexOf(':') + 1);
    const body = { record: record && { kind: record.kind, id: record.id }, input };
    return this.#client.post<{ readonly result: SweepFields }>(
      `${this.#path}/modules/${this.#parts.module.name}/actions/${local}`,
      body,
    );
  }

  async #run(action: SweptAction, target: SweptTarget): Promise<SweepFields> {
    return (await this.#expect(await this.#send(action, target), `the example of action '${action.id}'`)).result;
  }

  /** What the functions of the options get. The one that creates records of `making` creates them from their example. */
  setup(making?: string): SweepSetup {
    return {
      client: this.#client,
      path: this.#path,
      create: (kind, fields) =>
        kind === making ? this.#examples.createFromExample(kind, fields) : this.#examples.create(kind, fields),
      run: (action, record, input) => this.#run(this.#action(action), { record, ...(input && { input }) }),
    };
  }

  #action(id: string): SweptAction {
    const action = this.#parts.module.actions?.find((candidate) => candidate.id === id);
    if (!action) throw new Error(`Module '${this.#parts.module.name}' has no action '${id}'.`);
    return action as SweptAction;
  }

  async #fields({ record }: SweptTarget): Promise<string> {
    return JSON.stringify(record && (await this.#read(record)).fields);
  }

  async #read(record: RecordKey): Promise<SweptRecord> {
    return this.#expect(await this.#client.get<SweptRecord>(this.#pathOf(record)), `reading ${record.kind}`);
  }

  /** An event is in the log soon after it is emitted. */
  async #neverEmitted(names: readonly string[]): Promise<readonly string[]> {
    const looks = names.map((name) => until(`${name} is emitted`, () => this.#isEmitted(name), EVENTS_WAIT_MS));
    const ends = await Promise.allSettled(looks);
    return names.filter((_, index) => ends[index]?.status === 'rejected');
  }

  async #isEmitted(name: string): Promise<boolean> {
    const path = `${this.#path}/event-log?${new URLSearchParams({ name, limit: '1' })}`;
    const reply = await this.#client.get<{ readonly data: readonly object[] }>(path);
    return (await this.#expect(reply, 'the event log')).data.length > 0;
  }

  #kind({ kind }: RecordKey): SweptKind {
    return this.#examples.kind(kind);
  }

  #recordsOf(kind: string): string {
    return this.#examples.pathOf(this.#examples.kind(kind));
  }

  #pathOf({ kind, id }: RecordKey): string {
    return `${this.#recordsOf(kind)}/${id}`;
  }

  async #expect<Body>(reply: { readonly status: number; readonly body: Body; readonly text: string }, what: string) {
    if (reply.status >= REFUSED) throw new Error(`Answered ${reply.status} to ${what}: ${reply.text}`);
    return Promise.resolve(reply.body);
  }
}

/** Of several measurements, because work in the background sends statements too. */
async function leastOf(measure: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) least = Math.min(least, await measure());
  return least;
}
