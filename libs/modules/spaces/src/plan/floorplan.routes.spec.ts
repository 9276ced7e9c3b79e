import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestWorkspace,
  describeWithData,
  type TestClient,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';
import { spaces } from '../spaces.module.js';

/** Plans of real buildings are in a folder beside the checkout. Without it, the tests below check only the rules. */
interface Stored {
  readonly id: string;
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
}
interface Fault {
  readonly error: {
    readonly code: string;
    readonly details: readonly { readonly path: string; readonly code: string }[];
  };
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
let viewer: TestClient;
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [spaces] }));
  viewer = server.as(await workspace.viewer());
});
afterAll(() => server.close());

const floorplans = () => `${workspace.path}/modules/spaces/floorplans`;
const room = (fields: object = {}) => ({ name: 'Workshop', w_mm: 6000, d_mm: 4000, ...fields });
const planOf = (...rooms: object[]) => ({ format: 'service-floorplan/1', rooms });
const rack = (fields: object = {}) => ({ name: 'Rack', x_mm: 0, y_mm: 0, w_mm: 900, d_mm: 450, ...fields });

async function store(document: unknown): Promise<Stored> {
  const { status, body, text } = await member.post<Stored>(floorplans(), document);
  if (status !== 201) throw new Error(text);
  return body;
}
async function faultsOf(document: unknown) {
  const { status, body } = await member.post<Fault>(floorplans(), document);
  expect(status).toBe(422);
  return body.error.details.map(({ path, code }) => `${path} ${code}`);
}

describe('a stored floor plan', () => {
  it('is returned exactly as sent: order of members, spelling of numbers, unknown members', async () => {
    const text =
      '{ "rooms":[{"d_mm":1e3,"w_mm":1000.0,"name":"A \\u00e9","z":{"10":1,"9":2}}], "format":"service-floorplan/1" }\n';
    const { id } = await store(text);
    expect((await viewer.get(`${floorplans()}/${id}`)).text).toBe(text);
  });

  it('is replaced by PUT, whatever the lengths of both', async () => {
    const long = JSON.stringify(
      planOf(...Array.from({ length: 900 }, (_, index) => room({ name: `🪛 Room ${index}` }))),
    );
    const { id } = await store(planOf(room()));
    for (const text of [long, JSON.stringify(planOf(room({ name: 'B' }))), long.replace('Room 0', 'Hall')]) {
      expect((await member.put<Stored>(`${floorplans()}/${id}`, text)).body).toMatchObject({ id });
      expect((await member.get(`${floorplans()}/${id}`)).text).toBe(text);
    }
  });

  it('is not changed by a request with an outdated If-Match', async () => {
    const { id } = await store(planOf(room()));
    const { headers } = await member.get(`${floorplans()}/${id}`);
    const ifMatch = { headers: { 'if-match': String(headers['etag']) } };
    expect((await member.put(`${floorplans()}/${id}`, planOf(room({ name: 'B' })), ifMatch)).status).toBe(200);
    expect((await member.put(`${floorplans()}/${id}`, planOf(room({ name: 'C' })), ifMatch)).status).toBe(412);
    expect((await member.delete(`${floorplans()}/${id}`, undefined, ifMatch)).status).toBe(412);
  });

  it('is not found after its deletion', async () => {
    const { id } = await store(planOf(room()));
    expect((await member.delete(`${floorplans()}/${id}`)).status).toBe(204);
    for (const path of [`${floorplans()}/${id}`, `${floorplans()}/${id}.svg`])
      expect((await member.get(path)).status).toBe(404);
    expect((await member.put(`${floorplans()}/${id}`, planOf(room()))).status).toBe(404);
  });

  it('is written by members and read by viewers, only in its own workspace', async () => {
    const { id } = await store(planOf(room()));
    expect((await viewer.post(floorplans(), planOf(room()))).status).toBe(403);
    expect((await viewer.put(`${floorplans()}/${id}`, planOf(room()))).status).toBe(403);
    expect((await viewer.delete(`${floorplans()}/${id}`)).status).toBe(403);
    expect((await viewer.get(`${floorplans()}/${id}`)).status).toBe(200);
    const other = await server.workspace();
    const stranger = server.as(other.owner);
    for (const suffix of ['', '.svg'])
      expect((await stranger.get(`${other.path}/modules/spaces/floorplans/${id}${suffix}`)).status).toBe(404);
  });

  it('is listed without its document, the newest first', async () => {
    const ids = [await store(planOf(room())), await store(planOf(room()))].map(({ id }) => id);
    const { body } = await viewer.get<{
      data: { id: string; rooms: number; status: string }[];
      next_cursor: string;
      total: number;
    }>(`${floorplans()}?limit=1&count=exact`);
    expect(body.data).toEqual([expect.objectContaining({ id: ids[1], rooms: 1, status: 'draft', name: 'Workshop' })]);
    expect(body.total).toBeGreaterThan(1);
    const next = await viewer.get<{ data: { id: string }[] }>(`${floorplans()}?limit=1&cursor=${body.next_cursor}`);
    expect(next.body.data.map(({ id }) => id)).toEqual([ids[0]]);
  });
});

describe('the published schema', () => {
  it('uses JSON Schema 2020-12 and names the format', async () => {
    const { status, body, headers } = await viewer.get(`${floorplans()}/schema.json`);
    expect([status, headers['content-type']]).toEqual([200, 'application/schema+json']);
    expect(body).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      required: ['format', 'rooms'],
      properties: { format: { const: 'service-floorplan/1' } },
    });
  });
});

describe('a document that breaks the rules', () => {
  it('is refused with all faults at once, each with its path', async () => {
    const broken = {
      format: 'service-floorplan/2',
      units_entered: 'MM',
      site: {},
      rooms: [
        {
          name: '',
          w_mm: 0,
          d_mm: true,
          walls: [{ x1: 0, y1: 0, x2: null, y2: 0, openings: [{ at_mm: -1, w_mm: 0 }] }],
        },
        room({
          name: 'x'.repeat(201),
          zones: {},
          containers: [rack({ wall_mounted: 1, face: { shelves: [{ name: 'S' }] } })],
        }),
      ],
    };
    expect((await faultsOf(broken)).toSorted()).toEqual(
      [
        '/format enum',
        '/units_entered enum',
        '/site/name required',
        '/rooms/0/name too_short',
        '/rooms/0/w_mm too_small',
        '/rooms/0/d_mm type',
        '/rooms/0/walls/0/x2 type',
        '/rooms/0/walls/0/openings/0/at_mm too_small',
        '/rooms/0/walls/0/openings/0/w_mm too_small',
        '/rooms/1/name too_long',
        '/rooms/1/zones type',
        '/rooms/1/containers/0/wall_mounted type',
        '/rooms/1/containers/0/face/shelves/0/from_bottom_mm required',
      ].toSorted(),
    );
  });

  it('counts the length of names in characters', async () => {
    await store(planOf(room({ name: '🪛'.repeat(200) })));
    expect(await faultsOf(planOf(room({ name: '🪛'.repeat(201) })))).toEqual(['/rooms/0/name too_long']);
  });

  it('is refused above the limits of the service', async () => {
    const many = (count: number, make: () => object) => Array.from({ length: count }, make);
    const nested = (depth: number): object => rack(depth === 1 ? {} : { containers: [nested(depth - 1)] });
    await store(planOf(room({ containers: [nested(32)] })));
    const [tooDeep] = await faultsOf(planOf(room({ containers: [nested(33)] })));
    expect(tooDeep).toBe(`/rooms/0${'/containers/0'.repeat(32)}/containers too_deep`);
    expect(await faultsOf(planOf(...many(2_001, () => ({ name: 'A', w_mm: 1, d_mm: 1 }))))).toEqual([
      '/rooms too_many',
    ]);
    expect(await faultsOf(planOf(room({ containers: many(10_001, rack) })))).toEqual([
      '/rooms/0/containers/10000 too_many',
    ]);
    const large = await member.post<Fault>(floorplans(), planOf(room({ note: 'x'.repeat(5 * 1024 * 1024) })));
    expect([large.status, large.body.error.code]).toEqual([413, 'payload_too_large']);
    const deep = `{"x":${'['.repeat(128)}${']'.repeat(128)},${JSON.stringify(planOf(room())).slice(1)}`;
    expect((await member.post<Fault>(floorplans(), deep)).body.error.code).toBe('invalid_json');
  });
});

describe('a suspicious document', () => {
  it('is stored with warnings', async () => {
    const wall = { x1: 0, y1: 0, x2: 500, y2: 0, openings: [{ at_mm: 400, w_mm: 900 }] };
    const { warnings } = await store({
      ...planOf(
        room({ w_mm: 6000.5, colour: 'red', walls: [wall] }),
        room({
          zones: [{ name: 'Z', x_mm: -1, y_mm: 0, w_mm: 5, d_mm: 5 }],
          containers: [rack(), rack({ x_mm: 5500 }), rack({ name: 'R' })],
        }),
      ),
      x_note: '?',
    });
    expect(warnings.map(({ path }) => path).toSorted()).toEqual(
      [
        '/x_note',
        '/rooms/0/colour',
        '/rooms/0/w_mm',
        '/rooms/0/walls/0/openings/0',
        '/rooms/1/name',
        '/rooms/1/zones/0',
        '/rooms/1/containers/1',
        '/rooms/1/containers/1/name',
        '/rooms/1/containers/2',
      ].toSorted(),
    );
  });
});

describe('a floor plan that is not JSON', () => {
  it.each([
    ['is empty', ''],
    ['is cut off', '{"format":"service-floorplan/1","rooms":[{"name":"A"'],
    ['has a comma too many', '{"format":"service-floorplan/1","rooms":[],}'],
    ['has a comment', '{"format":"service-floorplan/1" /* first */}'],
    ['has a control character', '{"format":"service-floorplan/1","rooms":[{"name":"A\u0001"}]}'],
  ])('is refused if it %s', async (_title, text) => {
    const { status, body } = await member.post<Fault>(floorplans(), text);
    expect([status, body.error.code]).toEqual([400, 'invalid_json']);
  });
});

describeWithData('the sample plans', 'shared/data/floorplans', (folder) => {
  const sample = (path: string) => readFileSync(join(folder, path), 'utf8');
  const samplesIn = (kind: string) => readdirSync(join(folder, kind)).map((file) => kind + file);

  it('are stored if they are valid, and returned unchanged', async () => {
    for (const path of ['valid/', 'edge_valid/', 'unspecified/'].flatMap(samplesIn)) {
      const { id } = await store(sample(path));
      expect((await member.get(`${floorplans()}/${id}`)).text).toBe(sample(path));
      const drawing = await member.get(`${floorplans()}/${id}.svg`);
      expect([path, drawing.status, drawing.text.slice(0, 5)]).toEqual([path, 200, '<svg ']);
    }
  });

  it('are refused with their one fault and its path', async () => {
    const cases = JSON.parse(sample('invalid/index.json')) as { file: string; pointer: string }[];
    for (const { file, pointer } of cases) {
      const { status, body } = await member.post<Fault>(floorplans(), sample(`invalid/${file}`));
      expect([file, status, body.error.details.map(({ path }) => path)]).toEqual([file, 422, [pointer]]);
    }
  });

  it('are refused as malformed JSON', async () => {
    for (const path of samplesIn('malformed/')) {
      const { status, body } = await member.post<Fault>(floorplans(), sample(path));
      expect([path, status, body.error.code]).toEqual([path, 400, 'invalid_json']);
    }
  });
});
