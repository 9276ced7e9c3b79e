import { createTestServer, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { createCapabilities, type Capabilities } from '../create-capabilities.js';

const WAIT = { headers: { prefer: 'wait=20' } };

export interface Kept {
  readonly id: string;
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
type Fields = Readonly<Record<string, unknown>>;

/** One workspace of the whole product, its wires at work: every request is answered once what it set off has run. */
export class ChainBench {
  readonly path: string;
  readonly client: TestClient;

  constructor(client: TestClient, path: string) {
    this.client = client;
    this.path = path;
  }

  async add(kind: string, fields: Fields): Promise<Kept> {
    const { status, body, text } = await this.client.post<Kept>(this.#records(kind), { fields }, WAIT);
    if (status !== 201) throw new Error(`${kind}: ${text}`);
    return body;
  }

  async do(action: string, record: Pick<Kept, 'id' | 'kind'> | null, input: Fields = {}): Promise<Fields> {
    const { status, body, text } = await this.run(action, record, input);
    if (status !== 200) throw new Error(`${action}: ${text}`);
    return body['result'] as Fields;
  }

  run(action: string, record: Pick<Kept, 'id' | 'kind'> | null, input: Fields = {}) {
    const [module = '', local = ''] = action.split(':');
    const target = record && { kind: record.kind, id: record.id };
    return this.client.post(`${this.path}/modules/${module}/actions/${local}`, { record: target, input }, WAIT);
  }

  async look({ kind, id }: Pick<Kept, 'id' | 'kind'>): Promise<Fields> {
    const { body, status, text } = await this.client.get<Kept>(`${this.#records(kind)}/${id}`);
    if (status !== 200) throw new Error(text);
    return body.fields;
  }

  async list(kind: string, filter: string): Promise<readonly Kept[]> {
    const path = `${this.#records(kind)}?limit=200&filter=${encodeURIComponent(filter)}`;
    const { body, status, text } = await this.client.get<{ data: readonly Kept[] }>(path);
    if (status !== 200) throw new Error(text);
    return body.data;
  }

  /** Runs of wires that did not do what they should. */
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
  readonly server: TestServer;
  /** A workspace of its own, with every module, and its owner. */
  bench(): Promise<ChainBench & { readonly workspace: TestWorkspace }>;
  close(): Promise<void>;
}

export async function startChains(): Promise<Chains> {
  let awaitEffects: Capabilities['awaitEffects'] = () => Promise.resolve();
  const server = await createTestServer({
    modules: BUILT_IN_MODULES,
    capabilities: (parts) => {
      const made = createCapabilities(parts);
      awaitEffects = made.awaitEffects;
      return made.factories;
    },
    awaitEffects: (...effects) => awaitEffects(...effects),
  });
  return {
    server,
    close: () => server.close(),
    bench: async () => {
      const workspace = await server.workspace();
      return Object.assign(new ChainBench(server.as(workspace.owner), workspace.path), { workspace });
    },
  };
}
