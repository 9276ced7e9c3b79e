import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { defineKind, defineModule, Field, type ModuleDefinition } from '@cubit/core';
import { createRegistry, type KindChanges } from '@cubit/core/host';
import { createLog, createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { sql } from 'kysely';
import { type TSchema, Type } from 'typebox';
import { prepareDatabase } from '../prepare.js';
import type { PackageRule } from './ensure-changes.js';
import { ModuleLease } from './module-leases.js';

type FieldSchemas = Readonly<Record<string, TSchema>>;
type Values = Readonly<Record<string, unknown>>;

const sheet = (fields: FieldSchemas, changes: KindChanges = {}) =>
  defineKind({
    id: 'laser:sheet',
    title: ['Sheet', 'Sheets'],
    titleField: 'name',
    fields: Type.Object({ name: Field.text(), ...fields }),
    changes,
  });
const laser = (version: string, fields: FieldSchemas, changes: KindChanges = {}): ModuleDefinition =>
  defineModule({
    name: 'laser',
    version,
    contract: '^1.0.0',
    title: 'Laser',
    description: 'For this spec.',
    kinds: [sheet(fields, changes)],
  });

let server: TestServer;
let workspace: TestWorkspace;
let other: TestWorkspace;
beforeAll(async () => {
  // Of the later version, so that no process with the earlier one runs.
  server = await createTestServer({ modules: [laser('2.0.0', {})] });
  [workspace, other] = [await server.workspace(), await server.workspace()];
});
afterAll(() => server.close());

const query = async <Row>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as Row[];

/** What a start with a module does to the database. `packages`: the module is of another package. */
async function start(module: ModuleDefinition, packages?: PackageRule, log = server.log): Promise<void> {
  const { database } = server;
  const registry = createRegistry([module]);
  const lease = new ModuleLease({ database, registry, log });
  try {
    await prepareDatabase(database, registry, { log, lease, ...(packages && { packages }) });
  } finally {
    await lease.end();
  }
}

async function faultsOf(module: ModuleDefinition, packages?: PackageRule): Promise<string> {
  return start(module, packages).then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

async function stored(): Promise<readonly { fields: Values; version: number; title: string }[]> {
  return query('select fields, version, title from record_laser_sheet order by title');
}

/** Version 1.0.0 with these fields and records; the first of them in the other workspace. */
async function begin(fields: FieldSchemas, records: readonly Values[]): Promise<void> {
  for (const table of ['record', 'record_change', 'module_data', 'kind_schema', 'retired_value', 'field_definition'])
    await query(`delete from ${table}`);
  await query('delete from upgrade');
  await start(laser('1.0.0', fields));
  for (const [index, values] of records.entries()) {
    const { rows } = await sql<{ id: string }>`select gen_random_uuid() as id`.execute(server.database.db);
    const id = rows[0]?.id;
    const [home] = await query<{ id: string }>('select id from workspace where slug = $1', [
      (index === 0 ? other : workspace).path.split('/').at(-1),
    ]);
    await query(
      `insert into record (workspace_id, kind, id, title, fields, created_at, updated_at) values ($1, 'laser:sheet', $2, $3, $4, now(), now())`,
      [home?.id, id, `Sheet ${index}`, { name: `Sheet ${index}`, ...values }],
    );
    await query(
      `insert into record_change (workspace_id, record_id, version, kind, operation, at, actor_type, via_type)
       values ($1, $2, 1, 'laser:sheet', 'create', now(), 'system', 'system')`,
      [home?.id, id],
    );
  }
}

/** Five types of fields: two values each, and a value of a later type. */
const TYPES: readonly (readonly [
  name: string,
  field: TSchema,
  values: readonly [unknown, unknown],
  narrowed: TSchema,
])[] = [
  ['text', Field.text(), ['plain', 'plywood'], Field.text({ maxLength: 6 })],
  ['integer', Field.integer(), [20, 400], Field.integer({ maximum: 100 })],
  ['boolean', Field.boolean(), [true, false], Field.json(Type.Literal(true))],
  ['enum', Field.enum(['38', '50.8']), ['38', '50.8'], Field.enum(['38', '50'])],
  [
    'money',
    Field.money(),
    [
      { amount: '1', currency: 'EUR' },
      { amount: '2', currency: 'USD' },
    ],
    Field.json(Type.Object({ amount: Type.String(), currency: Type.Literal('EUR') })),
  ],
];

interface Outcome {
  /** What the refusal says; absent: it is accepted. */
  readonly refused?: RegExp;
  /** The fields of both records afterwards. */
  readonly becomes: (values: readonly [unknown, unknown]) => readonly [Values, Values];
}

type Difference = (
  type: (typeof TYPES)[number],
) => Outcome & { readonly after: ModuleDefinition; readonly before?: FieldSchemas };

const same = ([one, two]: readonly [unknown, unknown]) => [{ value: one }, { value: two }] as const;

/** Eight differences between two versions. */
const DIFFERENCES: Readonly<Record<string, Difference>> = {
  'an optional field is added': ([, field]) => ({
    after: laser('2.0.0', { value: field, extra: Type.Optional(field) }),
    becomes: same,
  }),
  'a required field is added': ([, field]) => ({
    after: laser('2.0.0', { value: field, extra: field }),
    refused: /'laser:sheet' requires 'extra', which 2 records of 2 workspaces .*lack; give it a default or `fill`/,
    becomes: same,
  }),
  'a required field is added and filled': ([, field, [one]]) => ({
    after: laser('2.0.0', { value: field, extra: field }, { '2.0.0': { fill: { extra: one } } }),
    becomes: ([first, second]) => [
      { value: first, extra: one },
      { value: second, extra: one },
    ],
  }),
  'a field is gone': () => ({
    after: laser('2.0.0', {}),
    refused: /'laser:sheet' no longer has 'value', a value of 2 records of 2 workspaces .*`rename` or `remove`/,
    becomes: same,
  }),
  'a field is renamed': ([, field]) => ({
    after: laser('2.0.0', { speed: field }, { '2.0.0': { rename: { value: 'speed' } } }),
    becomes: ([one, two]) => [{ speed: one }, { speed: two }],
  }),
  'a field is removed': () => ({
    after: laser('2.0.0', {}, { '2.0.0': { remove: ['value'] } }),
    becomes: () => [{}, {}],
  }),
  'a rule is narrowed': ([, , , narrowed]) => ({
    after: laser('2.0.0', { value: narrowed }),
    refused: /'laser:sheet': 'value' of 1 record of 1 workspace .*does not fit version 2\.0\.0; declare `convert`/,
    becomes: same,
  }),
  'a rule is narrowed and values are converted': ([, field, [one], narrowed]) => ({
    after: laser(
      '2.0.0',
      { value: narrowed },
      { '2.0.0': { convert: { value: { from: field, to: narrowed, with: () => one } } } },
    ),
    becomes: ([first]) => [{ value: first }, { value: first }],
  }),
};

const CASES = Object.entries(DIFFERENCES).flatMap(([name, difference]) =>
  TYPES.map((type) => [name, type[0], type, difference] as const),
);

/** Stops the program at its n-th transaction, as a kill between two commits would. */
async function startKilledAt(step: number, module: ModuleDefinition): Promise<boolean> {
  let steps = 0;
  const { database } = server;
  const whole = database.transaction.bind(database);
  const killed = jest.spyOn(database, 'transaction').mockImplementation((...call: Parameters<typeof whole>) => {
    steps += 1;
    if (steps > step) return Promise.reject(new Error('The machine stopped.'));
    return whole(...call);
  });
  try {
    await start(module);
    return false;
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'The machine stopped.') throw error;
    return true;
  } finally {
    killed.mockRestore();
  }
}

/** Kills the start after no step, after one, and so on, until one gets to its end. Returns the number of kills. */
async function killedAfterEachStep(module: ModuleDefinition): Promise<number> {
  for (let kills = 0; ; kills += 1) if (!(await startKilledAt(kills, module))) return kills;
}

describe('a later version of a module', () => {
  it.each(CASES)('%s (%s): no value is lost, whenever it is killed', async (_name, _type, type, difference) => {
    const { after, refused, becomes } = difference(type);
    const values = type[2];
    await begin({ value: type[1] }, [{ value: values[0] }, { value: values[1] }]);
    const expected = becomes(values).map((fields, index) => ({ name: `Sheet ${index}`, ...fields }));

    if (refused) expect(await faultsOf(after)).toMatch(refused);
    else {
      await killedAfterEachStep(after);
      await Promise.all([start(after), start(after)]);
    }

    expect((await stored()).map(({ fields }) => fields)).toEqual(expected);
    if (refused) expect(await faultsOf(laser('1.0.0', { value: type[1] }))).toBe('');
    else
      expect(await faultsOf(laser('1.0.0', { value: type[1] }))).toMatch(
        /older than 2\.0\.0, which wrote its data; install 2\.0\.0/,
      );
  });
});

describe('a change of records', () => {
  beforeEach(() => begin({ value: Field.integer() }, [{ value: 1 }, { value: 2 }]));
  const renamed = laser('2.0.0', { speed: Field.integer() }, { '2.0.0': { rename: { value: 'speed' } } });

  it('is one entry of the history by the version of the module', async () => {
    await start(renamed);
    const [home] = await query<{ id: string }>(`select id from record where title = 'Sheet 1'`);
    const { body } = await server
      .as(workspace.owner)
      .get<{ data: readonly object[] }>(`${workspace.path}/modules/laser/records/sheet/${home?.id ?? ''}/history`);

    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({
      operation: 'update',
      actor: { type: 'system', via: { type: 'module', module: 'laser 2.0.0' } },
      changes: expect.arrayContaining([
        { path: '/fields/value', from: 2, to: null },
        { path: '/fields/speed', from: null, to: 2 },
      ]),
    });
  });

  it('keeps the values of removed fields aside', async () => {
    await start(laser('2.0.0', {}, { '2.0.0': { remove: ['value'] } }));

    expect(await query('select field, value, module_version from retired_value order by value')).toEqual([
      { field: 'value', value: 1, module_version: '2.0.0' },
      { field: 'value', value: 2, module_version: '2.0.0' },
    ]);
  });

  it('that is under way refuses every other version', async () => {
    expect(await startKilledAt(2, renamed)).toBe(true);
    const under = /the change of its records to 2\.0\.0 is under way; start with 2\.0\.0/;

    expect(await faultsOf(laser('1.0.0', { value: Field.integer() }))).toMatch(under);
    expect(await faultsOf(laser('3.0.0', { speed: Field.integer() }))).toMatch(under);
    await start(renamed);
  });

  it('continues a conversion whose result it would not accept', async () => {
    await query(
      `insert into record (workspace_id, kind, id, title, fields, created_at, updated_at)
       select workspace_id, kind, gen_random_uuid(), 'Sheet', '{"name": "Sheet", "value": 3}', now(), now()
       from record, generate_series(1, 600) where title = 'Sheet 1'`,
    );
    const convert: KindChanges[string]['convert'] = {
      value: {
        from: Field.integer(),
        to: Field.text(),
        with(old) {
          if (typeof old !== 'number') throw new Error('it is no number');
          return String(old);
        },
      },
    };
    const later = laser('2.0.0', { value: Field.text() }, { '2.0.0': { convert } });

    expect(await killedAfterEachStep(later)).toBe(3);
    expect(new Set((await stored()).map(({ fields }) => fields['value']))).toEqual(new Set(['1', '2', '3']));
  });

  it('refuses a conversion that fails, with the record, and changes nothing', async () => {
    const failing: KindChanges = {
      '2.0.0': {
        convert: {
          value: {
            from: Field.integer(),
            to: Field.text(),
            with(old) {
              if (old === 2) throw new Error('two is too many');
              return String(old);
            },
          },
        },
      },
    };
    const [record] = await query<{ id: string }>(`select id from record where title = 'Sheet 1'`);
    const faults = await faultsOf(laser('2.0.0', { value: Field.text() }, failing));

    expect(faults).toContain("The conversion of 'value' fails: two is too many");
    expect(faults).toContain(record?.id);
    expect((await stored()).map(({ fields }) => fields['value'])).toEqual([1, 2]);
  });

  it('refuses a new field that has the name of a custom field', async () => {
    await query(
      `insert into field_definition (workspace_id, id, kind, name, title, type, required, position, indexed, is_unique, created_at, updated_at)
       select workspace_id, gen_random_uuid(), kind, 'vendor', 'Vendor', 'text', false, 1, false, false, now(), now()
       from record where title = 'Sheet 1'`,
    );

    expect(await faultsOf(laser('2.0.0', { value: Field.integer(), vendor: Type.Optional(Field.text()) }))).toContain(
      `the new field 'vendor', which is a custom field of workspace '${workspace.path.split('/').at(-1) ?? ''}'`,
    );
  });

  it('waits for a process with an earlier version, and is refused while it runs', async () => {
    await query(
      `insert into module_lease values (gen_random_uuid(), '{"laser": "1.0.0"}', clock_timestamp() + interval '1 minute')`,
    );
    const refused = faultsOf(renamed);

    expect(await refused).toContain('a process with 1.0.0 still runs; stop it, and start again.');
    await query('delete from module_lease');
    await start(renamed);
    expect((await stored()).map(({ fields }) => fields['speed'])).toEqual([1, 2]);
  });

  it('of a kind that the module no longer has is refused until it retires the kind', async () => {
    const empty = { ...laser('2.0.0', {}), kinds: [] };

    expect(await faultsOf(empty)).toContain("no longer has kind 'laser:sheet', of which there are 2 records");
    await start({ ...empty, retires: ['laser:sheet'] });
    expect(await stored()).toHaveLength(2);
  });
});

describe('other fields in the same version', () => {
  const before = laser('1.0.0', { value: Field.integer() });
  const ofPackage = (onUnversioned: PackageRule['onUnversioned']): PackageRule => ({
    names: new Set(['laser']),
    onUnversioned,
  });
  const hiding: readonly (readonly [difference: string, fields: FieldSchemas, fault: RegExp])[] = [
    ['a field is gone', {}, /no longer has 'value', a value of 2 records of 2 workspaces .*`rename` or `remove`/],
    [
      'a required field is added',
      { value: Field.integer(), vendor: Field.text() },
      /requires 'vendor', which 2 records of 2 workspaces .*lack/,
    ],
    [
      'a rule is narrowed',
      { value: Field.integer({ maximum: 1 }) },
      /'value' of 1 record of 1 workspace .*does not fit/,
    ],
  ];
  beforeEach(() => begin({ value: Field.integer() }, [{ value: 1 }, { value: 2 }]));

  it.each(hiding)('are refused for a module of another package: %s', async (_difference, fields, fault) => {
    const faults = await faultsOf(laser('1.0.0', fields), ofPackage('refuse'));

    expect(faults).toMatch(/'laser' 1\.0\.0 has other fields.* make it a later version/);
    expect(faults).toMatch(fault);
    // Nothing is stored of what is refused.
    expect(await faultsOf(before, ofPackage('refuse'))).toBe('');
    expect(await faultsOf(laser('1.0.0', fields), ofPackage('refuse'))).toMatch(fault);
  });

  it.each(hiding)('are only logged while the module is developed: %s', async (_difference, fields, fault) => {
    const log = createLog();
    await start(laser('1.0.0', fields), ofPackage('warn'), log);

    expect(log.entries.filter(({ level }) => level === 'warn')).toEqual([
      expect.objectContaining({
        details: { module: 'laser', faults: [expect.stringContaining('later version'), expect.stringMatching(fault)] },
      }),
    ]);
    expect((await stored()).map(({ fields: values }) => values['value'])).toEqual([1, 2]);
  });

  it('start where no value is lost or hidden', async () => {
    const log = createLog();
    const wider = { value: Field.integer({ minimum: 0 }), note: Type.Optional(Field.text()) };
    await start(laser('1.0.0', wider), ofPackage('refuse'), log);

    expect(log.entries.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('start for a module of the program, whose later release may be replaced by an earlier one', async () => {
    await start(laser('1.0.0', {}));
    await start(before);
    expect((await stored()).map(({ fields }) => fields['value'])).toEqual([1, 2]);
  });
});
