import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestWorkspace,
  recordStatements,
  type TestClient,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';
import { spaces } from '../spaces.module.js';
import { location } from './location.kind.js';

interface Location {
  readonly id: string;
  readonly version: number;
  readonly fields: { readonly name: string; readonly path: string; readonly parent?: string };
}
interface Fault {
  readonly error: {
    readonly code: string;
    readonly details: readonly { readonly path: string; readonly code: string }[];
  };
}
interface Event {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [spaces] }));
});
afterAll(() => server.close());

const records = () => `${workspace.path}/modules/spaces/records/location`;

async function addLocation(name: string, parent?: Location, fields: object = {}): Promise<Location> {
  const { status, body, text } = await member.post<Location>(records(), {
    fields: { name, ...(parent ? { parent: parent.id } : {}), ...fields },
  });
  if (status !== 201) throw new Error(text);
  return body;
}
const pathOf = async ({ id }: Location) => (await member.get<Location>(`${records()}/${id}`)).body.fields.path;
const change = (location: Location, fields: object) =>
  member.patch<Location & Fault>(`${records()}/${location.id}`, { fields });
const eventsOf = async ({ id }: Location) =>
  (await member.get<{ data: Event[] }>(`${workspace.path}/event-log?record_id=${id}`)).body.data;

describe('the path of a location', () => {
  it('joins the names of its parents and its own', async () => {
    const hall = await addLocation('Hall');
    const rack = await addLocation('Rack A', hall);
    const shelf = await addLocation('Shelf 2', rack);
    expect([hall, rack, shelf].map(({ fields }) => fields.path)).toEqual([
      'Hall',
      'Hall / Rack A',
      'Hall / Rack A / Shelf 2',
    ]);
  });

  it('cannot be written by a client', async () => {
    const { status } = await member.post(records(), { fields: { name: 'Hall', path: 'Elsewhere' } });
    expect(status).toBe(422);
  });

  it('follows renames and moves in the whole subtree', async () => {
    const hall = await addLocation('Old hall');
    const yard = await addLocation('Yard');
    const rack = await addLocation('Rack', hall);
    const bins = await Promise.all(['1', '2', '3'].map((name) => addLocation(name, rack)));

    await change(hall, { name: 'New hall' });
    expect(await Promise.all(bins.map(pathOf))).toEqual(['1', '2', '3'].map((name) => `New hall / Rack / ${name}`));

    await change(rack, { parent: yard.id });
    expect(await Promise.all(bins.map(pathOf))).toEqual(['1', '2', '3'].map((name) => `Yard / Rack / ${name}`));

    await change(rack, { parent: null });
    expect(await pathOf(bins[0]!)).toBe('Rack / 1');
  });

  it('is updated with the same number of statements for any number of locations', async () => {
    const few = await addLocation('Few');
    await addLocation('1', few);
    const many = await addLocation('Many');
    await member.post(`${records()}/batch`, {
      operations: Array.from({ length: 200 }, (_, index) => ({
        op: 'create',
        fields: { name: `${index}`, parent: many.id },
      })),
    });
    // One id is compared as a value, several as an array.
    const alike = (statement: string) =>
      statement.replace(/id = any\(\$(\d+)::uuid\[\]\) order/g, 'id = $$$1::uuid order');
    const statementsOf = async (location: Location) => {
      const rename = () => change(location, { name: `${location.fields.name} renamed` });
      return (await recordStatements(server.database, rename)).map(alike);
    };
    const [ofFew, ofMany] = [await statementsOf(few), await statementsOf(many)];
    expect(ofFew).toContainEqual(expect.stringContaining('update'));
    expect(ofMany).toEqual(ofFew);
  });

  it('is correct when one batch moves and renames', async () => {
    const a = await addLocation('A');
    const b = await addLocation('B', a);
    const c = await addLocation('C', b);
    const { status } = await member.post(`${records()}/batch`, {
      operations: [
        { op: 'update', id: c.id, fields: { name: 'C2' } },
        { op: 'update', id: a.id, fields: { name: 'A2' } },
      ],
    });
    expect(status).toBe(200);
    expect(await pathOf(c)).toBe('A2 / B / C2');
  });
});

describe('the tree of locations', () => {
  it('refuses a location below itself, at any depth', async () => {
    const top = await addLocation('Top');
    const middle = await addLocation('Middle', top);
    const bottom = await addLocation('Bottom', middle);
    for (const parent of [top, bottom]) {
      const { status, body } = await change(top, { parent: parent.id });
      expect(status).toBe(422);
      expect(body.error.details).toEqual([expect.objectContaining({ path: '/fields/parent', code: 'cycle' })]);
    }
  });

  it('refuses a cycle within one batch', async () => {
    const a = await addLocation('A');
    const b = await addLocation('B');
    const { status, body } = await member.post<Fault>(`${records()}/batch`, {
      operations: [
        { op: 'update', id: a.id, fields: { parent: b.id } },
        { op: 'update', id: b.id, fields: { parent: a.id } },
      ],
    });
    expect(status).toBe(422);
    expect(body.error.details[0]?.path).toMatch(/^\/operations\/[01]\/fields\/parent$/);
  });

  it('refuses one of two concurrent moves that would close a cycle', async () => {
    const a = await addLocation('A');
    const b = await addLocation('B');
    const answers = await Promise.all([change(a, { parent: b.id }), change(b, { parent: a.id })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('refuses an unknown parent, and one of another workspace, with the path of the field', async () => {
    const other = await server.workspace();
    const foreign = await server
      .as(other.owner)
      .post<Location>(`${other.path}/modules/spaces/records/location`, { fields: { name: 'Elsewhere' } });
    const { status, body } = await member.post<Fault>(records(), { fields: { name: 'X', parent: foreign.body.id } });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      expect.objectContaining({ path: '/fields/parent', code: 'unknown_reference' }),
    ]);
  });

  it('refuses to delete a location that contains others', async () => {
    const hall = await addLocation('Hall');
    await addLocation('Rack', hall);
    expect((await member.delete(`${records()}/${hall.id}`)).status).toBe(409);
  });

  it('refuses a code that is already used', async () => {
    await addLocation('A', undefined, { code: 'BIN-1' });
    const { status, body } = await member.post<Fault>(records(), { fields: { name: 'B', code: 'BIN-1' } });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'already_exists', details: [{ path: '/fields/code' }] });
  });
});

describe('the events of locations', () => {
  it('are emitted once per change; the event of a move names the target', async () => {
    const hall = await addLocation('Hall');
    const bin = await addLocation('Bin');
    await change(bin, { parent: hall.id });
    await member.delete(`${records()}/${bin.id}`);
    await member.post(`${records()}/${bin.id}/restore`);
    const events = (await eventsOf(bin)).toReversed();
    expect(events.map(({ name }) => name)).toEqual([
      'spaces.location.created',
      'spaces.location.updated',
      'spaces.location.moved',
      'spaces.location.deleted',
      'spaces.location.restored',
    ]);
    expect(events[2]?.payload).toMatchObject({ locationId: bin.id, toParentId: hall.id, path: 'Hall / Bin' });
  });

  it('are not emitted for locations of which only the path changes', async () => {
    const hall = await addLocation('Hall');
    const bin = await addLocation('Bin', hall);
    await change(hall, { name: 'Shed' });
    expect((await eventsOf(bin)).map(({ name }) => name)).toEqual(['spaces.location.created']);
  });

  it('are each emitted by one of these tests', async () => {
    const { body } = await member.get<{ data: Event[] }>(`${workspace.path}/event-log?limit=200`);
    const declared = [...Object.values(location.events ?? {}), ...(location.emits ?? [])].map(({ name }) => name);
    expect(new Set(body.data.map(({ name }) => name))).toEqual(new Set(declared));
  });
});
