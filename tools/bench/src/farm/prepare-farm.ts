import { createApi, type Api } from '../data/api.js';

export const GRAMS_PER_SPOOL = 100_000;
export const FILAMENT = { material: 'PLA', density_g_cm3: 1.24, diameter_mm: 1.75 } as const;

/**
 * A machine of the farm with its spool, and the way its host reports: to the URL of an integration, or through the
 * action.
 */
export interface FarmMachine {
  readonly id: string;
  readonly name: string;
  readonly spool: string;
  /** Path of the inbound webhook; null: the host runs `digifab:report`. */
  readonly webhook: string | null;
}

export interface Farm {
  readonly origin: string;
  readonly token: string;
  /** `/api/v1/orgs/<workspace>`. */
  readonly path: string;
  readonly filament: string;
  readonly machines: readonly FarmMachine[];
}

interface Identified {
  readonly id: string;
}

const EVERY_SECOND_BY_WEBHOOK = 2;

/** Registers on an empty instance, and creates `machines` machines, each with its own spool of one filament. */
export async function prepareFarm(origin: string, count: number): Promise<Farm> {
  const anonymous = createApi(origin);
  const { token: session } = await anonymous.post<{ token: string }>('/api/v1/me/registration', {
    email: 'farmer@example.org',
    name: 'Farmer',
    password: 'a password for one run',
  });
  const owner = anonymous.as(session);
  const modules = ['spaces', 'inventory', 'digifab'];
  await owner.post('/api/v1/me/orgs', { slug: 'farm', name: 'Farm', modules });
  const { token } = await owner.post<{ token: string }>('/api/v1/me/api-tokens', { name: 'Farmer' });
  const api = anonymous.as(token);
  const path = '/api/v1/orgs/farm';
  const part = { name: 'PLA', unit: 'g', material: FILAMENT };
  const { id: filament } = await api.post<Identified>(`${path}/modules/inventory/records/part`, { fields: part });
  const machines: FarmMachine[] = [];
  for (let index = 0; index < count; index += 1) machines.push(await addMachine(api, path, { index, filament }));
  return { origin, token, path, filament, machines };
}

async function addMachine(
  api: Api,
  path: string,
  { index, filament }: { readonly index: number; readonly filament: string },
): Promise<FarmMachine> {
  const stock = { part: filament, qty: GRAMS_PER_SPOOL };
  const spool = await api.post<Identified>(`${path}/modules/inventory/records/stock_item`, { fields: stock });
  const name = `Printer ${String(index + 1)}`;
  const fields = { name, loaded: [{ slot: 0, stock_item: spool.id }] };
  const { id } = await api.post<Identified>(`${path}/modules/digifab/records/machine`, { fields });
  if (index % EVERY_SECOND_BY_WEBHOOK === 0) return { id, name, spool: spool.id, webhook: null };
  const integration = { connector: 'octoprint', name, config: { machine: id } };
  const { url } = await api.post<{ url: string }>(`${path}/integrations`, integration);
  return { id, name, spool: spool.id, webhook: new URL(url).pathname };
}
