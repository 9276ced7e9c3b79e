import type { TestClient, TestReply } from './test-client.js';

export type Fields = Readonly<Record<string, unknown>>;

export interface RecordKey {
  readonly id: string;
  readonly kind: string;
}

export interface RecordBody extends RecordKey {
  readonly title: string;
  readonly fields: Fields;
  readonly tags: readonly string[];
  readonly version: number;
}

export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: readonly { readonly path: string; readonly code: string }[];
  };
}

export interface ActionResult<Result = Fields> {
  readonly result: Result;
  readonly record: RecordBody;
  readonly events: readonly { readonly id: string; readonly name: string }[];
}

export interface Refused {
  readonly status: number;
  readonly code: string;
  /** `/input/qty minimum`: the path of each fault, and its code. */
  readonly details: readonly string[];
}

export interface LoggedEvent {
  readonly name: string;
  readonly payload: Fields;
}

const REFUSED = 400;

/** The members of a client that requests for records need. */
type RecordRequests = Pick<TestClient, 'get' | 'post' | 'patch' | 'delete'>;

/**
 * Records, actions and events of one workspace. A module's specs extend it with the terms of the module. A kind without a prefix,
 * and every action, is the module's own.
 */
export abstract class WorkspaceClient<Result = Fields> {
  readonly path: string;
  /** Name of the module whose actions run. */
  abstract readonly module: string;
  readonly #client: RecordRequests;
  #created = 0;

  constructor(client: RecordRequests, workspacePath: string) {
    this.#client = client;
    this.path = workspacePath;
  }

  create<Body = RecordBody & ErrorBody>(
    kind: string,
    fields: Fields,
    tags?: readonly string[],
  ): Promise<TestReply<Body>> {
    return this.#client.post(this.records(kind), { fields, ...(tags && { tags }) });
  }

  async add<Created extends RecordKey = RecordBody>(
    kind: string,
    fields: Fields,
    tags?: readonly string[],
  ): Promise<Created> {
    return expectStatus(201, await this.create<Created>(kind, fields, tags));
  }

  change<Body = RecordBody & ErrorBody>(record: RecordKey, fields: Fields): Promise<TestReply<Body>> {
    return this.#client.patch(this.#pathOf(record), { fields });
  }

  remove(record: RecordKey): Promise<TestReply<ErrorBody>> {
    return this.#client.delete(this.#pathOf(record));
  }

  restore(record: RecordKey): Promise<TestReply<RecordBody & ErrorBody>> {
    return this.#client.post(`${this.#pathOf(record)}/restore`);
  }

  batch<Body = { readonly results: readonly { readonly record: RecordBody }[] } & ErrorBody>(
    kind: string,
    operations: readonly object[],
  ): Promise<TestReply<Body>> {
    return this.#client.post(`${this.records(kind)}/batch`, { operations });
  }

  /** Runs an action of the module and returns the response, successful or not. */
  run<Body = ActionResult<Result> & ErrorBody>(
    action: string,
    target: RecordKey | null,
    input: Fields = {},
  ): Promise<TestReply<Body>> {
    const record = target && { kind: target.kind, id: target.id };
    return this.#client.post(`${this.path}/modules/${this.module}/actions/${action}`, { record, input });
  }

  /** Runs an action that is expected to succeed. */
  async do<Given = Result>(action: string, target: RecordKey | null, input: Fields = {}): Promise<ActionResult<Given>> {
    return expectStatus(200, await this.run<ActionResult<Given>>(action, target, input));
  }

  /** The refusal of an action that is expected to fail: what clients can tell it by. */
  async refusalOf(action: string, target: RecordKey | null, input: Fields = {}): Promise<Refused> {
    const { status, body, text } = await this.run(action, target, input);
    if (status < REFUSED) throw new Error(`Expected '${action}' to be refused, got ${status}: ${text}`);
    const { code, details = [] } = body.error;
    return { status, code, details: details.map((detail) => `${detail.path} ${detail.code}`) };
  }

  /** The result of an action that is expected to succeed. */
  async resultOf<Given = Result>(action: string, target: RecordKey | null, input: Fields = {}): Promise<Given> {
    return (await this.do<Given>(action, target, input)).result;
  }

  async read<Read extends RecordKey>(record: Read): Promise<Read> {
    return expectStatus(200, await this.#client.get<Read>(this.#pathOf(record)));
  }

  async fieldsOf(record: RecordKey): Promise<Fields> {
    return (await this.read(record as RecordBody)).fields;
  }

  /** Up to 200 records of a kind; a text is a filter. */
  async list<Listed extends RecordKey = RecordBody>(
    kind: string,
    query: string | { readonly filter?: string; readonly sort?: string } = {},
  ): Promise<readonly Listed[]> {
    const path = `${this.records(kind)}?${new URLSearchParams({ limit: '200', ...(typeof query === 'string' ? { filter: query } : query) })}`;
    return expectStatus(200, await this.#client.get<{ readonly data: Listed[] }>(path)).data;
  }

  /** Events of a record, oldest first; only those with the given name, if there is one. */
  async eventsOf({ id }: Pick<RecordKey, 'id'>, name?: string): Promise<readonly LoggedEvent[]> {
    const query = new URLSearchParams({ limit: '200', record_id: id, ...(name !== undefined && { name }) });
    const log = await this.#client.get<{ readonly data: LoggedEvent[] }>(`${this.path}/event-log?${query}`);
    return expectStatus(200, log).data.toReversed();
  }

  async payloadsOf(record: Pick<RecordKey, 'id'>, name: string): Promise<readonly Fields[]> {
    return (await this.eventsOf(record, name)).map(({ payload }) => payload);
  }

  /** Changes settings of the module. */
  async set(settings: Fields): Promise<TestReply> {
    const reply = await this.#client.patch(`${this.path}/modules/${this.module}`, { settings });
    expectStatus(200, reply);
    return reply;
  }

  records(kind: string): string {
    const [module, local] = kind.includes(':') ? kind.split(':') : [this.module, kind];
    return `${this.path}/modules/${module}/records/${local}`;
  }

  /** A number that this client has not used yet. */
  protected nextNumber(): number {
    return (this.#created += 1);
  }

  #pathOf({ kind, id }: RecordKey): string {
    return `${this.records(kind)}/${id}`;
  }
}

function expectStatus<Body>(expected: number, { status, body, text }: TestReply<Body>): Body {
  if (status !== expected) throw new Error(`Expected ${expected}, got ${status}: ${text}`);
  return body;
}
