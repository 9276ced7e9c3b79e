import type { Api } from './api.js';
import { partFields } from './part-fields.js';

export interface LoadedData {
  readonly token: string;
  /** `/api/v1/orgs/<slug>`. */
  readonly workspacePath: string;
  readonly slug: string;
  readonly categoryIds: readonly string[];
  readonly partIds: readonly string[];
  /** The first parts, which have stock. */
  readonly stockedParts: number;
}

export interface LoadDataOptions {
  readonly parts: number;
  readonly stockItems: number;
  readonly onProgress: (text: string) => void;
}

const SLUG = 'bench';
/** The owner of the workspace. */
export const PERSON = { email: 'bench@example.org', name: 'Bench', password: 'as long as a password' };
const CATEGORIES = 50;
const BATCH = 1_000;
const BATCHES_IN_FLIGHT = 3;
/** More than any round can use up. */
const QUANTITY = 1_000_000;

interface BatchAnswer {
  readonly results: readonly { readonly record: { readonly id: string } }[];
}

/** A user, a workspace, an API token and the records, all created through the API. */
export async function loadData(api: Api, { parts, stockItems, onProgress }: LoadDataOptions): Promise<LoadedData> {
  const session = api.as((await api.post<{ token: string }>('/api/v1/me/registration', PERSON)).token);
  await session.post('/api/v1/me/orgs', { slug: SLUG, name: 'Bench', modules: await installed(session) });
  const { token } = await session.post<{ token: string }>('/api/v1/me/api-tokens', { name: 'bench' });
  const workspacePath = `/api/v1/orgs/${SLUG}`;
  const records = `${workspacePath}/modules/inventory/records`;
  const client = api.as(token);
  const wires = await client.get<{ data: readonly { readonly id: string; readonly enabled: boolean }[] }>(
    `${workspacePath}/wires?limit=200`,
  );
  const enabled = wires.data.filter((wire) => wire.enabled);
  const switchAll = async (to: boolean) => {
    for (const { id } of enabled) await client.patch(`${workspacePath}/wires/${id}`, { enabled: to });
  };
  // Hundreds of thousands of rows would create as many runs, which the benchmark does not need.
  await switchAll(false);

  const create = async (kind: string, count: number, fieldsOf: (index: number) => object) => {
    const ids: string[] = Array.from({ length: count });
    let created = 0;
    await inTurns(Math.ceil(count / BATCH), async (batch) => {
      const first = batch * BATCH;
      const size = Math.min(BATCH, count - first);
      const operations = Array.from({ length: size }, (_, offset) => ({
        op: 'create',
        fields: fieldsOf(first + offset),
      }));
      const { results } = await client.post<BatchAnswer>(`${records}/${kind}/batch`, { operations });
      for (const [offset, { record }] of results.entries()) ids[first + offset] = record.id;
      created += size;
      onProgress(`${kind}: ${created} of ${count}`);
    });
    return ids;
  };

  const categoryIds = await create('category', CATEGORIES, (index) => ({ name: `Category ${index}` }));
  const partIds = await create('part', parts, (index) => partFields(index, categoryIds[index % CATEGORIES] ?? ''));
  await create('stock_item', stockItems, (index) => ({ part: partIds[index % parts], qty: QUANTITY }));
  await switchAll(true);
  return { token, workspacePath, slug: SLUG, categoryIds, partIds, stockedParts: Math.min(parts, stockItems) };
}

/** Every available module is enabled, since the benchmark measures a workspace with all of them. */
async function installed(session: Api): Promise<readonly string[]> {
  const PROBE = 'probe';
  await session.post('/api/v1/me/orgs', { slug: PROBE, name: 'Probe' });
  const { data } = await session.get<{ data: readonly { readonly name: string }[] }>(`/api/v1/orgs/${PROBE}/modules`);
  return data.map(({ name }) => name);
}

async function inTurns(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: BATCHES_IN_FLIGHT }, worker));
}
