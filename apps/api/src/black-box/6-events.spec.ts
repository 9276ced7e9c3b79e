import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createExamples,
  createShippedServer,
  type ExampleRecord,
  type TestClient,
  type SweptServer,
  type TestWorkspace,
} from '@cubit/testing';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { PRODUCT } from './product.js';

/** The event names in the specification. */
const SHOWN = [
  'inventory.part.created',
  'inventory.stock.changed',
  'inventory.stock.low',
  'purchases.order.arrived',
  'purchases.order_item.received',
  'digifab.print.completed',
  'digifab.print.failure_suspected',
];
const EVENT_NAME = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/;
const ISO_WITH_MS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

interface LoggedEvent {
  readonly id: string;
  readonly name: string;
  readonly org_id: string;
  readonly occurred_at: string;
  readonly actor: { readonly type: string; readonly id: string };
  readonly cause: unknown;
  readonly payload: Readonly<Record<string, unknown>>;
}
interface DeclaredEvent {
  readonly name: string;
  readonly module: string;
  readonly title: string;
  readonly payload: { readonly required: readonly string[]; readonly properties: Readonly<Record<string, object>> };
  readonly records: readonly { readonly key: string; readonly kind: string }[];
}

let server: SweptServer;
let workspace: TestWorkspace;
let member: TestClient;
let memberId: string;
let made: ReadonlyMap<string, ExampleRecord>;

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  workspace = await server.workspace();
  const user = await workspace.member();
  memberId = user.id;
  member = server.as(user);
  made = await createExamples({ registry: server.kernel.registry, workspace, client: member });
});
afterAll(() => server.close());

const declared = async (path = '') =>
  (await member.get<{ data: readonly DeclaredEvent[] }>(`${workspace.path}${path}/events`)).body.data;
async function log(query = ''): Promise<readonly LoggedEvent[]> {
  const { body } = await member.get<{ data: readonly LoggedEvent[] }>(`${workspace.path}/event-log?limit=200${query}`);
  return body.data;
}

describe('the vocabulary of events (6.1)', () => {
  it('has names of the form module.thing.verb, owned by the module that defines them', async () => {
    const events = await declared();

    expect(events.length).toBeGreaterThan(0);
    for (const { name, module } of events) {
      expect(name).toMatch(EVENT_NAME);
      expect(name.split('.')[0]).toBe(module);
    }
  });

  it('includes every event name in the specification whose module is installed', async () => {
    const installed = new Set(BUILT_IN_MODULES.map(({ name }) => name));
    const shown = SHOWN.filter((name) => installed.has(name.split('.')[0] ?? ''));

    expect((await declared()).map(({ name }) => name)).toEqual(expect.arrayContaining(shown));
    expect(shown).toContain('inventory.stock.low');
  });

  it('is listed per module and per workspace', async () => {
    const names = (events: readonly DeclaredEvent[]) => events.map(({ name }) => name).sort();
    const ofModules = await Promise.all(BUILT_IN_MODULES.map(({ name }) => declared(`/modules/${name}`)));

    expect(names(ofModules.flat())).toEqual(names(await declared()));
  });

  it('lists the declarations of the enabled modules only', async () => {
    const some = await server.workspace({ modules: ['spaces'] });

    const { body } = await server.as(some.owner).get<{ data: readonly DeclaredEvent[] }>(`${some.path}/events`);

    const always = BUILT_IN_MODULES.filter((module) => module.always).map(({ name }) => name);
    for (const { module } of body.data) expect(['spaces', ...always]).toContain(module);
  });

  it('describes each payload: the id of the workspace, and the id of the record', async () => {
    for (const { name, payload, records } of await declared()) {
      expect([name, payload.required]).toEqual([name, expect.arrayContaining(['orgId'])]);
      for (const { key } of records) {
        expect([name, Object.keys(payload.properties)]).toEqual([name, expect.arrayContaining([key])]);
        expect(key).toMatch(/^[a-z][A-Za-z0-9]*Ids?$/);
      }
    }
  });
});

describe('emission (6.2)', () => {
  it('puts the workspace id and the record id into every payload', async () => {
    const events = await log();
    const kinds = new Map((await declared()).map((event) => [event.name, event]));

    expect(events.length).toBeGreaterThan(made.size - 1);
    for (const { name, org_id, payload, occurred_at } of events) {
      const [subject] = kinds.get(name)?.records ?? [];
      expect([name, org_id, payload['orgId']]).toEqual([name, workspace.id, workspace.id]);
      if (subject) expect([name, payload[subject.key]]).toEqual([name, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
      expect(occurred_at).toMatch(ISO_WITH_MS);
    }
  });

  it('emits one event per created record, if its kind declares one', async () => {
    for (const { kind: id, id: recordId } of made.values()) {
      const kind = server.kernel.registry.kinds.get(id);
      const created = kind?.definition.events?.created?.name;
      if (kind === undefined || created === undefined) continue;

      const events = await log(`&name=${created}&record_id=${recordId}`);

      expect(events.map(({ payload }) => payload[kind.idKey])).toEqual([recordId]);
      expect(events[0]).toMatchObject({ actor: { type: 'user', id: memberId }, cause: null });
    }
  });

  it('includes the changed fields with their old and new values', async () => {
    const part = made.get('inventory:part');
    await member.patch(`${workspace.path}/modules/inventory/records/part/${part?.id}`, { fields: { mpn: 'NEW-1' } });

    const [event] = await log(`&name=inventory.part.updated&record_id=${part?.id}`);

    expect(event?.payload).toMatchObject({ partId: part?.id, changes: { mpn: { to: 'NEW-1' } } });
  });

  it('emits nothing for a write that is refused or rolled back with its batch', async () => {
    const before = await log();
    const path = `${workspace.path}/modules/inventory/records/part`;
    const refused = await member.post(path, { fields: { name: '' } });
    const batch = await member.post(`${path}/batch`, {
      operations: [
        { op: 'create', fields: { name: 'Good' } },
        { op: 'create', fields: { name: '' } },
      ],
    });

    expect([refused.status, batch.status]).toEqual([422, 422]);
    expect(await log()).toEqual(before);
  });

  it('emits one event per record of a batch, like single writes', async () => {
    const path = `${workspace.path}/modules/inventory/records/part/batch`;
    const operations = ['One', 'Two', 'Three'].map((name) => ({ op: 'create', fields: { name } }));
    const { body } = await member.post<{ results: readonly { record: { id: string } }[] }>(path, { operations });

    const ids = body.results.map(({ record }) => record.id);
    const events = await log('&name=inventory.part.created');

    expect(events.map(({ payload }) => payload['partId']).filter((id) => ids.includes(String(id)))).toHaveLength(3);
  });

  it('emits low stock when a use makes it fall below the minimum, and not before', async () => {
    const records = `${workspace.path}/modules/inventory/records`;
    const action = (name: string, id: string, input: object) =>
      member.post<{ events: readonly { name: string }[] }>(`${workspace.path}/modules/inventory/actions/${name}`, {
        record: { kind: 'inventory:part', id },
        input,
      });
    const { body: part } = await member.post<{ id: string }>(`${records}/part`, {
      fields: { name: 'Low', min_stock: 2 },
    });
    await action('add', part.id, { qty: 3 });
    const first = await action('use_one', part.id, {});
    const second = await action('use_one', part.id, {});

    const namesOf = (reply: typeof first) => reply.body.events.map(({ name }) => name);
    expect(namesOf(first)).toContain('inventory.stock.changed');
    expect(namesOf(first)).not.toContain('inventory.stock.low');
    expect(namesOf(second)).toEqual(expect.arrayContaining(['inventory.stock.changed', 'inventory.stock.low']));
    expect(await log(`&name=inventory.stock.low&record_id=${part.id}`)).toMatchObject([
      { payload: { partId: part.id, orgId: workspace.id } },
    ]);
  });
});

describe('the event log', () => {
  it('lists newest first, and is filtered by name, pattern, kind, record and time', async () => {
    const create = async (name: string) => {
      const { body } = await member.post<{ id: string }>(`${workspace.path}/modules/inventory/records/part`, {
        fields: { name },
      });
      return body.id;
    };
    const older = await create('Older');
    const newer = await create('Newer');
    const all = await log();
    const placeOf = (part: string) => all.findIndex(({ payload }) => payload['partId'] === part);
    const middle = all[Math.floor(all.length / 2)]?.occurred_at ?? '';

    // In the order of commits: wires run beside each other, and their events may have begun in another one.
    expect(placeOf(newer)).toBeGreaterThanOrEqual(0);
    expect(placeOf(newer)).toBeLessThan(placeOf(older));
    expect((await log('&name=inventory.*')).every(({ name }) => name.startsWith('inventory.'))).toBe(true);
    expect((await log(`&after=${middle}`)).every(({ occurred_at }) => occurred_at > middle)).toBe(true);
    expect((await log(`&before=${middle}`)).every(({ occurred_at }) => occurred_at < middle)).toBe(true);
  });

  it('returns pages without repeats or omissions', async () => {
    const all = (await log()).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `${workspace.path}/event-log?limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const { body }: { body: { data: LoggedEvent[]; next_cursor: string | null } } = await member.get(path);
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor;
    }

    expect(seen).toEqual(all);
  });
});
