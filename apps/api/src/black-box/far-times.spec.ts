import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createShippedServer, type TestClient, type SweptServer, type TestWorkspace } from '@cubit/testing';
import { PRODUCT } from './product.js';

const LAST_INSTANT = '9999-12-31T23:59:59.999Z';
const LAST_DAY = '9999-12-31';

interface Answer {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly error: {
    readonly code: string;
    readonly details: readonly { readonly path: string; readonly code: string }[];
  };
}

let server: SweptServer;
let workspace: TestWorkspace;
let client: TestClient;

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  workspace = await server.workspace();
  client = server.as(workspace.owner);
});
afterAll(() => server.close());

const pathOf = (id: string, family: 'records' | 'actions') => {
  const [module, name] = id.split(':');
  return `${workspace.path}/modules/${module}/${family}/${name}`;
};
const create = (kind: string, fields: object) => client.post<Answer>(pathOf(kind, 'records'), { fields });
const patch = (kind: string, id: string, fields: object) =>
  client.patch<Answer>(`${pathOf(kind, 'records')}/${id}`, { fields });
const run = (action: string, record: object | null, input: object = {}) =>
  client.post<Answer>(pathOf(action, 'actions'), { record, input });
const made = async (kind: string, fields: object) => {
  const { status, body, text } = await create(kind, fields);
  expect([status, text]).toEqual([201, text]);
  return body.id;
};
const faultOf = ({ status, body }: { readonly status: number; readonly body: Answer }) => [
  status,
  body.error.code,
  body.error.details.map(({ path, code }) => `${path} ${code}`),
];
const tooLate = (path: string) => [422, 'validation_failed', [`${path} too_large`]];

describe('a time after the year 9999 is refused with the path of the field that leads to it', () => {
  it('in maintenance: the last maintenance', async () => {
    const machine = await made('digifab:machine', { name: 'Far', model: 'X' });
    const fields = { machine, task: 'Grease', every_days: 30 };
    expect(faultOf(await create('digifab:maintenance', { ...fields, last_done_at: LAST_INSTANT }))).toEqual(
      tooLate('/fields/last_done_at'),
    );
    const id = await made('digifab:maintenance', fields);
    expect(faultOf(await patch('digifab:maintenance', id, { last_done_at: LAST_INSTANT }))).toEqual(
      tooLate('/fields/last_done_at'),
    );
    const batch = await client.post<Answer>(`${pathOf('digifab:maintenance', 'records')}/batch`, {
      operations: [{ op: 'update', id, fields: { last_done_at: LAST_INSTANT } }],
    });
    expect(faultOf(batch)).toEqual(tooLate('/operations/0/fields/last_done_at'));
  });

  it('in an order that is placed: the order date and the expected date', async () => {
    const supplier = await made('purchases:supplier', { name: 'Slow', lead_time_days: 365 });
    const order = await made('purchases:order', { supplier });
    await made('purchases:order_item', { order, description: 'Bolts', qty: 1 });
    const record = { kind: 'purchases:order', id: order };

    expect(faultOf(await run('purchases:place', record, { ordered_at: LAST_INSTANT }))).toEqual(
      tooLate('/input/ordered_at'),
    );
    expect(faultOf(await run('purchases:place', record, { expected_on: LAST_DAY }))).toEqual(
      tooLate('/input/expected_on'),
    );
    expect((await run('purchases:place', record)).status).toBe(200);
    expect(faultOf(await patch('purchases:order', order, { expected_on: LAST_DAY }))).toEqual(
      tooLate('/fields/expected_on'),
    );
  });

  it('in a recurring task: the due time', async () => {
    const fields = { title: 'Water', due_at: LAST_INSTANT, recurrence: 'FREQ=DAILY' };
    const task = await made('projects:task', fields);
    expect(faultOf(await run('projects:complete', { kind: 'projects:task', id: task }))).toEqual(tooLate('/record'));
    expect(faultOf(await patch('projects:task', task, { status: 'done' }))).toEqual(tooLate('/fields/due_at'));
    expect((await patch('projects:task', task, { recurrence: null })).status).toBe(200);
    expect((await run('projects:complete', { kind: 'projects:task', id: task })).status).toBe(200);
  });
});
