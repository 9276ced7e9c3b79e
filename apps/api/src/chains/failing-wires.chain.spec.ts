import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestUser, TestWorkspace } from '@cubit/testing';
import { startShippedServer, type ShippedServer } from '@cubit/testing/shipped';

/** CEL for the id of a record of an unknown kind. */
const ANY_RECORD = '"0192f0c1-2d3e-7000-8000-000000000002"';
let server: ShippedServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startShippedServer();
  workspace = await server.workspace();
});
afterAll(() => server.close());

interface Run {
  readonly state: string;
  readonly record_id: string | null;
}
interface Entry {
  readonly event_type: string;
  readonly message: string;
  readonly link_url: string;
}

const bell = async (person: TestUser) =>
  (await server.as(person).get<{ data: readonly Entry[] }>(`${workspace.path}/notifications`)).body.data;

describe('a wire whose runs fail', () => {
  it.each([
    ['inventory:adjust', { delta: 0 }, '/input/delta'],
    ['inventory:set', {}, '/input/qty'],
    ['inventory:set', { qty: 1, gross_weight_g: '${event.payload.partId.size()}' }, '/input/qty'],
    ['inventory:set', { qty: '${event.payload.partId.size()}', gross_weight_g: 1 }, '/input/qty'],
    ['inventory:serialize', { start: 'SN-0001' }, '/input/count'],
    ['inventory:serialize', { start: 'SN', count: 2 }, '/input/start'],
    ['inventory:merge', { items: [] }, '/input/items'],
    ['inventory:record_count', { counted: 2 }, '/input/line'],
    ['digifab:reorder', {}, '/input/before'],
    ['projects:set_due', {}, '/input/due_at'],
    ['projects:set_due', { due_at: null, in_days: 2 }, '/input/due_at'],
    ['projects:add_dependency', {}, '/input/needs_task'],
  ])('is refused on saving if %s would refuse %j for every record', async (action, input, path) => {
    const { status, body } = await server.as(workspace.owner).post(`${workspace.path}/wires`, {
      name: 'Bound to fail',
      event: 'inventory.part.created',
      action,
      record: ANY_RECORD,
      input,
    });
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_failed', details: [expect.objectContaining({ path })] } },
    });
  });

  it.each([
    ['inventory:adjust', { delta: '${event.payload.partId.size()}' }],
    ['inventory:set', { qty: '${event.payload.partId.size()}' }],
    ['inventory:serialize', { start: '${event.payload.partId}', count: 2 }],
  ])('is saved if %s gets %j, which is known only when the wire runs', async (action, input) => {
    const { status, text } = await server.as(workspace.owner).post(`${workspace.path}/wires`, {
      name: 'Takes what comes',
      event: 'inventory.part.created',
      action,
      record: ANY_RECORD,
      input,
      enabled: false,
    });
    expect([status, text]).toEqual([201, expect.any(String)]);
  });

  it('notifies its creator once, with a link to its runs, which name their record', async () => {
    const [maker, other] = [await workspace.admin(), workspace.owner];
    const client = server.as(maker);
    const wire = await client.post<{ id: string }>(`${workspace.path}/wires`, {
      name: 'Take one',
      event: 'inventory.part.created',
      action: 'inventory:use',
      record: 'event.payload.partId',
      input: { qty: '${1.0 - 2.0}' },
    });
    expect([wire.status, wire.text]).toEqual([201, expect.any(String)]);
    const parts: string[] = [];
    for (const name of ['Bolt', 'Nut']) {
      const { body } = await client.post<{ id: string }>(
        `${workspace.path}/modules/inventory/records/part`,
        { fields: { name } },
        { headers: { prefer: 'wait=20' } },
      );
      parts.push(body.id);
    }
    const rung = (await bell(maker)).filter(({ event_type }) => event_type === 'wires.wire.failing');
    expect(rung).toEqual([expect.objectContaining({ message: expect.stringMatching(/^Wire "Take one" failed: ./) })]);
    expect((await bell(other)).filter(({ event_type }) => event_type.startsWith('wires.'))).toEqual([]);
    const { pathname } = new URL(rung[0]!.link_url);
    const api = pathname.replace('/w/', '/api/v1/orgs/');
    expect(api).toBe(`${workspace.path}/wires/${wire.body.id}/runs`);
    const { body: runs } = await client.get<{ data: readonly Run[] }>(api);
    expect(runs.data.map(({ state, record_id }) => [state, record_id])).toEqual(
      parts.toReversed().map((id) => ['failed', id]),
    );
  });
});
