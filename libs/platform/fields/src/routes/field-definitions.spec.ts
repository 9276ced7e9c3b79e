import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { purgeDeletedWorkspaces } from '@cubit/access';
import { createTestServer, recordStatements, type TestServer } from '@cubit/testing';
import { depot as depotModule } from '../../fixtures/depot.module.js';
import { depotCapabilities, startDepot, type Body, type Depot, type Rec } from '../../fixtures/start-depot.js';

let server: TestServer;
let depot: Depot;
beforeAll(async () => {
  server = await createTestServer({ modules: [depotModule], capabilities: depotCapabilities });
  depot = await startDepot(server);
});
afterAll(() => server.close());

interface Refusal {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: readonly { readonly path: string; readonly code: string }[];
  };
}
const faultsOf = ({ body }: { readonly body: unknown }) =>
  (body as Refusal).error.details.map(({ path, code }) => `${path} ${code}`);
const UNKNOWN = '0190a6e2-7c1d-7b3a-9f00-00000000ffff';

describe('a field definition', () => {
  it('is returned completely, with defaults for omitted members', async () => {
    const { admin, fields } = depot;
    const created = await admin.post<Body>(fields, {
      kind: 'depot:thing',
      name: 'supply_voltage',
      type: 'number',
      unit: 'V',
    });
    expect([created.status, created.headers['location']]).toEqual([201, `${fields}/${created.body.id}`]);
    expect(created.body).toMatchObject({
      kind: 'depot:thing',
      name: 'supply_voltage',
      title: 'Supply voltage',
      type: 'number',
      required: false,
      options: null,
      default: null,
      target_kind: null,
      on_delete: null,
      unit: 'V',
      help: null,
      indexed: false,
      unique: false,
      index: null,
      deleted_at: null,
    });
    expect((await admin.get(`${fields}/${created.body.id}`)).body).toEqual(created.body);
  });

  it('applies from the next request on: in validation, filters, sorts, the kind and its schemas', async () => {
    const other = await startDepot(server);
    await other.define({ name: 'volume', type: 'number' });
    await other.add(other.things, { name: 'Small', volume: 1.5 });
    await other.add(other.things, { name: 'Large', volume: 40 });
    await other.add(other.things, { name: 'Unknown' });
    const refused = await other.member.post(other.things, { fields: { name: 'Odd', volume: 'much' } });

    expect([refused.status, faultsOf(refused)]).toEqual([422, ['/fields/volume type']]);
    expect(await other.titles({ filter: 'volume > 2' })).toEqual(['Large']);
    expect(await other.titles({ sort: '-volume' })).toEqual(['Large', 'Small', 'Unknown']);
    const kinds = await other.member.get<{
      data: readonly { id: string; schemas: { create: object }; sortable: string[] }[];
    }>(`${other.workspace.path}/kinds`);
    const thing = kinds.body.data.find(({ id }) => id === 'depot:thing');
    expect(thing?.sortable).toContain('volume');
    expect(thing?.schemas.create).toHaveProperty('properties.volume.title', 'Volume');
  });

  it('belongs to one workspace', async () => {
    const other = await startDepot(server);
    const mine = await depot.define({ name: 'only_here', type: 'text' });
    expect((await other.member.post(other.things, { fields: { name: 'X', only_here: 'y' } })).status).toBe(422);
    expect((await other.admin.get(`${other.fields}/${mine.id}`)).status).toBe(404);
    expect((await other.admin.patch(`${other.fields}/${mine.id}`, { title: 'Theirs' })).status).toBe(404);
    expect((await other.admin.delete(`${other.fields}/${mine.id}`)).status).toBe(404);
  });

  it('is created and changed by admins, and readable by every member', async () => {
    const { member, fields } = depot;
    const body = { kind: 'depot:thing', name: 'by_member', type: 'text' };
    expect((await member.post<Refusal>(fields, body)).body.error.code).toBe('forbidden');
    expect((await member.get(fields)).status).toBe(200);
  });

  it.each([
    [{ name: 'name' }, ['/name reserved']],
    [{ name: 'created_at' }, ['/name reserved']],
    [{ name: 'in' }, ['/name reserved']],
    [{ name: 'constructor' }, ['/name reserved']],
    [{ name: 'Upper' }, ['/name format']],
    [{ kind: 'depot:nothing' }, ['/kind unknown']],
    [{ kind: 'depot:entry' }, ['/kind read_only']],
    [{ type: 'select' }, ['/options required']],
    [{ type: 'text', options: ['a'] }, ['/options unknown']],
    [{ type: 'select', options: [] }, ['/options too_few']],
    [{ type: 'select', options: ['a', 'a'] }, ['/options/1 not_unique']],
    [{ type: 'record' }, ['/target_kind required']],
    [{ type: 'record', target_kind: 'depot:nothing' }, ['/target_kind unknown']],
    [{ type: 'text', target_kind: 'depot:shelf' }, ['/target_kind unknown']],
    [{ type: 'number', default: 'one' }, ['/default type']],
    [{ type: 'select', options: ['a'], default: 'b' }, ['/default enum']],
    [{ type: 'record', target_kind: 'depot:shelf', default: UNKNOWN }, ['/default unknown']],
    [{ type: 'text', unique: true, default: 'x' }, ['/default not_unique']],
    [{ type: 'long_text', indexed: true }, ['/indexed unsupported']],
    [{ type: 'money', unique: true }, ['/unique unsupported']],
    [{ type: 'colour' }, ['/type enum']],
    [{ shade: 'red' }, ['/shade unknown']],
  ])('is refused as %j', async (change, faults) => {
    const reply = await depot.admin.post(depot.fields, {
      kind: 'depot:thing',
      name: 'refused',
      type: 'text',
      ...change,
    });
    expect([reply.status, faultsOf(reply)]).toEqual([422, faults]);
  });

  it('refuses a name that another field has', async () => {
    await depot.define({ name: 'taken', type: 'text' });
    const reply = await depot.admin.post<Refusal>(depot.fields, { kind: 'depot:thing', name: 'taken', type: 'number' });
    expect([reply.status, reply.body.error.code, faultsOf(reply)]).toEqual([
      409,
      'already_exists',
      ['/name already_exists'],
    ]);
  });

  it('is listed by kind and position, in pages', async () => {
    const other = await startDepot(server);
    await other.define({ name: 'second', type: 'text', position: 5 });
    await other.define({ name: 'first', type: 'text', position: 1 });
    await other.define({ name: 'third', type: 'text' });
    await other.define({ kind: 'depot:shelf', name: 'colour', type: 'text' });
    const first = await other.member.get<{ data: Body[]; next_cursor: string; total: number }>(
      `${other.fields}?limit=2&count=exact`,
    );
    const rest = await other.member.get<{ data: Body[] }>(`${other.fields}?limit=2&cursor=${first.body.next_cursor}`);
    const names = [...first.body.data, ...rest.body.data].map(({ name, position }) => [name, position]);
    expect(names).toEqual([
      ['colour', 0],
      ['first', 1],
      ['second', 5],
      ['third', 6],
    ]);
    expect(first.body.total).toBe(4);
    expect((await other.member.get<{ data: Body[] }>(`${other.fields}?kind=depot:shelf`)).body.data).toHaveLength(1);
  });

  it('is hidden with its module, and visible again afterwards', async () => {
    const other = await startDepot(server);
    const field = await other.define({ name: 'kept', type: 'text' });
    const module = `${other.workspace.path}/modules/depot`;
    await other.admin.patch(module, { enabled: false });
    expect((await other.admin.get<{ data: Body[] }>(other.fields)).body.data).toEqual([]);
    expect((await other.admin.get(`${other.fields}/${field.id}`)).status).toBe(404);
    expect((await other.admin.patch(`${other.fields}/${field.id}`, { title: 'X' })).status).toBe(404);
    expect((await other.admin.delete(`${other.fields}/${field.id}`)).status).toBe(404);
    await other.admin.patch(module, { enabled: true });
    expect((await other.admin.get<{ data: Body[] }>(other.fields)).body.data).toHaveLength(1);
  });

  it('is audited', async () => {
    const { rows } = await server.database.pool.query<{ action: string }>(
      `select distinct action from audit_log where action like 'field_definition.%' order by action`,
    );
    expect(rows.map(({ action }) => action)).toContain('field_definition.created');
  });
});

describe('a value of a custom field', () => {
  const DEFINITIONS = [
    { name: 'f_text', type: 'text' },
    { name: 'f_long_text', type: 'long_text' },
    { name: 'f_number', type: 'number' },
    { name: 'f_integer', type: 'integer' },
    { name: 'f_boolean', type: 'boolean' },
    { name: 'f_date', type: 'date' },
    { name: 'f_datetime', type: 'datetime' },
    { name: 'f_select', type: 'select', options: ['new', 'used'] },
    { name: 'f_multi_select', type: 'multi_select', options: ['red', 'green'] },
    { name: 'f_url', type: 'url' },
    { name: 'f_email', type: 'email' },
    { name: 'f_record', type: 'record', target_kind: 'depot:shelf' },
    { name: 'f_file', type: 'file' },
    { name: 'f_money', type: 'money' },
  ];
  let typed: Depot;
  let shelf: Rec;
  beforeAll(async () => {
    typed = await startDepot(server);
    for (const definition of DEFINITIONS) await typed.define(definition);
    shelf = await typed.add(typed.shelves, { name: 'Upper' });
  });

  it('is accepted and returned in every type', async () => {
    const values = {
      f_text: 'a',
      f_long_text: 'a\nb',
      f_number: 1.25,
      f_integer: 3,
      f_boolean: false,
      f_date: '2026-01-31',
      f_datetime: '2026-01-31T12:00:00+02:00',
      f_select: 'used',
      f_multi_select: ['green', 'red'],
      f_url: 'https://example.org/a',
      f_email: 'ada@example.org',
      f_record: shelf.id,
      f_money: { amount: '12.3400', currency: 'EUR' },
    };
    const { id } = await typed.add(typed.things, { name: 'Everything', ...values });
    const { body } = await typed.member.get<Rec>(`${typed.things}/${id}`);
    expect(body.fields).toEqual({ name: 'Everything', ...values, f_datetime: '2026-01-31T10:00:00.000Z' });
  });

  it.each([
    ['f_text', 7],
    ['f_number', '7'],
    ['f_number', 1.2345678],
    ['f_integer', 1.5],
    ['f_boolean', 'yes'],
    ['f_date', '2026-02-30'],
    ['f_datetime', 'tomorrow'],
    ['f_select', 'broken'],
    ['f_multi_select', ['red', 'blue']],
    ['f_multi_select', ['red', 'red']],
    ['f_url', 'ftp://example.org'],
    ['f_email', 'ada'],
    ['f_record', 'x'],
    ['f_record', UNKNOWN],
    ['f_file', UNKNOWN],
    ['f_money', { amount: 'much', currency: 'EUR' }],
    ['f_money', { amount: '1', currency: 'euros' }],
    ['f_money', { amount: '1', currency: 'XXQ' }],
  ])('of %s refuses %j', async (name, value) => {
    const created = await typed.member.post(typed.things, { fields: { name: 'Wrong', [name]: value } });
    const thing = await typed.add(typed.things, { name: 'Right' });
    const changed = await typed.member.patch(`${typed.things}/${thing.id}`, { fields: { [name]: value } });
    expect([created.status, changed.status]).toEqual([422, 422]);
    for (const fault of [...faultsOf(created), ...faultsOf(changed)]) expect(fault).toContain(`/fields/${name}`);
  });

  it.each([
    ['f_text == "a"', 1],
    ['f_number >= 1.25', 1],
    ['f_boolean == false', 1],
    ['f_date < timestamp("2026-02-01T00:00:00Z")', 1],
    ['"green" in f_multi_select', 1],
    ['f_select == "new"', 0],
    ['f_money.amount > 12 && f_money.currency == "EUR"', 1],
  ])('can be filtered: %s', async (filter, count) => {
    expect(await typed.titles({ filter: `name == "Everything" && ${filter}` })).toHaveLength(count);
  });

  it('that is a reference can be expanded, is found from the target, and is cleared when the target is deleted', async () => {
    const box = await typed.add(typed.shelves, { name: 'Box' });
    const { id } = await typed.add(typed.things, { name: 'In the box', f_record: box.id });
    const { body } = await typed.member.get<{ fields: { f_record: Rec } }>(`${typed.things}/${id}?expand=f_record`);
    const users = await typed.member.get<{ data: Body[] }>(`${typed.shelves}/${box.id}/used-by`);
    expect([body.fields.f_record.title, users.body.data.map(({ title, field }) => [title, field])]).toEqual([
      'Box',
      [['In the box', 'f_record']],
    ]);
    await typed.member.delete(`${typed.shelves}/${box.id}`);
    expect((await typed.member.get<Rec>(`${typed.things}/${id}`)).body.fields).toEqual({ name: 'In the box' });
  });

  it('that is a reference prevents the deletion of its target with `on_delete` restrict', async () => {
    const field = await typed.define({ name: 'held_by', type: 'record', target_kind: 'depot:shelf' });
    const added = await typed.add(typed.shelves, { name: 'Held' });
    await typed.add(typed.things, { name: 'Holder', held_by: added.id });
    await typed.admin.patch(`${typed.fields}/${field.id}`, { on_delete: 'restrict' });
    expect((await typed.member.delete(`${typed.shelves}/${added.id}`)).status).toBe(409);
    await typed.admin.delete(`${typed.fields}/${field.id}`);
    expect((await typed.member.delete(`${typed.shelves}/${added.id}`)).status).toBe(204);
  });

  it('is part of the history of its record', async () => {
    const { id } = await typed.add(typed.things, { name: 'Changing', f_integer: 1 });
    await typed.member.patch(`${typed.things}/${id}`, { fields: { f_integer: 2 } });
    const { body } = await typed.member.get<{ data: { changes: unknown }[] }>(`${typed.things}/${id}/history`);
    expect(body.data[0]?.changes).toEqual([{ path: '/fields/f_integer', from: 1, to: 2 }]);
  });

  it('costs no more statements than a record without custom fields', async () => {
    const bare = await startDepot(server);
    const count = async (at: Depot, fields: object) =>
      (await recordStatements(server.database, () => at.add(at.things, { name: 'Counted', ...fields }))).length;
    await bare.add(bare.things, { name: 'First' });
    expect(await count(typed, { f_text: 'x', f_number: 1 })).toBe(await count(bare, {}));
  });
});

describe('a required field', () => {
  it('is required in new records, filled with its default, and cannot be cleared', async () => {
    const other = await startDepot(server);
    const old = await other.add(other.things, { name: 'Old' });
    await other.define({ name: 'owner', type: 'text', required: true });
    await other.define({ name: 'state', type: 'select', options: ['ok', 'broken'], default: 'ok', required: true });
    const refused = await other.member.post(other.things, { fields: { name: 'New' } });
    const made = await other.add(other.things, { name: 'New', owner: 'Ada' });
    const emptied = await other.member.patch(`${other.things}/${made.id}`, { fields: { owner: null } });

    expect(faultsOf(refused)).toEqual(['/fields/owner required']);
    expect(made.fields).toEqual({ name: 'New', owner: 'Ada', state: 'ok' });
    expect(emptied.status).toBe(422);
    expect((await other.member.patch(`${other.things}/${old.id}`, { fields: { weight: 2 } })).status).toBe(200);
  });
});

describe('a change of a field', () => {
  let other: Depot;
  let field: Body;
  beforeAll(async () => {
    other = await startDepot(server);
    field = await other.define({ name: 'grade', type: 'text' });
    for (const grade of ['a', 'b', 'very good']) await other.add(other.things, { name: `Grade ${grade}`, grade });
  });

  it('that existing values do not match is refused with their number', async () => {
    const reply = await other.admin.patch<Refusal>(`${other.fields}/${field.id}`, {
      type: 'select',
      options: ['a', 'b'],
    });
    expect([reply.status, reply.body.error.code, reply.body.error.message]).toEqual([
      409,
      'conflict',
      `1 of 3 records hold a value of 'grade' that does not fit.`,
    ]);
    expect(faultsOf(reply)).toEqual(['/type misfit']);
  });

  it('is refused with the path of the change: the options that values use', async () => {
    const options = ['low', 'high'];
    const level = await other.define({ name: 'level', type: 'select', options });
    await other.add(other.things, { name: 'High', level: 'high' });
    const path = `${other.fields}/${level.id}`;
    const reply = await other.admin.patch<Refusal>(path, { options: ['low'] });
    expect([reply.status, faultsOf(reply)]).toEqual([409, ['/options misfit']]);

    await other.admin.delete(path);
    const again = { kind: level['kind'], name: 'level', type: 'select', options: ['low'] };
    const brought = await other.admin.post<Refusal>(other.fields, again);
    expect([brought.status, faultsOf(brought)]).toEqual([409, ['/options misfit']]);
  });

  it('is only reported by a dry run', async () => {
    const path = `${other.fields}/${field.id}?dry_run=true`;
    const reply = await other.admin.patch<Body>(path, { type: 'number' });
    expect([reply.status, reply.body['type'], reply.body['report']]).toMatchObject([
      200,
      'number',
      { records: 3, misfits: 3, duplicates: 0 },
    ]);
    expect((await other.admin.get<Body>(`${other.fields}/${field.id}`)).body['type']).toBe('text');
  });

  it('succeeds if all values match, and applies immediately', async () => {
    const options = ['a', 'b', 'very good'];
    const reply = await other.admin.patch<Body>(`${other.fields}/${field.id}`, { type: 'select', options });
    expect([reply.status, reply.body['type'], reply.body['report']]).toEqual([200, 'select', undefined]);
    expect((await other.member.post(other.things, { fields: { name: 'X', grade: 'c' } })).status).toBe(422);
    const back = await other.admin.patch<Body>(`${other.fields}/${field.id}`, { type: 'text' });
    expect([back.status, back.body['options']]).toEqual([200, null]);
  });

  it('to a reference requires that the records exist', async () => {
    const shelf = await other.add(other.shelves, { name: 'Somewhere' });
    const place = await other.define({ name: 'place', type: 'text' });
    await other.add(other.things, { name: 'Placed', place: shelf.id });
    const lost = await other.add(other.things, { name: 'Lost', place: UNKNOWN });
    const change = { type: 'record', target_kind: 'depot:shelf' };
    expect((await other.admin.patch(`${other.fields}/${place.id}`, change)).status).toBe(409);
    await other.member.patch(`${other.things}/${lost.id}`, { fields: { place: null } });
    expect((await other.admin.patch(`${other.fields}/${place.id}`, change)).status).toBe(200);
    const { body } = await other.member.get<{ data: Body[] }>(`${other.shelves}/${shelf.id}/used-by`);
    expect(body.data.map(({ title }) => title)).toEqual(['Placed']);
  });

  it('without effect creates no version and no audit entry', async () => {
    const before = await other.admin.get<Body>(`${other.fields}/${field.id}`);
    const after = await other.admin.patch<Body>(`${other.fields}/${field.id}`, { title: before.body['title'] });
    expect(after.body).toEqual(before.body);
  });
});

describe('a deleted field', () => {
  it('hides its values, and a definition with the same name restores them', async () => {
    const other = await startDepot(server);
    const field = await other.define({ name: 'secret', type: 'text' });
    const { id } = await other.add(other.things, { name: 'Holder', secret: 'kept' });
    expect((await other.admin.delete(`${other.fields}/${field.id}`)).status).toBe(204);

    const hidden = await other.member.get<Rec>(`${other.things}/${id}`);
    expect(hidden.body.fields).toEqual({ name: 'Holder' });
    expect((await other.member.get<Refusal>(`${other.things}?filter=secret=="kept"`)).body.error.code).toBe(
      'invalid_filter',
    );
    expect((await other.member.patch(`${other.things}/${id}`, { fields: { secret: 'x' } })).status).toBe(422);
    expect((await other.member.patch<Rec>(`${other.things}/${id}`, { fields: { name: 'Renamed' } })).status).toBe(200);
    const trashed = await other.admin.get<{ data: Body[] }>(`${other.fields}?deleted=true`);
    expect(trashed.body.data.map(({ name }) => name)).toEqual(['secret']);

    const wrong = await other.admin.post<Refusal>(other.fields, {
      kind: 'depot:thing',
      name: 'secret',
      type: 'number',
    });
    expect([wrong.status, wrong.body.error.code]).toEqual([409, 'conflict']);
    const again = await other.define({ name: 'secret', type: 'text' });
    expect(again.id).toBe(field.id);
    expect((await other.member.get<Rec>(`${other.things}/${id}`)).body.fields).toEqual({
      name: 'Renamed',
      secret: 'kept',
    });
  });

  it('is not found by the search, and found again after it is restored, until it is purged', async () => {
    const other = await startDepot(server);
    const field = await other.define({ name: 'finish', type: 'long_text' });
    await other.add(other.things, { name: 'Lamp', finish: 'verdigris' });
    const found = async () => {
      const { body } = await other.member.get<{ data: Rec[] }>(`${other.workspace.path}/search?q=verdigris`);
      return body.data.map(({ title }) => title);
    };
    const searched = async () => {
      const { body } = await other.admin.get<{ data: Body[] }>(`${other.workspace.path}/jobs?limit=1`);
      expect(body.data[0]).toMatchObject({ type: 'fields:search' });
      expect(await other.ended(body.data[0]?.id)).toMatchObject({ state: 'succeeded', result: { records: 1 } });
    };
    expect(await found()).toEqual(['Lamp']);

    await other.admin.delete(`${other.fields}/${field.id}`);
    await searched();
    expect(await found()).toEqual([]);
    await other.define({ name: 'finish', type: 'long_text' });
    await searched();
    expect(await found()).toEqual(['Lamp']);
    await other.admin.patch(`${other.fields}/${field.id}`, { type: 'text' });
    await searched();
    expect(await found()).toEqual(['Lamp']);
    const purge = await other.admin.delete<Body>(`${other.fields}/${field.id}?purge=true`);
    await other.ended(purge.body.id);
    expect(await found()).toEqual([]);
  });

  it('is removed permanently by a purge, and its name is free', async () => {
    const other = await startDepot(server);
    const field = await other.define({ name: 'waste', type: 'record', target_kind: 'depot:shelf' });
    const shelf = await other.add(other.shelves, { name: 'Target' });
    const { id, version } = await other.add(other.things, { name: 'Holder', waste: shelf.id });
    const purge = await other.admin.delete<Body>(`${other.fields}/${field.id}?purge=true`);
    expect(purge.status).toBe(202);
    expect(await other.ended(purge.body.id)).toMatchObject({ state: 'succeeded', result: { purged: 1 } });

    const { rows } = await server.database.pool.query<{ fields: object; version: number }>(
      'select fields, version from record where id = $1',
      [id],
    );
    expect(rows).toEqual([{ fields: { name: 'Holder' }, version }]);
    await other.define({ name: 'waste', type: 'number' });
    expect((await other.member.get<{ data: Body[] }>(`${other.shelves}/${shelf.id}/used-by`)).body.data).toEqual([]);
  });
});

describe('an index of a field', () => {
  const indexesOf = async (prefix: string) => {
    const { rows } = await server.database.pool.query<{ indexdef: string }>(
      'select indexdef from pg_indexes where starts_with(indexname, $1)',
      [`custom_${prefix.replaceAll('-', '')}`],
    );
    return rows.map(({ indexdef }) => indexdef);
  };

  it('is built by a job without blocking others, and dropped when no field needs it', async () => {
    const other = await startDepot(server);
    const field = await other.define({ name: 'rank', type: 'number', indexed: true });
    const { job } = field['index'] as { job: string };
    expect(await other.ended(job)).toMatchObject({ state: 'succeeded', result: { index: 'ready' } });
    const ready = await other.admin.get<Body>(`${other.fields}/${field.id}`);
    expect(ready.body['index']).toEqual({ ready: true, job });
    expect(await indexesOf(field.id)).toEqual([
      expect.stringContaining(`WHERE ((workspace_id = '${other.workspace.id}'::uuid)`),
    ]);

    const without = await other.admin.patch<Body>(`${other.fields}/${field.id}`, { indexed: false });
    expect(without.body['index']).toBeNull();
    await other.ended((await lastJob(other)).id);
    expect(await indexesOf(field.id)).toEqual([]);
  });

  it('is used by filters and sorts on the field', async () => {
    const other = await startDepot(server);
    const field = await other.define({ name: 'code', type: 'text', indexed: true });
    await other.ended((field['index'] as { job: string }).job);
    const operations = Array.from({ length: 1_000 }, (_, index) => ({
      op: 'create',
      fields: { name: `Thing ${index}`, code: `C${index}` },
    }));
    await other.member.post(`${other.things}/batch`, { operations });
    await server.database.pool.query('analyze record_depot_thing');
    const statements = await recordStatements(server.database, () => other.titles({ filter: 'code == "C500"' }));
    const page = statements.map(String).find((text) => text.includes('order by')) ?? '';
    const { rows } = await server.database.pool.query<{ 'QUERY PLAN': string }>(
      `explain ${page.replaceAll(/\$\d+/g, (name) => ({ $1: `'${other.workspace.id}'`, $2: `'C500'` })[name] ?? '51')}`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`custom_${field.id.replaceAll('-', '')}`);
  });

  it('keeps values unique under concurrent writes, and reports the path of a conflict', async () => {
    const other = await startDepot(server);
    const field = await other.define({ name: 'serial', type: 'text', unique: true });
    await other.ended((field['index'] as { job: string }).job);
    const bodies = Array.from({ length: 5 }, (_, index) => ({ fields: { name: `Thing ${index}`, serial: 'S-1' } }));
    const replies = await Promise.all(bodies.map((body) => other.member.post<Refusal>(other.things, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect([refused?.body.error.code, refused && faultsOf(refused)]).toEqual([
      'already_exists',
      ['/fields/serial already_exists'],
    ]);

    const elsewhere = await startDepot(server);
    await elsewhere.define({ name: 'serial', type: 'text', unique: true });
    expect((await elsewhere.add(elsewhere.things, { name: 'Same', serial: 'S-1' })).fields['serial']).toBe('S-1');
  });

  it('is refused with the number of shared values', async () => {
    const other = await startDepot(server);
    const field = await other.define({ name: 'batch', type: 'integer' });
    for (const name of ['One', 'Two']) await other.add(other.things, { name, batch: 7 });
    const refused = await other.admin.patch<Refusal>(`${other.fields}/${field.id}`, { unique: true });
    expect([refused.status, refused.body.error.message, faultsOf(refused)]).toEqual([
      409,
      `Records share values of 'batch' (1).`,
      ['/unique not_unique'],
    ]);
  });

  it('is removed with its workspace', async () => {
    const other = await startDepot(server);
    const field = await other.define({ name: 'rank', type: 'number', indexed: true });
    await other.ended((field['index'] as { job: string }).job);
    const { owner, path, slug } = other.workspace;
    await server.as(owner.token).delete(path, { confirm: slug });
    await purgeDeletedWorkspaces(server.database.db, { now: new Date(Date.now() + 3_600_000) });
    expect(await indexesOf(field.id)).toEqual([]);
  });

  const lastJob = async (other: Depot) => {
    const { body } = await other.admin.get<{ data: Body[] }>(`${other.workspace.path}/jobs?limit=1`);
    return body.data[0] as Body;
  };
});
