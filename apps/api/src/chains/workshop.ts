import type { AwaitEffects } from '@cubit/http';
import { createTestServer, type TestServer, type TestServerOptions, type TestWorkspace } from '@cubit/testing';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { createCapabilities } from '../create-capabilities.js';

type Fields = Readonly<Record<string, unknown>>;

export interface Kept {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly fields: Fields;
}

export interface Answer {
  readonly result: Fields;
  readonly events: readonly { readonly id: string; readonly name: string }[];
  readonly error?: { readonly code: string };
}

export interface ToldEvent {
  readonly id: string;
  readonly name: string;
  readonly cause: { readonly wire_id: string | null; readonly run_id: string; readonly event_id: string } | null;
  readonly payload: Fields;
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

const WAIT = { headers: { prefer: 'wait=20' } };

/** The whole product with its wires running, for chains that cross modules. */
export async function startProduct(options: Pick<TestServerOptions, 'now'> = {}): Promise<TestServer> {
  let effects: AwaitEffects | undefined;
  return createTestServer({
    ...options,
    modules: BUILT_IN_MODULES,
    capabilities: (parts) => {
      const { factories, awaitEffects } = createCapabilities(parts);
      effects = awaitEffects;
      return factories;
    },
    awaitEffects: (...waiting) => effects?.(...waiting) ?? Promise.resolve(),
  });
}

/** A workspace by REST alone. Every write waits for the wires that it sets off. */
export class Workshop {
  readonly #client: ReturnType<TestServer['as']>;
  readonly #path: string;

  constructor(server: TestServer, { owner, path }: TestWorkspace) {
    this.#client = server.as(owner);
    this.#path = path;
  }

  async add(kind: string, fields: Fields): Promise<Kept> {
    const { status, body, text } = await this.#client.post<Kept>(this.#records(kind), { fields }, WAIT);
    if (status !== 201) throw new Error(text);
    return body;
  }

  async look({ kind, id }: Pick<Kept, 'kind' | 'id'>): Promise<Fields> {
    const { status, body, text } = await this.#client.get<Kept>(`${this.#records(kind)}/${id}`);
    if (status !== 200) throw new Error(text);
    return body.fields;
  }

  async list(kind: string, filter: string): Promise<readonly Kept[]> {
    const query = new URLSearchParams({ filter, limit: '200' });
    const { status, body, text } = await this.#client.get<{ data: Kept[] }>(`${this.#records(kind)}?${query}`);
    if (status !== 200) throw new Error(text);
    return body.data;
  }

  /** Runs an action, whatever comes of it. */
  run(action: string, record: Pick<Kept, 'kind' | 'id'> | null, input: Fields = {}, wait = true) {
    const [module, local] = action.split(':');
    const target = record && { kind: record.kind, id: record.id };
    const path = `${this.#path}/modules/${module}/actions/${local}`;
    return this.#client.post<Answer>(path, { record: target, input }, wait ? WAIT : {});
  }

  /** Runs an action that is expected to succeed. */
  async make(action: string, record: Pick<Kept, 'kind' | 'id'> | null, input: Fields = {}): Promise<Answer> {
    const { status, body, text } = await this.run(action, record, input);
    if (status !== 200) throw new Error(`${action}: ${text}`);
    return body;
  }

  async wire(module: string, key: string): Promise<Wire> {
    const { body } = await this.#client.get<{ data: Wire[] }>(`${this.#path}/wires?limit=200`);
    const found = body.data.find((wire) => wire.default?.module === module && wire.default.key === key);
    if (!found) throw new Error(`There is no wire '${key}' of ${module}.`);
    return found;
  }

  async enable({ id }: Wire, enabled = true): Promise<void> {
    const { status, text } = await this.#client.patch(`${this.#path}/wires/${id}`, { enabled });
    if (status !== 200) throw new Error(text);
  }

  /** The runs of a wire, the oldest first. */
  async runs({ id }: Wire): Promise<readonly Run[]> {
    const { body } = await this.#client.get<{ data: Run[] }>(`${this.#path}/wires/${id}/runs?limit=200`);
    return body.data.toReversed();
  }

  /** What was told of a record under a name, the oldest first. */
  async told({ id }: Pick<Kept, 'id'>, name: string): Promise<readonly ToldEvent[]> {
    const { body } = await this.#client.get<{ data: ToldEvent[] }>(
      `${this.#path}/event-log?limit=200&record_id=${id}&name=${name}`,
    );
    return body.data.toReversed();
  }

  #records(kind: string): string {
    return `${this.#path}/modules/${kind.replace(':', '/records/')}`;
  }
}
