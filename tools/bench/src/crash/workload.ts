import { createApi, type Api } from '../data/api.js';

export const INITIAL_STOCK = 1_000_000;

/**
 * The data of the load: a part that is used unit by unit, a part that a wire counts on, and two wires on every
 * created part.
 */
export interface Workload {
  readonly token: string;
  /** `/api/v1/orgs/<workspace>`. */
  readonly path: string;
  readonly depot: string;
  readonly counter: string;
  /** Adds one unit of each new part to its stock, so each part is its own counter. */
  readonly each: string;
  /** Adds one to `counter` for each new part, in commit order. */
  readonly all: string;
}

interface Identified {
  readonly id: string;
}

/** Registers on an empty instance, and creates the data of the load. */
export async function prepareWorkload(origin: string): Promise<Workload> {
  const anonymous = createApi(origin);
  const { token: session } = await anonymous.post<{ token: string }>('/api/v1/me/registration', {
    email: 'prover@example.org',
    name: 'Prover',
    password: 'a password for one run',
  });
  const owner = anonymous.as(session);
  await owner.post('/api/v1/me/orgs', { slug: 'proof', name: 'Proof', modules: ['inventory'] });
  const { token } = await owner.post<{ token: string }>('/api/v1/me/api-tokens', { name: 'Prover' });
  const api = anonymous.as(token);
  const path = '/api/v1/orgs/proof';
  const [depot, counter] = [await addPart(api, path, 'Depot'), await addPart(api, path, 'Counter')];
  await api.post(`${path}/modules/inventory/actions/add`, {
    record: { kind: 'inventory:part', id: depot },
    input: { qty: INITIAL_STOCK },
  });
  const wire = async (body: object) =>
    (
      await api.post<Identified>(`${path}/wires`, {
        event: 'inventory.part.created',
        action: 'inventory:add',
        input: { qty: 1 },
        ...body,
      })
    ).id;
  const each = await wire({ name: 'One of each', record: 'event.payload.partId' });
  const all = await wire({ name: 'Count them', record: `"${counter}"`, mode: 'queued' });
  return { token, path, depot, counter, each, all };
}

async function addPart(api: Api, path: string, name: string): Promise<string> {
  const { id } = await api.post<Identified>(`${path}/modules/inventory/records/part`, { fields: { name } });
  return id;
}
