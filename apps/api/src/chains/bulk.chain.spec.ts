import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endedJob, startShippedServer } from '@cubit/testing/shipped';
import { type ApiRecord, type ChainBench, type Chains, chainsOn } from './start-chains.js';

interface BulkBody {
  readonly done: number;
  readonly skipped: number;
  readonly results: readonly {
    readonly record: Pick<ApiRecord, 'id' | 'kind'>;
    readonly state: string;
    readonly reason: { readonly code: string } | null;
    readonly undo?: { readonly action: string } | null;
  }[];
  readonly events: readonly { readonly name: string }[];
}
interface Job {
  readonly id: string;
  readonly state: string;
  readonly progress: unknown;
  readonly result: { readonly done: number; readonly skipped: number; readonly skipped_records: readonly unknown[] };
  readonly error: unknown;
}

let chains: Chains;
let bench: ChainBench;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
  bench = await chains.bench();
});
afterAll(() => chains.close());

const tasks = (count: number, fields: object = {}) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => bench.add('projects:task', { title: `Task ${index}`, ...fields })),
  );
const refs = (records: readonly ApiRecord[]) => records.map(({ kind, id }) => ({ kind, id }));
const action = (local: string) => `${bench.path}/modules/projects/actions/${local}`;
const list = () => `${bench.path}/modules/projects/records/task`;
const statusOf = async (record: ApiRecord) => (await bench.readFields(record))['status'];
const ids = (records: readonly ApiRecord[]) => records.map(({ id }) => id).join(',');

const ended = ({ id }: { readonly id: string }) =>
  endedJob(async () => (await bench.client.get<Job>(`${bench.path}/jobs/${id}`)).body);

describe('an action on many records', () => {
  it('says for each of them whether it is done, or skipped and why, with its undo', async () => {
    const open = await tasks(3);
    const [done] = await tasks(1, { status: 'done' });
    const foreign = { kind: 'projects:task', id: '0190a6e2-7c1d-7b3a-9f00-000000000001' };
    const records = [...refs(open), ...refs([done!]), foreign];
    const { status, body, text } = await bench.client.post<BulkBody>(action('complete'), { records, input: {} });
    expect({ status, text }).toMatchObject({ status: 200 });
    expect(body).toMatchObject({ done: 3, skipped: 2 });
    expect(body.results.map(({ state, reason, undo }) => [state, reason?.code, undo?.action])).toEqual([
      ...open.map(() => ['done', undefined, 'projects:reopen']),
      ['skipped', 'invalid_transition', undefined],
      ['skipped', 'not_found', undefined],
    ]);
    expect(body.results.map(({ record }) => record)).toEqual(records);
    expect(body.events.filter(({ name }) => name === 'projects.task.completed')).toHaveLength(3);
    expect(await Promise.all(open.map(statusOf))).toEqual(['done', 'done', 'done']);
  });

  it('changes nothing if one is refused and it is atomic, and names that one', async () => {
    const open = await tasks(2);
    const [done] = await tasks(1, { status: 'done' });
    const records = [...refs(open), ...refs([done!])];
    const { status, body } = await bench.client.post(action('complete'), { records, atomic: true });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_transition', details: [{ path: '/records/2' }] } },
    });
    expect(await Promise.all(open.map(statusOf))).toEqual(['todo', 'todo']);
  });

  it('runs as a job for all records of a filter, also those that no longer match it afterwards', async () => {
    const { id: project } = await bench.add('projects:project', { name: 'Many' });
    await tasks(120, { project });
    const [blocked, needed] = await tasks(2, { project });
    await bench.do('projects:add_dependency', blocked!, { needs_task: needed!.id });
    await bench.client.patch(`${list()}/${needed!.id}`, { fields: { project: null } });
    const filter = `project == "${project}" && status == "todo"`;
    const { status, body } = await bench.client.post<Job>(action('complete'), { filter });
    expect({ status, body }).toMatchObject({ status: 202, body: { type: 'records:bulk' } });
    expect(await ended(body)).toMatchObject({
      state: 'succeeded',
      progress: { done: 121, total: 121 },
      result: { done: 120, skipped: 1, skipped_records: [{ id: blocked!.id, code: 'projects_blocked' }] },
      error: null,
    });
  });

  it('refuses a wrong body with the path of the fault', async () => {
    const [one] = await tasks(1);
    const record = refs([one!])[0];
    const cases: readonly [object, string][] = [
      [{ record, records: [record] }, '/record'],
      [{ records: [record], filter: 'true' }, '/filter'],
      [{ records: [record, record] }, '/records/1/id'],
      [{ records: [] }, '/records'],
      [{ filter: 'nope == 1' }, '/filter'],
      [{ filter: 'true', kind: 'inventory:part' }, '/kind'],
      [{ records: [{ kind: 'inventory:part', id: one!.id }] }, '/records/0/kind'],
      [{}, '/record'],
    ];
    for (const [body, path] of cases) {
      const answer = await bench.client.post(action('complete'), body);
      expect({ sent: body, ...answer }).toMatchObject({ status: 422, body: { error: { details: [{ path }] } } });
    }
  });
});

describe('changing and deleting many records', () => {
  it('updates the named records, and skips those that refuse', async () => {
    const open = await tasks(2);
    const [done] = await tasks(1, { status: 'done' });
    const { status, body } = await bench.client.patch<BulkBody>(`${list()}?ids=${ids([...open, done!])}`, {
      fields: { status: 'in_progress' },
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { done: 2, skipped: 1 } });
    expect(body.results[2]).toMatchObject({ state: 'skipped', reason: { code: 'invalid_transition' } });
    expect(await Promise.all([...open, done!].map(statusOf))).toEqual(['in_progress', 'in_progress', 'done']);
  });

  it('updates all or none with atomic', async () => {
    const open = await tasks(1);
    const [done] = await tasks(1, { status: 'done' });
    const path = `${list()}?atomic=true&ids=${ids([...open, done!])}`;
    expect((await bench.client.patch(path, { fields: { status: 'in_progress' } })).status).toBe(409);
    expect(await statusOf(open[0]!)).toBe('todo');
  });

  it('moves to the trash what is named, and as a job what a filter selects', async () => {
    const named = await tasks(3, { priority: 'urgent' });
    const { body } = await bench.client.delete<BulkBody>(`${list()}?ids=${ids(named.slice(0, 2))}`);
    expect(body).toMatchObject({ done: 2, skipped: 0 });
    const again = await bench.client.delete<BulkBody>(`${list()}?ids=${ids(named.slice(0, 2))}`);
    expect(again.body).toMatchObject({ done: 0, skipped: 2 });
    const filter = encodeURIComponent('priority == "urgent"');
    const queued = await bench.client.delete<Job>(`${list()}?filter=${filter}`);
    expect(queued.status).toBe(202);
    expect(await ended(queued.body)).toMatchObject({ state: 'succeeded', result: { done: 1, skipped: 0 } });
    expect(await bench.list('projects:task', 'priority == "urgent"')).toEqual([]);
  });

  it('refuses neither and both of ids and filter, and a wrong filter', async () => {
    const [one] = await tasks(1);
    for (const query of ['', `?ids=${one!.id}&filter=true`, '?ids=x', '?filter=nope%20%3D%3D%201']) {
      const { status } = await bench.client.patch(`${list()}${query}`, { fields: { title: 'X' } });
      expect({ query, status }).toEqual({ query, status: 400 });
    }
  });
});
