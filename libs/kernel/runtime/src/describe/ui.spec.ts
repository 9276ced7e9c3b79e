import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { Type } from 'typebox';
import {
  computed,
  defineAction,
  defineEvent,
  defineKind,
  defineModule,
  Field,
  fixed,
  type ModuleDefinition,
} from '@cubit/core';

const bottle = defineKind({
  id: 'cellar:bottle',
  title: ['Bottle', 'Bottles'],
  description: 'A bottle of wine. It has a cork.',
  fields: Type.Object({
    name: Field.text({ title: 'Label', description: 'As printed. Without the vintage.' }),
    colour: fixed(Field.enum(['red', 'white'], { ui: { widget: 'status' } })),
    fill_level: computed(Field.decimal({ default: 1 })),
    notes: Type.Optional(Field.json(Type.Array(Type.String()), { ui: { hidden: true } })),
  }),
  titleField: 'name',
  children: [{ name: 'labels', kind: 'cellar:label', by: 'bottle' }],
  ui: {
    icon: 'flask-conical',
    summary: ['colour'],
    views: [{ name: 'Red', filter: 'colour == "red"', sort: '-name' }],
  },
});
const barrel = defineKind({
  id: 'cellar:barrel',
  title: ['Barrel', 'Barrels'],
  fields: Type.Object({
    name: Field.text(),
    state: Field.enum(['shelved', 'chilled', 'empty'], { default: 'shelved' }),
  }),
  titleField: 'name',
  lifecycle: {
    field: 'state',
    initial: 'shelved',
    states: {
      shelved: { to: { empty: ['cellar:drink'] } },
      chilled: { to: { empty: ['cellar:drink'], shelved: 'direct' } },
      empty: { to: {} },
    },
  },
});
const cork = defineKind({
  id: 'cellar:cork',
  title: ['Cork', 'Corks'],
  fields: Type.Object({ name: Field.text(), for: Type.Optional(Field.anyRef()) }),
  titleField: 'name',
  access: 'read-only',
});
const label = defineKind({
  id: 'cellar:label',
  title: ['Label', 'Labels'],
  fields: Type.Object({ name: Field.text(), bottle: Field.ref('cellar:bottle') }),
  titleField: 'name',
});
const drunk = defineEvent({
  name: 'cellar.bottle.drunk',
  title: 'Bottle drunk',
  payload: Type.Object({ bottleId: Field.ref('cellar:bottle') }),
  example: { bottleId: '0190a6e2-7c1d-7b3a-9f00-000000000001' },
});
const action = (id: `cellar:${string}`, extra: object = {}) =>
  defineAction({
    id,
    title: 'Drink',
    appliesTo: [bottle],
    input: Type.Object(
      {
        glass_size: Field.decimal(),
        cause: Type.Optional(Field.text({ title: 'Reason', description: 'For programs.' })),
      },
      { additionalProperties: false },
    ),
    output: Type.Null(),
    emits: [drunk],
    effects: { destructive: false, idempotent: false, readOnly: false },
    example: { title: 'Drink a glass', input: { glass_size: 0.2 } },
    run: () => Promise.resolve(null),
    ...extra,
  });
const cellar = defineModule({
  ...{ name: 'cellar', version: '1.0.0', contract: '^1.0.0', title: 'Cellar', description: 'Bottles.' },
  kinds: [bottle, barrel, cork, label],
  events: [drunk],
  actions: [
    action('cellar:drink', { ui: { key: 'd', hidden: ['cause'] } }),
    action('cellar:clear', { role: 'admin' }),
    action('cellar:sense', { ui: { offered: false } }),
  ],
  ui: {
    icon: 'warehouse',
    menu: ['cellar:bottle'],
    home: [{ title: 'Red', metric: 'cellar:bottle', filter: 'colour == "red"' }],
  },
});

interface Ui {
  readonly version: number;
  readonly public_url: string;
  readonly role: string;
  readonly modules: readonly { readonly name: string; readonly ui: object }[];
  readonly kinds: readonly {
    readonly id: string;
    readonly ui: object;
    readonly can: object;
    readonly actions: readonly string[];
    readonly description: string | null;
    readonly fields: readonly { readonly name: string; readonly schema: object }[];
  }[];
  readonly actions: readonly {
    readonly id: string;
    readonly can: boolean;
    readonly ui: object;
    readonly input: { readonly properties: Readonly<Record<string, object>> };
  }[];
  readonly events: readonly object[];
}

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await createTestServer({ modules: [cellar] });
  workspace = await server.workspace();
});
afterAll(() => server.close());

describe('GET /orgs/{workspace}/ui', () => {
  const read = async (role: 'owner' | 'admin' | 'member' | 'viewer', headers = {}) => {
    const user = role === 'owner' ? workspace.owner : await workspace[role]();
    return server.as(user).get<Ui>(`${workspace.path}/ui`, { headers });
  };

  it('describes enabled modules, kinds, actions and events with their hints', async () => {
    const reply = await read('owner');
    expect(reply.status).toBe(200);
    const ui = reply.body;
    expect(ui.public_url).toBe(server.kernel.services.settings.publicUrl);
    expect(ui.modules.find(({ name }) => name === 'cellar')).toEqual({
      ...{ name: 'cellar', title: 'Cellar', description: 'Bottles.' },
      ui: cellar.ui,
    });
    const { fields, ...kind } = ui.kinds.find(({ id }) => id === 'cellar:bottle')!;
    expect(kind.description).toBe('A bottle of wine.');
    expect(kind).toMatchObject({ children: bottle.children });
    expect(ui.kinds.find(({ id }) => id === 'cellar:cork')).not.toHaveProperty('children');
    expect(kind).toMatchObject({ title: 'Bottle', plural: 'Bottles', title_field: 'name', ui: bottle.ui });
    expect(kind.actions).toEqual(expect.arrayContaining(['cellar:drink', 'cellar:clear']));
    expect(fields.map(({ name }) => name)).toEqual(['name', 'colour', 'fill_level', 'notes']);
    expect(ui.kinds.find(({ id }) => id === 'cellar:barrel')).toHaveProperty('lifecycle.transitions', [
      { from: ['shelved', 'chilled'], to: 'empty', actions: ['cellar:drink'] },
      { from: ['chilled'], to: 'shelved', actions: [] },
    ]);
    expect(fields[1]).toEqual({
      ...{ name: 'colour', title: 'Colour', description: null, type: 'enum' },
      ...{ required: true, read_only: false, fixed: true, sortable: true, custom: false },
      schema: { type: 'string', enum: ['red', 'white'] },
      ui: { widget: 'status' },
    });
    expect(fields[0]).toMatchObject({ title: 'Label', description: 'As printed.' });
    expect(fields[3]!.schema).toEqual({ type: 'array' });
    expect(fields[2]).toMatchObject({ title: 'Fill level', read_only: true, required: false });
    expect(ui.actions.find(({ id }) => id === 'cellar:drink')).toMatchObject({
      input: { properties: { glass_size: { title: 'Glass size' }, cause: { title: 'Reason', 'x-type': 'text' } } },
      ui: { key: 'd', hidden: ['cause'] },
    });
    // People are never asked for it.
    expect(ui.actions.find(({ id }) => id === 'cellar:sense')).toMatchObject({ input: {}, ui: { offered: false } });
    const { input } = ui.actions.find(({ id }) => id === 'cellar:drink')!;
    expect(input.properties['cause']).not.toHaveProperty('description');
    expect(input).not.toHaveProperty('additionalProperties');
    expect(ui.events).toContainEqual({ name: 'cellar.bottle.drunk', module: 'cellar', title: 'Bottle drunk' });
  });

  it.each([
    ['owner', true, true],
    ['admin', true, true],
    ['member', true, false],
    ['viewer', false, false],
  ] as const)('says what a role of %s may do', async (role, writes, administers) => {
    const ui = (await read(role)).body;
    const can = { create: writes, update: writes, delete: writes };
    expect(ui.role).toBe(role);
    expect(ui.kinds.find(({ id }) => id === 'cellar:bottle')!.can).toEqual(can);
    expect(ui.kinds.find(({ id }) => id === 'cellar:cork')!.can).toEqual({
      create: false,
      update: false,
      delete: false,
    });
    expect(ui.actions.find(({ id }) => id === 'cellar:drink')!.can).toBe(writes);
    expect(ui.actions.find(({ id }) => id === 'cellar:clear')!.can).toBe(administers);
  });

  it('answers 304 to a client that has it, until the schema of the workspace changes', async () => {
    const etag = String((await read('owner')).headers['etag']);
    expect((await read('owner', { 'if-none-match': etag })).status).toBe(304);
    expect((await read('viewer', { 'if-none-match': etag })).status).toBe(200);
    const disabled = await server.as(workspace.owner).patch(`${workspace.path}/modules/cellar`, { enabled: false });
    expect(disabled.status).toBe(200);
    const changed = await read('owner', { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.body.kinds.some(({ id }) => id.startsWith('cellar:'))).toBe(false);
  });
});

describe('declared queries', () => {
  const failing = async (extra: Partial<ModuleDefinition>) =>
    createTestServer({ modules: [{ ...cellar, ...extra }] }).then(
      async (started) => {
        await started.close();
        return 'it started';
      },
      (error: unknown) => String(error),
    );

  it('are refused at start if a list would refuse them', async () => {
    const views = [{ name: 'Old', filter: 'vintage < 1990', sort: 'agee' }];
    const rows = { rows: 'cellar:cork', by: 'for', filter: 'for != null', members: { cork: { field: 'id' } } };
    const corks = Type.Array(Type.Object({ cork: Field.ref('cellar:cork') }));
    const message = await failing({
      kinds: [{ ...bottle, ui: { views } }, cork, label],
      actions: [
        action('cellar:sort', {
          input: Type.Object({ glass_size: Field.decimal(), corks: Type.Optional(corks) }),
          ui: { prefill: { corks: rows } },
        }),
      ],
      ui: {
        home: [
          { title: 'Odd', metric: 'cellar:bottle', filter: 'colour ==' },
          { title: 'Oldest', metric: 'cellar:bottle', rows: { sort: 'agee' } },
        ],
      },
    });
    expect(message).toContain("View 'Old' of kind 'cellar:bottle' has filter 'vintage < 1990': ");
    expect(message).toContain("View 'Old' of kind 'cellar:bottle' is sorted by 'agee': ");
    expect(message).toContain("The hint for 'corks' of action 'cellar:sort' has filter 'for != null': ");
    expect(message).toContain("Tile 'Odd' of module 'cellar' has filter 'colour ==': ");
    expect(message).toContain("Tile 'Oldest' of module 'cellar' is sorted by 'agee': ");
  });
});
