import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShippedServer, type ShippedServer, type TestWorkspace } from '@cubit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

// A whole program starts here, several times, on a machine that may be busy.

/** The source of a module with one kind, an event and an action. */
const sourceOf = (version: string, { fields, rest = '' }: { readonly fields: string; readonly rest?: string }) => `
import { defineAction, defineEvent, defineKind, defineModule, Field } from '@cubit/core';
import { Type } from 'typebox';
const changed = defineEvent({ name: 'laser.sheet.changed', title: 'Sheet changed',
  payload: Type.Object({ sheetId: Field.ref('laser:sheet'), changes: Type.Optional(Type.Unknown()) }),
  example: { sheetId: '0190a6e2-7c1d-7b3a-9f00-000000000001' } });
const sheet = defineKind({ id: 'laser:sheet', title: ['Sheet', 'Sheets'], titleField: 'name', events: { updated: changed },
  fields: Type.Object({ name: Field.text(), ${fields} }), ${rest} });
const note = defineAction({ id: 'laser:note', title: 'Note', appliesTo: 'workspace',
  input: Type.Object({ text: Field.text() }), output: Type.Null(), emits: [],
  effects: { destructive: false, idempotent: true, readOnly: true }, example: { title: 'Note', input: { text: 'A' } },
  run: async () => null });
export const laser = defineModule({ name: 'laser', version: '${version}', contract: '^1.0.0', title: 'Laser',
  description: 'For a spec.', kinds: [sheet], actions: [note], events: [changed] });
`;

const folder = await mkdtemp(join(tmpdir(), 'cubit-upgrade-'));
const install = (source: string) => writeFile(join(folder, 'index.js'), source);
/** Of the next start. */
const environment: Record<string, string> = {};
let server: ShippedServer;
let workspace: TestWorkspace;
const ids: Record<'record' | 'view' | 'wire', string> = { record: '', view: '', wire: '' };
const owner = () => server.as(workspace.owner);
const create = async (path: string, body: object) => {
  const reply = await owner().post<{ id: string }>(`${workspace.path}${path}`, body);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.id;
};

beforeAll(async () => {
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'cubit-module-laser', version: '1.0.0', type: 'module', exports: './index.js' }),
  );
  await install(sourceOf('1.0.0', { fields: 'speed_mm_s: Field.integer(), power: Field.integer({ default: 5 })' }));
  Object.assign(environment, { MODULES: folder, WIRES_PAUSED: '1' });
  server = await startShippedServer({ environment });
  workspace = await server.workspace({ modules: ['laser'] });
  ids.record = await create('/modules/laser/records/sheet', { fields: { name: 'Plywood', speed_mm_s: 20 } });
  ids.view = await create('/views', {
    name: 'Fast',
    kind: 'laser:sheet',
    filter: 'speed_mm_s > 10 && name != "speed_mm_s"',
    sort: '-speed_mm_s',
    fields: ['name', 'speed_mm_s'],
  });
  ids.wire = await create('/wires', {
    name: 'Fast',
    event: 'laser.sheet.changed',
    condition: 'record.fields.speed_mm_s > 10',
    action: 'laser:note',
    input: { text: 'Speed: ${record.fields.speed_mm_s}' },
  });
  await install(
    sourceOf('2.0.0', {
      fields: 'speed: Field.integer(), vendor: Field.text()',
      rest: `changes: { '2.0.0': { rename: { speed_mm_s: 'speed' }, remove: ['power'], fill: { vendor: 'unknown' } } },`,
    }),
  );
  await server.restart();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe('a later version of a module that declares its changes of fields', () => {
  it('serves the records with their values under the new names', async () => {
    const { body } = await owner().get(`${workspace.path}/modules/laser/records/sheet/${ids.record}`);

    expect(body).toMatchObject({ version: 2, fields: { name: 'Plywood', speed: 20, vendor: 'unknown' } });
    expect(JSON.stringify(body)).not.toMatch(/speed_mm_s|power/);
  });

  it('rewrites filter, sort and columns of saved views', async () => {
    expect(await owner().get(`${workspace.path}/views/${ids.view}`)).toMatchObject({
      status: 200,
      body: { filter: 'speed > 10 && name != "speed_mm_s"', sort: '-speed', fields: ['name', 'speed'] },
    });
    expect(await owner().get(`${workspace.path}/modules/laser/records/sheet?filter=speed>10`)).toMatchObject({
      body: { data: [{ id: ids.record }] },
    });
  });

  it('rewrites conditions and inputs of wires', async () => {
    expect(await owner().get(`${workspace.path}/wires/${ids.wire}`)).toMatchObject({
      status: 200,
      body: { condition: 'record.fields.speed > 10', input: { text: 'Speed: ${record.fields.speed}' } },
    });
  });

  it('is one entry in the history of a record', async () => {
    const { body } = await owner().get<{ data: readonly object[] }>(
      `${workspace.path}/modules/laser/records/sheet/${ids.record}/history`,
    );

    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({ actor: { via: { type: 'module', module: 'laser 2.0.0' } } });
  });
});

describe('a module of another package whose fields changed in the same version', () => {
  const hidden = /no longer has 'speed', a value of 1 record of 1 workspace/;

  it('starts while it is developed, with a warning that names the fields', async () => {
    await install(sourceOf('2.0.0', { fields: 'vendor: Field.text()' }));
    await server.restart();

    const warnings = server.log.entries.flatMap(({ level, details }) =>
      level === 'warn' ? [JSON.stringify(details)] : [],
    );
    expect(warnings.join('\n')).toMatch(hidden);
    const { body } = await owner().get(`${workspace.path}/modules/laser/records/sheet/${ids.record}`);
    expect(body).toMatchObject({ fields: { name: 'Plywood', vendor: 'unknown' } });
  });

  it('does not start in production', async () => {
    environment['NODE_ENV'] = 'production';
    const restarted = server.restart();

    await expect(restarted).rejects.toThrow(/'laser' 2\.0\.0 has other fields.* make it a later version/);
    await expect(restarted).rejects.toThrow(hidden);
    delete environment['NODE_ENV'];
  });
});

describe('a version of a module that would lose values', () => {
  it('does not start, and names wires and views that use what is gone', async () => {
    await install(sourceOf('3.0.0', { fields: 'vendor: Field.text()' }));
    const restarted = server.restart();

    await expect(restarted).rejects.toThrow(/'laser:sheet' no longer has 'speed', a value of 1 record of 1 workspace/);
    await expect(restarted).rejects.toThrow(/The view 'Fast' of workspace .* names 'speed'/);
    await expect(restarted).rejects.toThrow(/The wire 'Fast' of workspace .* names 'speed'/);
    await install(sourceOf('1.0.0', { fields: 'speed_mm_s: Field.integer()' }));
    await expect(server.restart()).rejects.toThrow(/'laser' 1\.0\.0 is older than 2\.0\.0/);
  });
});
