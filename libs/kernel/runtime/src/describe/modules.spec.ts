import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { computed, defineAction, defineEvent, defineKind, defineModule, Field } from '@cubit/core';
import { sealSettings } from '../upgrades/seal-settings.js';

const loaned = defineEvent({
  name: 'books.book.loaned',
  title: 'Book loaned',
  payload: Type.Object({ bookId: Field.ref('books:book') }),
  example: { bookId: '0190a6e2-7c1d-7b3a-9f00-000000000001' },
  notification: { message: 'A book was loaned' },
});
const book = defineKind({
  id: 'books:book',
  title: ['Book', 'Books'],
  fields: Type.Object({
    name: Field.text(),
    state: Field.enum(['in', 'out'], { default: 'in' }),
    loans: computed(Field.integer({ default: 0 })),
    notes: Type.Optional(Field.json(Type.Array(Type.String()))),
  }),
  titleField: 'name',
  index: ['state'],
  unique: ['name'],
  lifecycle: {
    field: 'state',
    initial: 'in',
    states: { in: { title: 'On the shelf', to: { out: ['books:loan'] } }, out: { to: { in: 'direct' } } },
  },
});
const loan = defineAction({
  id: 'books:loan',
  title: 'Loan',
  appliesTo: [book],
  input: Type.Object({}),
  output: Type.Null(),
  emits: [loaned],
  effects: { destructive: false, idempotent: false, readOnly: false },
  example: { title: 'Loan it', input: {} },
  run: () => Promise.resolve(null),
});
const common = { version: '1.0.0', contract: '^1.0.0', description: 'For tests.' };
const books = defineModule({
  ...common,
  name: 'books',
  title: 'Books',
  kinds: [book],
  events: [loaned],
  actions: [loan],
  settings: Type.Object({
    days: Type.Integer({ minimum: 1, default: 14 }),
    greeting: Type.String({ default: 'Hello' }),
  }),
});
const vaultSettings = Type.Object({
  host: Type.String({ default: 'example.org' }),
  api_key: Field.secret({ title: 'Key', maxLength: 40 }),
  password: Field.secret({ title: 'Password' }),
});
const vault = defineModule({
  ...common,
  name: 'vault',
  title: 'Vault',
  settings: vaultSettings,
  actions: [
    defineAction({
      id: 'vault:read',
      title: 'Read',
      appliesTo: 'workspace',
      input: Type.Object({}),
      output: Type.Object({ key: Type.Unknown(), password: Type.Unknown(), copy: Type.Unknown() }),
      emits: [],
      effects: { destructive: false, idempotent: true, readOnly: true },
      settings: vaultSettings,
      example: { title: 'Read it', input: {} },
      run({ settings }) {
        return Promise.resolve({ key: settings.api_key, password: settings.password, copy: { ...settings } });
      },
    }),
  ],
});
const fines = defineModule({ ...common, name: 'fines', title: 'Fines', requires: ['books'] });
const core = defineModule({ ...common, name: 'core-shelf', title: 'Shelf', always: true });

interface ModuleRow {
  readonly name: string;
  readonly enabled: boolean;
  readonly settings: Record<string, unknown>;
}

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ modules: [books, fines, core, vault] });
});
afterAll(() => server.close());

const change = (workspace: TestWorkspace, module: string, patch: object) =>
  server.as(workspace.owner).patch<Record<string, unknown>>(`${workspace.path}/modules/${module}`, patch);
const rows = async (workspace: TestWorkspace) => {
  const { body } = await server.as(workspace.owner).get<{ data: ModuleRow[] }>(`${workspace.path}/modules`);
  return new Map(body.data.map((row) => [row.name, row]));
};

describe('the modules of a workspace', () => {
  it('are listed whether they are enabled or not', async () => {
    const workspace = await server.workspace({ modules: ['books'] });

    const listed = await rows(workspace);

    expect([...listed.values()].map(({ name, enabled }) => [name, enabled])).toEqual([
      ['books', true],
      ['fines', false],
      ['core-shelf', true],
      ['vault', false],
    ]);
    expect(listed.get('books')).toMatchObject({
      kinds: ['books:book'],
      actions: ['books:loan'],
      events: ['books.book.loaned'],
      settings: { days: 14 },
    });
  });

  it('are enabled only after the modules they require, and disabled only before them', async () => {
    const workspace = await server.workspace({ modules: [] });

    const early = await change(workspace, 'fines', { enabled: true });
    await change(workspace, 'books', { enabled: true });
    const late = await change(workspace, 'fines', { enabled: true });
    const needed = await change(workspace, 'books', { enabled: false });

    expect(early.body['error']).toMatchObject({
      code: 'dependency_missing',
      message: expect.stringContaining("'books'"),
      details: [{ path: '/enabled', message: "'books' is not enabled" }],
    });
    expect(late.status).toBe(200);
    expect(needed.body['error']).toMatchObject({
      code: 'dependency_missing',
      message: expect.stringContaining("'fines'"),
    });
  });

  it('cannot be disabled if every workspace has them', async () => {
    const workspace = await server.workspace();

    const { status, body } = await change(workspace, 'core-shelf', { enabled: false });

    expect([status, (body['error'] as { code: string }).code]).toEqual([409, 'conflict']);
  });

  it('never violate requirements, whatever the order of concurrent changes', async () => {
    const workspace = await server.workspace({ modules: ['books'] });

    const replies = await Promise.all([
      change(workspace, 'fines', { enabled: true }),
      change(workspace, 'books', { enabled: false }),
    ]);

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const listed = await rows(workspace);
    expect(listed.get('fines')?.enabled === true && listed.get('books')?.enabled === false).toBe(false);
  });

  it('hide their routes while they are disabled, and show their data again afterwards', async () => {
    const workspace = await server.workspace({ modules: ['books'] });
    const client = server.as(workspace.owner);
    const records = `${workspace.path}/modules/books/records/book`;
    await client.post(records, { fields: { name: 'Emma' } });

    await change(workspace, 'books', { enabled: false });
    const hidden = await client.get<{ error: { code: string } }>(records);
    await change(workspace, 'books', { enabled: true });
    const back = await client.get<{ data: { title: string }[] }>(records);

    expect([hidden.status, hidden.body.error.code]).toEqual([404, 'module_not_enabled']);
    expect(back.body.data.map(({ title }) => title)).toEqual(['Emma']);
  });

  it('take a merge patch of their settings, in which null restores a default', async () => {
    const workspace = await server.workspace({ modules: ['books'] });

    const set = await change(workspace, 'books', { settings: { days: 7 } });
    const kept = await change(workspace, 'books', { settings: { greeting: 'Hi' } });
    const back = await change(workspace, 'books', { settings: { days: null } });

    expect([set, kept, back].map(({ body }) => body['settings'])).toEqual([
      { days: 7, greeting: 'Hello' },
      { days: 7, greeting: 'Hi' },
      { days: 14, greeting: 'Hi' },
    ]);
  });

  it('refuse unknown and invalid settings, and keep the old ones', async () => {
    const workspace = await server.workspace({ modules: ['books'] });

    const { status, body } = await change(workspace, 'books', { settings: { days: 0, colour: 'red' } });

    expect(status).toBe(422);
    expect((body['error'] as { details: { path: string }[] }).details.map(({ path }) => path).sort()).toEqual([
      '/settings/colour',
      '/settings/days',
    ]);
    expect((await rows(workspace)).get('books')?.settings).toEqual({ days: 14, greeting: 'Hello' });
  });

  it('are changed only by administrators; a module that is not installed is not found', async () => {
    const workspace = await server.workspace({ modules: ['books'] });
    const member = server.as(await workspace.member());

    expect((await member.patch(`${workspace.path}/modules/books`, { enabled: false })).status).toBe(403);
    expect((await change(workspace, 'nonsense', { enabled: true })).status).toBe(404);
  });

  it('have an audit row for each real change, and none if nothing changes', async () => {
    const workspace = await server.workspace({ modules: ['books'] });

    await change(workspace, 'books', { enabled: true });
    await change(workspace, 'books', { enabled: false, settings: { days: 3 } });

    const audited = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'target'])
      .where('workspace_id', '=', workspace.id)
      .where('action', 'like', 'module.%')
      .orderBy('id')
      .execute();
    expect(audited).toEqual([
      { action: 'module.disabled', target: { module: 'books' } },
      { action: 'module.settings_changed', target: { module: 'books', settings: ['days'] } },
    ]);
  });
});

describe('secret settings', () => {
  const read = async (workspace: TestWorkspace) => {
    const action = `${workspace.path}/modules/vault/actions/read`;
    const { status, body } = await server
      .as(workspace.owner)
      .post<{ result?: unknown }>(action, { record: null, input: {} });
    return body.result ?? status;
  };
  const stored = ({ id }: TestWorkspace) =>
    server.database.db
      .selectFrom('workspace_module')
      .select(['settings', 'secrets'])
      .where('workspace_id', '=', id)
      .where('module', '=', 'vault')
      .executeTakeFirstOrThrow();

  it('are set by a text, stay where they are absent, are cleared by null, and are never answered', async () => {
    const workspace = await server.workspace({ modules: ['vault'] });

    const set = await change(workspace, 'vault', { settings: { api_key: 'first key', host: 'a.example' } });
    const kept = await change(workspace, 'vault', { settings: { host: 'b.example' } });
    const inside = await read(workspace);
    const listed = (await rows(workspace)).get('vault');
    const cleared = await change(workspace, 'vault', { settings: { api_key: null } });

    expect([set, kept, cleared].map(({ body }) => body['settings'])).toEqual([
      { host: 'a.example', api_key: { set: true }, password: { set: false } },
      { host: 'b.example', api_key: { set: true }, password: { set: false } },
      { host: 'b.example', api_key: { set: false }, password: { set: false } },
    ]);
    expect(inside).toMatchObject({ key: 'first key', password: null });
    expect(listed?.settings).toEqual(kept.body['settings']);
    expect(JSON.stringify([set.body, kept.body, listed])).not.toContain('first key');
    expect(await read(workspace)).toMatchObject({ key: null });
  });

  it('refuse what is no text, and do not repeat it', async () => {
    const workspace = await server.workspace({ modules: ['vault'] });
    const long = 'k'.repeat(41);

    const refused = await Promise.all(
      ['', long, 7, { set: true }].map((key) => change(workspace, 'vault', { settings: { api_key: key } })),
    );

    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect(JSON.stringify(refused.map(({ body }) => body))).not.toContain(long);
    expect(await stored(workspace)).toEqual({ settings: {}, secrets: {} });
  });

  it('are not in a copy of the settings', async () => {
    const workspace = await server.workspace({ modules: ['vault'] });
    await change(workspace, 'vault', { settings: { api_key: 'copied key' } });

    expect(await read(workspace)).toEqual({
      key: 'copied key',
      password: null,
      copy: { host: 'example.org', password: null },
    });
  });

  it('are stored encrypted, for their workspace and their name alone', async () => {
    const workspace = await server.workspace({ modules: ['vault'] });
    const other = await server.workspace({ modules: ['vault'] });
    await change(workspace, 'vault', { settings: { api_key: 'stored key' } });
    const { settings, secrets } = await stored(workspace);

    await server.database.db
      .updateTable('workspace_module')
      .set({ secrets: JSON.stringify(secrets) })
      .where('workspace_id', '=', other.id)
      .execute();
    await change(other, 'vault', { settings: { host: 'other.example' } });

    expect(settings).toEqual({});
    expect(Object.keys(secrets)).toEqual(['api_key']);
    expect(Buffer.from(secrets['api_key'] ?? '', 'base64').toString('latin1')).not.toContain('stored key');
    expect(await read(other)).toBe(500);
  });

  it('are in no audit row, event, history or view', async () => {
    const workspace = await server.workspace({ modules: ['vault'] });
    await change(workspace, 'vault', { settings: { api_key: 'written once' } });
    const { db } = server.database;

    const audited = await db
      .selectFrom('audit_log')
      .select(['action', 'target'])
      .where('workspace_id', '=', workspace.id)
      .where('action', '=', 'module.settings_changed')
      .execute();
    const { rows: texts } = await sql<{ found: string }>`select table_name as found from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
        and query_to_xml(format('select * from %I.%I', table_schema, table_name), true, false, '')::text like '%written once%'`.execute(
      db,
    );
    const { rows: views } = await sql`select viewname from pg_views where definition like '%workspace_module%'`.execute(
      db,
    );

    expect(audited).toEqual([
      { action: 'module.settings_changed', target: { module: 'vault', settings: ['api_key'] } },
    ]);
    expect([texts, views]).toEqual([[], []]);
  });

  it('that an earlier version had as texts are encrypted by the start', async () => {
    const workspace = await server.workspace({ modules: ['vault'] });
    await server.database.db
      .updateTable('workspace_module')
      .set({ settings: JSON.stringify({ host: 'old.example', api_key: 'old key', password: '' }) })
      .where('workspace_id', '=', workspace.id)
      .execute();

    await sealSettings(server.database, server.kernel.registry, server.kernel.services.secrets);
    const { settings, secrets } = await stored(workspace);
    await change(workspace, 'vault', { settings: { host: 'new.example' } });

    expect([settings, Object.keys(secrets)]).toEqual([{ host: 'old.example' }, ['api_key']]);
    expect(await read(workspace)).toMatchObject({ key: 'old key', password: null });
  });
});

describe('the declarations of the enabled modules', () => {
  it('include kinds with their schemas, lifecycle and sortable fields', async () => {
    const workspace = await server.workspace({ modules: ['books'] });

    const { body } = await server
      .as(await workspace.viewer())
      .get<{ data: Record<string, unknown>[] }>(`${workspace.path}/kinds`);

    expect(body).toMatchObject({ next_cursor: null });
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      id: 'books:book',
      name: 'book',
      sortable: ['name', 'state', 'loans'],
      children: [],
      index: [['state']],
      unique: [['name']],
      actions: ['books:loan'],
      schemas: {
        create: { required: ['name'], additionalProperties: false },
        read: { required: ['name', 'state', 'loans'] },
      },
      lifecycle: {
        initial: ['in'],
        states: [
          { name: 'in', title: 'On the shelf' },
          { name: 'out', title: 'Out' },
        ],
        transitions: [
          { from: 'in', to: 'out', direct: false, actions: ['books:loan'] },
          { from: 'out', to: 'in', direct: true, actions: [] },
        ],
      },
    });
  });

  it('include actions and events, with the id of the workspace in the payload', async () => {
    const workspace = await server.workspace({ modules: ['books'] });
    const client = server.as(workspace.owner);

    const actions = await client.get<{ data: object[] }>(`${workspace.path}/actions`);
    const events = await client.get<{ data: object[] }>(`${workspace.path}/events`);

    expect(actions.body.data).toMatchObject([
      { id: 'books:loan', applies_to: ['books:book'], emits: ['books.book.loaned'], role: 'member' },
    ]);
    expect(events.body.data).toMatchObject([
      {
        name: 'books.book.loaned',
        payload: { required: ['orgId', 'bookId'] },
        records: [{ key: 'bookId', kind: 'books:book' }],
        notifies: true,
        priority: 'normal',
        example: { orgId: workspace.id },
      },
    ]);
  });

  it.each(['kinds', 'actions', 'events'])(
    'include the %s of one module, and nothing of a disabled one',
    async (what) => {
      const workspace = await server.workspace({ modules: ['books'] });
      const client = server.as(workspace.owner);

      const own = await client.get<{ data: object[] }>(`${workspace.path}/modules/books/${what}`);
      const other = await client.get<{ data: object[] }>(`${workspace.path}/modules/core-shelf/${what}`);
      const off = await client.get<{ error: { code: string } }>(`${workspace.path}/modules/fines/${what}`);

      expect([own.body.data.length, other.body.data.length, off.status, off.body.error.code]).toEqual([
        1,
        0,
        404,
        'module_not_enabled',
      ]);
    },
  );
});
