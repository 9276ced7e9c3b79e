import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestWorkspace, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';
import { Type } from 'typebox';
import {
  computed,
  defineAction,
  defineEvent,
  defineKind,
  defineModule,
  Field,
  fixed,
  foreignKind,
  refuseCycles,
} from '@cubit/core';
import { createRegistry } from '@cubit/core/host';

const boxChanged = defineEvent({
  name: 'depot.box.changed',
  title: 'Box changed',
  payload: Type.Object({ boxId: Field.ref('depot:box'), changes: Type.Unsafe<object>({ type: 'object' }) }),
  example: { boxId: '0190a6e2-7c1d-7b3a-9f00-000000000001', changes: {} },
});
const boxNode = foreignKind('depot:box', Type.Object({ inside: Type.Optional(Field.ref('depot:box')) }));
const box = defineKind({
  id: 'depot:box',
  title: ['Box', 'Boxes'],
  titleField: 'name',
  fields: Type.Object({
    name: Field.text(),
    inside: Type.Optional(Field.ref('depot:box')),
    state: Field.enum(['shut', 'open', 'sealed']),
    things: computed(Field.integer({ default: 0 })),
  }),
  lifecycle: {
    field: 'state',
    initial: ['open', 'shut'],
    states: { open: { to: { sealed: ['depot:pack'] } }, shut: { to: {} }, sealed: { to: {} } },
  },
  events: { updated: boxChanged },
  beforeWrite: (context, drafts) => refuseCycles(context, drafts, { kind: boxNode, field: 'inside' }),
});
const entry = defineKind({
  id: 'depot:entry',
  title: ['Entry', 'Entries'],
  titleField: 'what',
  access: 'read-only',
  fields: Type.Object({ what: Field.text(), thing: Field.ref('depot:thing', { onDelete: 'keep' }) }),
});
const thing = defineKind({
  id: 'depot:thing',
  title: ['Thing', 'Things'],
  titleField: 'name',
  fields: Type.Object({ name: Field.text(), box: fixed(Field.ref('depot:box')), label: Type.Optional(Field.text()) }),
  lockAfter: 'box',
  unique: ['label'],
  async onWrite({ records, action }, changes) {
    await records.createMany(
      entry,
      changes.map(({ operation, after }) => ({ fields: { what: operation, thing: after.id } })),
    );
    for (const { after } of changes) {
      const { things } = (await records.get(box, after.fields.box)).fields;
      await records.update(box, after.fields.box, { things: things + 1, ...(action ? { state: 'sealed' } : {}) });
    }
  },
});
const pack = defineAction({
  id: 'depot:pack',
  title: 'Pack',
  appliesTo: [box],
  input: Type.Object({ into: Type.Optional(Type.String()), labels: Type.Array(Type.String()) }),
  output: Type.Null(),
  emits: [boxChanged],
  effects: { destructive: false, idempotent: false, readOnly: false },
  example: { title: 'Pack', input: { labels: ['A'] } },
  async run({ records }, target, { into = target.id, labels }) {
    const path = (field: string) => (field === 'box' ? '/input/into' : '/input/labels');
    await records.createMany(
      thing,
      labels.map((label) => ({ fields: { name: label, box: into, label }, path })),
    );
    return null;
  },
});
const depot = defineModule({
  name: 'depot',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Depot',
  description: 'For these specs.',
  kinds: [box, thing, entry],
  events: [boxChanged],
  actions: [pack],
});

interface Answer {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly error: { readonly details: readonly { readonly path: string; readonly code: string }[] };
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [depot] }));
});
afterAll(() => server.close());

const records = (kind: string) => `${workspace.path}/modules/depot/records/${kind}`;
async function add(kind: string, fields: object): Promise<Answer> {
  const { status, body, text } = await member.post<Answer>(records(kind), { fields });
  if (status !== 201) throw new Error(text);
  return body;
}
const packInto = ({ id }: Answer, input: object) =>
  member.post<Answer>(`${workspace.path}/modules/depot/actions/pack`, { record: { kind: 'depot:box', id }, input });
const eventsOf = async ({ id }: Answer) =>
  (await member.get<{ data: { payload: { changes: object } }[] }>(`${workspace.path}/event-log?record_id=${id}`)).body
    .data;

describe('a write', () => {
  it('starts a lifecycle in its first initial state, with or without a declared default', async () => {
    expect((await add('box', { name: 'A' })).fields['state']).toBe('open');
    expect((await add('box', { name: 'B', state: 'shut' })).fields['state']).toBe('shut');
  });

  it('lets a ledger refer to a record that the same write deletes', async () => {
    const owner = await add('box', { name: 'A' });
    const kept = await add('thing', { name: 'Pen', box: owner.id });
    expect((await member.delete(`${records('thing')}/${kept.id}`)).status).toBe(204);
    const { body } = await member.get<{ data: Answer[] }>(records('entry'));
    expect(body.data.filter(({ fields }) => fields['thing'] === kept.id).map(({ fields }) => fields['what'])).toEqual([
      'create',
      'delete',
    ]);
  });

  it('refuses a reference to a locked record of another kind', async () => {
    const owner = await add('box', { name: 'A' });
    const kept = await add('thing', { name: 'Pen', box: owner.id });
    const { status, body } = await packInto(owner, { into: kept.id, labels: ['of another kind'] });
    expect([status, body.error.details[0]?.code]).toEqual([422, 'unknown_reference']);
  });

  it('reports faults at the paths of the action’s input', async () => {
    const owner = await add('box', { name: 'A' });
    await packInto(owner, { labels: ['taken'] });
    const other = await add('box', { name: 'B' });
    const answers = [
      await packInto(other, { labels: ['taken'] }),
      await packInto(other, { into: '0190a6e2-7c1d-7b3a-9f00-00000000ffff', labels: ['new'] }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.details[0]?.path])).toEqual([
      [409, '/input/labels'],
      [422, '/input/into'],
    ]);
  });

  it('emits no event if only computed fields change', async () => {
    const owner = await add('box', { name: 'A' });
    await add('thing', { name: 'Pen', box: owner.id });
    expect(await eventsOf(owner)).toEqual([]);
    await packInto(owner, { labels: ['told'] });
    expect((await eventsOf(owner)).map(({ payload }) => payload.changes)).toEqual([
      { state: { from: 'open', to: 'sealed' } },
    ]);
  });

  it('sees a reference that the same batch made before it deletes the target', async () => {
    const owner = await add('box', { name: 'A' });
    const { status } = await member.post(`${records('box')}/batch`, {
      operations: [
        { op: 'create', fields: { name: 'Inner', inside: owner.id } },
        { op: 'delete', id: owner.id },
      ],
    });
    expect(status).toBe(409);
  });

  it('ignores a reference that the same batch removed before it deletes the target', async () => {
    const owner = await add('box', { name: 'A' });
    const inner = await add('box', { name: 'Inner', inside: owner.id });
    const { status } = await member.post(`${records('box')}/batch`, {
      operations: [
        { op: 'update', id: inner.id, fields: { inside: null } },
        { op: 'delete', id: owner.id },
      ],
    });
    expect(status).toBe(200);
  });

  it('refuses cycles in a tree, and trees that are too deep', async () => {
    let below = await add('box', { name: '1' });
    const first = below;
    for (let depth = 2; depth <= 33; depth += 1) below = await add('box', { name: `${depth}`, inside: below.id });
    const deeper = await member.post<Answer>(records('box'), { fields: { name: '34', inside: below.id } });
    const round = await member.patch<Answer>(`${records('box')}/${first.id}`, { fields: { inside: below.id } });
    expect([deeper, round].map(({ status, body }) => [status, body.error.details])).toEqual([
      [422, [expect.objectContaining({ path: '/fields/inside', code: 'too_deep' })]],
      [422, [expect.objectContaining({ path: '/fields/inside', code: 'cycle' })]],
    ]);
  });
});

describe('a kind that is locked after another', () => {
  it('must name a fixed reference', () => {
    const loose = {
      ...thing,
      fields: Type.Object({ name: Field.text(), box: Field.ref('depot:box'), label: Field.text() }),
    };
    const broken = { ...depot, kinds: [box, loose, entry] } as typeof depot;
    expect(() => createRegistry([broken])).toThrow(/locked after field 'box'; make it a fixed reference/);
  });
});
