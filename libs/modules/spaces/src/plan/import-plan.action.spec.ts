import { defineKind, defineModule, Field } from '@cubit/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestServer,
  recordStatements,
  type TestClient,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';
import { Type } from 'typebox';
import { spaces } from '../spaces.module.js';

/** Stock in locations, as another module declares it. */
const stock = defineModule({
  name: 'stock',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Stock',
  description: 'Things that lie somewhere.',
  requires: ['spaces'],
  kinds: [
    defineKind({
      id: 'stock:item',
      title: ['Item', 'Items'],
      fields: Type.Object({ name: Field.text(), location: Field.ref('spaces:location') }),
      titleField: 'name',
    }),
  ],
});

interface Report {
  readonly plan: string | null;
  readonly created: readonly {
    readonly id?: string;
    readonly pointer: string;
    readonly type: string;
    readonly path: string;
  }[];
  readonly updated: readonly { readonly id: string; readonly path: string; readonly fields: readonly string[] }[];
  readonly orphaned: readonly { readonly id: string; readonly path: string; readonly removed: boolean }[];
}
interface Location {
  readonly id: string;
  readonly fields: { readonly name: string; readonly path: string; readonly parent?: string; readonly plan?: string };
}
interface Fault {
  readonly error: { readonly code: string; readonly details: readonly { readonly path: string }[] };
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, stock] });
});
afterAll(() => server.close());

/** An import matches locations by name, so each of these tests has its own workspace. */
async function startAfresh() {
  workspace = await server.workspace();
  member = server.as(await workspace.member());
}

const modules = () => `${workspace.path}/modules`;
const area = { x_mm: 0, y_mm: 0, w_mm: 900, d_mm: 450 };
const rack = (name: string, fields: object = {}) => ({ name, ...area, ...fields });
const shelves = (...names: string[]) => ({
  shelves: names.map((name, index) => ({ name, from_bottom_mm: index * 400 })),
});
const planOf = (containers: object[], rest: object = {}) => ({
  format: 'service-floorplan/1',
  site: { name: 'Works' },
  rooms: [{ name: 'Hall', level: 'Ground', w_mm: 9000, d_mm: 6000, containers, ...rest }],
});

async function importPlan(document: object | null, options: object = {}, planId?: string): Promise<Report> {
  const { status, body, text } = await member.post<{ result: Report }>(`${modules()}/spaces/actions/import_plan`, {
    record: planId === undefined ? null : { kind: 'spaces:plan', id: planId },
    input: { ...(document ? { document } : {}), ...options },
  });
  if (status !== 200) throw new Error(text);
  return body.result;
}
async function locations(): Promise<readonly Location[]> {
  const { body } = await member.get<{ data: Location[] }>(`${modules()}/spaces/records/location?limit=200`);
  return body.data;
}
const paths = async () => (await locations()).map(({ fields }) => fields.path).toSorted();
const find = async (path: string) => (await locations()).find(({ fields }) => fields.path === path)!;
const addLocation = async (fields: object) =>
  (await member.post<Location>(`${modules()}/spaces/records/location`, { fields })).body;

describe('importing a floor plan', () => {
  it('creates sites, levels, rooms, zones, containers and shelves', async () => {
    await startAfresh();
    const document = planOf([rack('Rack', { face: shelves('S1', 'S2'), containers: [rack('Box')] })], {
      zones: [{ name: 'Goods in', ...area }],
      walls: [{ x1: 0, y1: 0, x2: 9000, y2: 0, openings: [{ at_mm: 100, w_mm: 900, kind: 'door' }] }],
    });
    const { created } = await importPlan(document);
    expect(created.map(({ type, path }) => `${type} ${path}`).toSorted()).toEqual([
      'container Works / Ground / Hall / Rack',
      'container Works / Ground / Hall / Rack / Box',
      'level Works / Ground',
      'room Works / Ground / Hall',
      'shelf Works / Ground / Hall / Rack / S1',
      'shelf Works / Ground / Hall / Rack / S2',
      'site Works',
      'zone Works / Ground / Hall / Goods in',
    ]);
    expect(await paths()).toEqual(created.map(({ path }) => path).toSorted());
    expect(await find('Works / Ground / Hall / Rack')).toMatchObject({
      fields: { type: 'container', geometry: area, plan_pointer: '/rooms/0/containers/0' },
    });
  });

  it('reports the changes of a dry run, and writes nothing', async () => {
    await startAfresh();
    const report = await importPlan(planOf([rack('Rack')]), { dry_run: true });
    expect(report).toMatchObject({ plan: null, created: { length: 4 }, updated: [], orphaned: [] });
    expect(await paths()).toEqual([]);
    expect((await member.get<{ data: unknown[] }>(`${modules()}/spaces/floorplans`)).body.data).toEqual([]);
  });

  it('changes nothing when it is repeated', async () => {
    await startAfresh();
    const document = planOf([rack('Rack', { face: shelves('S1') })]);
    const first = await importPlan(document);
    const before = await locations();
    expect(await importPlan(document)).toMatchObject({ plan: first.plan, created: [], updated: [], orphaned: [] });
    expect(await locations()).toEqual(before);
  });

  it('recognises a rack after others were added before it, and a renamed one', async () => {
    await startAfresh();
    await importPlan(planOf([rack('A', { face: shelves('S1') }), rack('B', { face: shelves('S1') })]));
    const [a, b] = [await find('Works / Ground / Hall / A'), await find('Works / Ground / Hall / B')];
    const shelfOfB = await find('Works / Ground / Hall / B / S1');
    const moved = planOf([rack('New'), rack('B', { face: shelves('S1') }), rack('a', { face: shelves('S1') })]);
    const { created, orphaned } = await importPlan(moved);
    expect([created.map(({ path }) => path), orphaned]).toEqual([['Works / Ground / Hall / New'], []]);
    expect((await find('Works / Ground / Hall / B / S1')).id).toBe(shelfOfB.id);
    expect((await find('Works / Ground / Hall / a')).id).toBe(a.id);

    const renamed = planOf([
      rack('New'),
      rack('Rack of bolts', { face: shelves('S1') }),
      rack('a', { face: shelves('S1') }),
    ]);
    expect(await importPlan(renamed)).toMatchObject({
      created: [],
      updated: [{ id: b.id, fields: ['name'] }],
      orphaned: [],
    });
    expect((await find('Works / Ground / Hall / Rack of bolts / S1')).id).toBe(shelfOfB.id);
  });

  it('matches locations that users created before the plan', async () => {
    await startAfresh();
    const site = await addLocation({ name: 'works', type: 'site' });
    const level = await addLocation({ name: 'Ground', parent: site.id });
    const { created, updated } = await importPlan(planOf([]));
    expect(created.map(({ path }) => path)).toEqual(['Works / Ground / Hall']);
    expect(updated.map(({ id, fields }) => [id, fields])).toEqual([
      [site.id, ['name']],
      [level.id, ['type']],
    ]);
  });

  it('keeps a container in the zone to which a user moved it', async () => {
    await startAfresh();
    const document = planOf([rack('Rack')], { zones: [{ name: 'Zone', ...area }] });
    await importPlan(document);
    const [zone, container] = [await find('Works / Ground / Hall / Zone'), await find('Works / Ground / Hall / Rack')];
    await member.patch(`${modules()}/spaces/records/location/${container.id}`, { fields: { parent: zone.id } });
    expect(await importPlan(document)).toMatchObject({ created: [], updated: [], orphaned: [] });
    expect((await find('Works / Ground / Hall / Zone / Rack')).id).toBe(container.id);
  });

  it('restores a location that a user moved off the plan', async () => {
    await startAfresh();
    const document = planOf([rack('Rack')]);
    await importPlan(document);
    const [container, yard] = [await find('Works / Ground / Hall / Rack'), await addLocation({ name: 'Yard' })];
    await member.patch(`${modules()}/spaces/records/location/${container.id}`, { fields: { parent: yard.id } });
    expect(await importPlan(document)).toMatchObject({
      created: [],
      updated: [{ id: container.id, fields: ['parent'] }],
    });
    expect((await find('Works / Ground / Hall / Rack')).id).toBe(container.id);
  });

  it('with mode merge keeps and reports locations that are missing from the plan', async () => {
    await startAfresh();
    await importPlan(planOf([rack('Old', { face: shelves('S1') }), rack('New')]));
    const before = await paths();
    const { orphaned } = await importPlan(planOf([rack('New')]));
    expect(orphaned.every(({ removed }) => !removed)).toBe(true);
    expect(orphaned.map(({ path }) => path).toSorted()).toEqual([
      'Works / Ground / Hall / Old',
      'Works / Ground / Hall / Old / S1',
    ]);
    expect(await paths()).toEqual(before);
  });

  it('with mode replace removes locations that are missing from the plan, except those with stock, their parents, and those that users created', async () => {
    await startAfresh();
    const old = ['Empty', 'Full', 'Own'].map((name) => rack(name, { face: shelves('S1', 'S2') }));
    await importPlan(planOf([...old, rack('New')]));
    const full = await find('Works / Ground / Hall / Full / S2');
    await member.post(`${modules()}/stock/records/item`, { fields: { name: 'Bolts', location: full.id } });
    const bin = await addLocation({ name: 'Bin', parent: (await find('Works / Ground / Hall / Own / S1')).id });

    const replaced = planOf([rack('New')]);
    const tried = await importPlan(replaced, { mode: 'replace', dry_run: true });
    const { orphaned } = await importPlan(replaced, { mode: 'replace' });
    expect(orphaned).toEqual(tried.orphaned);
    const removed = orphaned
      .filter((orphan) => orphan.removed)
      .map(({ path }) => path.replace('Works / Ground / Hall / ', ''));
    expect(removed.toSorted()).toEqual(['Empty', 'Empty / S1', 'Empty / S2', 'Full / S1', 'Own / S2']);
    expect(await paths()).toEqual(
      ['', ' / Full', ' / Full / S2', ' / New', ' / Own', ' / Own / S1', ' / Own / S1 / Bin']
        .map((end) => `Works / Ground / Hall${end}`)
        .concat('Works', 'Works / Ground')
        .toSorted(),
    );
    expect((await find('Works / Ground / Hall / Own / S1 / Bin')).id).toBe(bin.id);
  });

  it('applies a stored plan, which replaces the one that was applied before', async () => {
    await startAfresh();
    const statusOf = async (id: string) =>
      (await member.get<{ fields: { status: string } }>(`${modules()}/spaces/records/plan/${id}`)).body.fields.status;
    const first = (await importPlan(planOf([rack('A')]))).plan!;
    const second = (await member.post<{ id: string }>(`${modules()}/spaces/floorplans`, planOf([rack('A'), rack('B')])))
      .body.id;
    expect([await statusOf(first), await statusOf(second)]).toEqual(['applied', 'draft']);
    expect(await importPlan(null, {}, second)).toMatchObject({ plan: second, created: { length: 1 }, orphaned: [] });
    expect([await statusOf(first), await statusOf(second)]).toEqual(['superseded', 'applied']);
    expect(new Set((await locations()).map(({ fields }) => fields.plan))).toEqual(new Set([second]));
    await member.put(`${modules()}/spaces/floorplans/${second}`, planOf([rack('C')]));
    expect(await statusOf(second)).toBe('draft');
    const { body } = await member.get<{ data: { name: string; payload: object }[] }>(
      `${workspace.path}/event-log?limit=200`,
    );
    const planEvents = body.data.filter(({ name }) => name.startsWith('spaces.plan.'));
    expect(planEvents).toEqual([
      expect.objectContaining({
        name: 'spaces.plan.imported',
        payload: expect.objectContaining({ planId: second, created: 1 }),
      }),
      expect.objectContaining({
        name: 'spaces.plan.superseded',
        payload: expect.objectContaining({ planId: first, byPlanId: second }),
      }),
      expect.objectContaining({
        name: 'spaces.plan.imported',
        payload: expect.objectContaining({ planId: first, created: 4 }),
      }),
    ]);
  });

  it('keeps locations when their plan is deleted', async () => {
    await startAfresh();
    const { plan } = await importPlan(planOf([rack('A')]));
    expect((await member.delete(`${modules()}/spaces/floorplans/${plan}`)).status).toBe(204);
    expect((await locations()).map(({ fields }) => fields.plan)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('refuses an invalid document with its path in the input, and a request without document and plan', async () => {
    await startAfresh();
    const call = (input: object) =>
      member.post<Fault>(`${modules()}/spaces/actions/import_plan`, { record: null, input });
    const bad = await call({ document: { ...planOf([rack('')]) } });
    expect([bad.status, bad.body.error.details[0]?.path]).toEqual([422, '/input/document/rooms/0/containers/0/name']);
    expect((await call({})).body.error.details[0]?.path).toBe('/input/document');
  });

  it('refuses a stored plan whose locations would be nested too deeply', async () => {
    await startAfresh();
    const nested = (depth: number): object => rack(`C${depth}`, depth === 1 ? {} : { containers: [nested(depth - 1)] });
    const { id } = (await member.post<{ id: string }>(`${modules()}/spaces/floorplans`, planOf([nested(30)]))).body;
    const { status, body } = await member.post<Fault>(`${modules()}/spaces/actions/import_plan`, {
      record: { kind: 'spaces:plan', id },
    });
    expect([status, body.error.details[0]?.path]).toEqual([422, `/rooms/0${'/containers/0'.repeat(30)}`]);
    expect(await paths()).toEqual([]);
  });

  it('runs the same number of statements for any number of locations', async () => {
    await startAfresh();
    const many = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => rack(`${prefix}${index}`));
    const statementsOf = async (document: object) =>
      (await recordStatements(server.database, () => importPlan(document))).filter(
        (text) => !text.includes('from event where'),
      );
    const few = await statementsOf(planOf(many('F', 2)));
    await startAfresh();
    const lots = await statementsOf(planOf(many('F', 150)));
    expect(lots.length).toBe(few.length);
    expect(lots.length).toBeLessThan(60);
  });
});

describe('exporting a floor plan', () => {
  const exportPlan = async (id: string) =>
    member.post<{ result: { document: object } } & Fault>(`${modules()}/spaces/actions/export_plan`, {
      record: { kind: 'spaces:location', id },
      input: {},
    });

  it('returns the imported document', async () => {
    await startAfresh();
    const imported = {
      format: 'service-floorplan/1',
      units_entered: 'in',
      site: { name: 'Works' },
      rooms: [
        {
          name: 'Hall',
          level: 'Ground',
          w_mm: 9000,
          d_mm: 6000,
          walls: [{ x1: 0, y1: 0, x2: 9000, y2: 0, openings: [{ at_mm: 100, w_mm: 900, kind: 'door' }] }],
          zones: [{ name: 'Goods in', ...area }],
          containers: [
            rack('Rack', { h_mm: 2000, wall_mounted: false, face: shelves('S1', 'S2'), containers: [rack('Box')] }),
          ],
        },
        { name: 'Loft', level: 'Roof', w_mm: 1000, d_mm: 500 },
        { name: 'Office', level: 'Ground', w_mm: 3000, d_mm: 2000 },
      ],
    };
    await importPlan(imported);
    const { body } = await exportPlan((await find('Works')).id);
    expect(body.result.document).toEqual(imported);
  });

  it('has the bins on shelves, which an import recognises', async () => {
    await startAfresh();
    await importPlan(planOf([rack('Rack', { face: shelves('S1', 'S2') })]));
    const shelf = (await locations()).find(({ fields }) => fields.name === 'S1')!;
    const bin = await addLocation({ name: 'B1', type: 'bin', parent: shelf.id });
    await addLocation({ name: 'B1 left', type: 'bin', parent: bin.id });
    const { document } = (await exportPlan((await locations()).find(({ fields }) => fields.name === 'Hall')!.id)).body
      .result;
    expect(JSON.stringify(document)).toContain('"bins":[{"name":"B1","bins":[{"name":"B1 left"}]}]');
    const again = await importPlan(document);
    expect([again.created, again.orphaned]).toEqual([[], []]);
    await startAfresh();
    expect((await importPlan(document)).created.map(({ type }) => type)).toContain('bin');
    expect((await locations()).map(({ fields }) => fields.path).join()).toContain('S1 / B1 / B1 left');
  });

  it('arranges locations without measurements in rows, as a valid document', async () => {
    await startAfresh();
    const site = await addLocation({ name: 'Works', type: 'site' });
    const hall = await addLocation({ name: 'Hall', type: 'room', parent: site.id });
    for (const name of ['A', 'B']) {
      const cabinet = await addLocation({ name, parent: hall.id });
      await addLocation({ name: 'S', type: 'shelf', parent: cabinet.id });
    }
    const { document } = (await exportPlan(site.id)).body.result;
    expect((await member.post(`${modules()}/spaces/floorplans`, document)).body).toMatchObject({ warnings: [] });
  });

  it('is possible for sites, levels and rooms', async () => {
    await startAfresh();
    const bin = await addLocation({ name: 'Bin', type: 'bin' });
    expect((await exportPlan(bin.id)).status).toBe(409);
  });
});

describe('a location in the drawing of its plan', () => {
  const draw = (planId: string, query: string) => member.get(`${modules()}/spaces/floorplans/${planId}.svg?${query}`);

  it('is shown with its path and its shelf; one that is not drawn is shown in its nearest drawn parent', async () => {
    await startAfresh();
    const { plan } = await importPlan(planOf([rack('Rack', { face: shelves('S1') })]));
    const shelf = await find('Works / Ground / Hall / Rack / S1');
    const bin = await addLocation({ name: 'Bin', type: 'bin', parent: shelf.id });
    for (const { id, fields } of [shelf, bin]) {
      const { status, headers, text } = await draw(plan!, `highlight=${id}`);
      expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
      expect(headers['content-security-policy']).toContain('sandbox');
      expect(text).toContain(`>${fields.path}<`);
      expect(text).toContain('>Seen from the front<');
    }
  });

  it('is not found if it is not part of this plan; a level that the plan lacks is not found either', async () => {
    await startAfresh();
    const { plan } = await importPlan(planOf([]));
    const yard = await addLocation({ name: 'Yard' });
    expect((await draw(plan!, `highlight=${yard.id}`)).status).toBe(404);
    expect((await draw(plan!, 'level=Ground')).status).toBe(200);
    expect((await draw(plan!, 'level=Cellar')).status).toBe(404);
    expect((await draw(plan!, 'highlight=rack')).status).toBe(400);
  });
});
