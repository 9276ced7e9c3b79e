import type { Client, RequestOptions, Server, ServerOptions } from '../fixtures/whole-product.js';

const WAIT = { headers: { prefer: 'wait=20' } };

type ApiFields = Readonly<Record<string, unknown>>;

export interface ApiRecord {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly fields: ApiFields;
}

interface Workspace {
  readonly path: string;
  readonly owner: { readonly token: string };
}
interface ChainServer extends Server {
  workspace(): Promise<Workspace>;
}

/** The response of an action. */
export interface Answer extends ApiFields {
  readonly result: ApiFields;
  readonly events: readonly { readonly id: string; readonly name: string }[];
  readonly error: { readonly code: string; readonly details: readonly { readonly path: string }[] };
}

export interface LoggedEvent {
  readonly id: string;
  readonly name: string;
  readonly cause: { readonly wire_id: string | null; readonly run_id: string; readonly event_id: string } | null;
  readonly payload: ApiFields;
}

export interface Run {
  readonly id: string;
  readonly event_id: string;
  readonly state: string;
  readonly error: { readonly code: string } | null;
}

interface Wire {
  readonly id: string;
  readonly enabled: boolean;
  readonly default: { readonly module: string; readonly key: string } | null;
}

/** A workspace of the whole product with running wires. Each request waits for the effects that it causes. */
export class ChainBench {
  readonly path: string;
  readonly client: Client;

  constructor(client: Client, path: string) {
    this.client = client;
    this.path = path;
  }

  async add(kind: string, fields: ApiFields): Promise<ApiRecord> {
    const { status, body, text } = await this.client.post<ApiRecord>(this.#records(kind), { fields }, WAIT);
    if (status !== 201) throw new Error(`${kind}: ${text}`);
    return body;
  }

  async do(action: string, record: Pick<ApiRecord, 'id' | 'kind'> | null, input: ApiFields = {}): Promise<ApiFields> {
    const { status, body, text } = await this.run(action, record, input);
    if (status !== 200) throw new Error(`${action}: ${text}`);
    return body.result;
  }

  /** Runs an action and returns the response, also on failure. */
  run(
    action: string,
    record: Pick<ApiRecord, 'id' | 'kind'> | null,
    ...[input = {}, options = WAIT]: [input?: ApiFields, options?: RequestOptions]
  ) {
    const [module = '', local = ''] = action.split(':');
    const target = record && { kind: record.kind, id: record.id };
    const path = `${this.path}/modules/${module}/actions/${local}`;
    return this.client.post<Answer>(path, { record: target, input }, options);
  }

  async readFields({ kind, id }: Pick<ApiRecord, 'id' | 'kind'>): Promise<ApiFields> {
    const { body, status, text } = await this.client.get<ApiRecord>(`${this.#records(kind)}/${id}`);
    if (status !== 200) throw new Error(text);
    return body.fields;
  }

  async list(kind: string, filter: string): Promise<readonly ApiRecord[]> {
    const path = `${this.#records(kind)}?limit=200&filter=${encodeURIComponent(filter)}`;
    const { body, status, text } = await this.client.get<{ data: readonly ApiRecord[] }>(path);
    if (status !== 200) throw new Error(text);
    return body.data;
  }

  async wire(module: string, key: string): Promise<Wire> {
    const { body } = await this.client.get<{ data: Wire[] }>(`${this.path}/wires?limit=200`);
    const match = body.data.find((wire) => wire.default?.module === module && wire.default.key === key);
    if (!match) throw new Error(`There is no wire '${key}' of ${module}.`);
    return match;
  }

  async enable({ id }: Wire, enabled = true): Promise<void> {
    const { status, text } = await this.client.patch(`${this.path}/wires/${id}`, { enabled });
    if (status !== 200) throw new Error(text);
  }

  /** The runs of a wire, oldest first. */
  async runs({ id }: Wire): Promise<readonly Run[]> {
    const { body } = await this.client.get<{ data: Run[] }>(`${this.path}/wires/${id}/runs?limit=200`);
    return body.data.toReversed();
  }

  /** The logged events of a record with this name, oldest first. */
  async loggedEvents({ id }: Pick<ApiRecord, 'id'>, name: string): Promise<readonly LoggedEvent[]> {
    const { body } = await this.client.get<{ data: LoggedEvent[] }>(
      `${this.path}/event-log?limit=200&record_id=${id}&name=${name}`,
    );
    return body.data.toReversed();
  }

  /** Errors of failed wire runs. */
  async failures(): Promise<readonly unknown[]> {
    const { body } = await this.client.get<{ data: readonly { state: string; error: unknown }[] }>(
      `${this.path}/wire-runs?limit=200`,
    );
    return body.data.filter(({ state }) => state === 'failed').map(({ error }) => error);
  }

  #records(kind: string): string {
    return `${this.path}/modules/${kind.replace(':', '/records/')}`;
  }
}

export interface Chains {
  readonly server: ChainServer;
  /** Creates a workspace with every module, and its owner. */
  bench(): Promise<ChainBench>;
  close(): Promise<void>;
}

/** For specs of requests and wires on the shipped program: `chainsOn(await startShippedServer())`. */
export function chainsOn(server: ChainServer): Chains {
  return {
    server,
    close: () => server.close(),
    bench: async () => {
      const workspace = await server.workspace();
      return new ChainBench(server.as(workspace.owner.token), workspace.path);
    },
  };
}

/**
 * For specs that need access to the process: the whole product from its sources, with running wires, on the server that the spec
 * creates.
 */
export async function startChains(createServer: (options: ServerOptions) => Promise<ChainServer>): Promise<Chains> {
  // Imported here only: specs that do not need the sources start in half the time.
  const { startProduct } = await import('../fixtures/whole-product.js');
  return chainsOn(await startProduct(createServer));
}
