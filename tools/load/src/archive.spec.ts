import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fieldsCapability } from '@cubit/fields';
import { DirectoryStore, filesCapability, filesModule } from '@cubit/files';
import { inventory } from '@cubit/inventory';
import { createWakeQueue, jobsCapability } from '@cubit/jobs';
import { projects } from '@cubit/projects';
import { purchases } from '@cubit/purchases';
import { spaces } from '@cubit/spaces';
import { createTestServer, describeWithData, endedJob, type TestServer, type TestWorkspace } from '@cubit/testing';
import { transferCapability } from '@cubit/transfer';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Client } from './client.js';
import { importFile, inventreeFiles } from './import-files.js';

jest.setTimeout(240_000);

interface Job {
  readonly id: string;
  readonly state: string;
  readonly progress?: unknown;
  readonly result: Readonly<Record<string, unknown>>;
}
interface Row {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const MAPPING = { mpn: 'name', lcsc: 'ipn', description: 'description', datasheet: 'link' };
const MAX_BYTES = 1024 ** 3;

describeWithData('a workspace of real data that moves to another instance', 'shared/data', (data) => {
  let here: TestServer;
  let there: TestServer;
  let folder: string;
  let from: TestWorkspace;
  let to: TestWorkspace;
  let address: string;
  const start = (name: string) =>
    createTestServer({
      modules: [filesModule, spaces, inventory, purchases, projects],
      capabilities: ({ connection, log }) => {
        const jobs = jobsCapability({ queue: createWakeQueue({ connection, log }), roles: ['api', 'worker'] });
        const store = new DirectoryStore(join(folder, name));
        const spoolFolder = join(folder, `${name}-incoming`);
        const files = filesCapability({ store, spoolFolder, maxBytes: MAX_BYTES, sweeps: false });
        const transfer = transferCapability({ jobs: jobs.jobs, maxBytes: MAX_BYTES, archiveMaxBytes: MAX_BYTES });
        return [jobs, files, fieldsCapability({ jobs: jobs.jobs }), transfer];
      },
    });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cubit-real-'));
    [here, there] = await Promise.all([start('here'), start('there')]);
    [from, to] = await Promise.all([here.workspace(), there.workspace()]);
    address = await here.listen();
    await load();
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const ended = (server: TestServer, { path, owner }: TestWorkspace, { id }: Pick<Job, 'id'>): Promise<Job> =>
    endedJob(async () => (await server.as(owner).get<Job>(`${path}/jobs/${id}`)).body);

  async function load(): Promise<void> {
    const client = new Client({ url: address, workspace: from.slug, token: from.owner.token });
    for (const file of inventreeFiles(join(data, 'parts'))) await importFile(client, file);
    const components = join(data, 'scale/jlcpcb_components.csv');
    const query = { mapping: JSON.stringify(MAPPING) };
    const imported = await importFile(client, { path: components, kind: 'inventory:part', query });
    expect(imported).toMatchObject({ created: 3_414, rejected: 0 });
    for (const name of readdirSync(join(data, 'purchases')).filter((file) => file.endsWith('.csv')))
      await importFile(client, { path: join(data, 'purchases', name), kind: 'purchases:order' });
    await importFile(client, { path: join(data, 'tasks/github_issues_dump_a.json'), kind: 'projects:task' });
  }

  async function listed(server: TestServer, { path, owner }: TestWorkspace): Promise<Record<string, readonly Row[]>> {
    const kinds = await server.as(owner).get<{ data: { id: string }[] }>(`${path}/kinds`);
    const lists: Record<string, readonly Row[]> = {};
    for (const { id } of kinds.body.data) {
      const rows: Row[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const list = `${path}/modules/${id.replace(':', '/records/')}?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`;
        const page: { data: Row[]; next_cursor: string | null } = (
          await server.as(owner).get<{ data: Row[]; next_cursor: string | null }>(list)
        ).body;
        rows.push(...page.data);
        cursor = page.next_cursor;
      }
      lists[id] = rows;
    }
    return lists;
  }

  it('is imported completely: every record of every kind, and a ledger that matches its stock', async () => {
    const started = await here.as(from.owner).post<Job>(`${from.path}/archive`);
    const exported = await ended(here, from, started.body);
    expect(exported).toMatchObject({ state: 'succeeded' });
    const content = await fetch(`${address}${from.path}/files/${String(exported.result['file'])}/content`, {
      headers: { authorization: `Bearer ${from.owner.token}` },
    });
    const taken = await there
      .as(to.owner)
      .post<Job>(`${to.path}/archive/import`, Buffer.from(await content.arrayBuffer()), {
        headers: { 'content-type': 'application/gzip' },
      });
    const imported = await ended(there, to, taken.body);
    if (imported.state !== 'succeeded') throw new Error(JSON.stringify(imported));
    expect(imported).toMatchObject({ state: 'succeeded', result: { unknown_people: [from.owner.email] } });

    const [before, after] = [await listed(here, from), await listed(there, to)];
    const nobody = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll(`"${from.owner.id}"`, 'null')) as unknown;
    const people = ['actor', 'reporter', 'requested_by', 'received_by', 'author', 'assignees', 'created_by'];
    const without = (value: unknown) =>
      JSON.parse(JSON.stringify(value), (key, member: unknown) =>
        people.includes(key) ? undefined : member,
      ) as unknown;
    for (const kind of Object.keys(before))
      expect([kind, without(after[kind])]).toEqual([kind, without(nobody(before[kind]))]);
    const count = (kind: string) => after[kind]?.length ?? 0;
    expect(count('inventory:part')).toBeGreaterThan(3_800);
    expect([count('inventory:stock_item'), count('spaces:location')]).toEqual([1_106, 19]);

    const moved = new Map<string, number>();
    for (const { fields } of after['inventory:movement'] ?? []) {
      const item = String(fields['stock_item']);
      moved.set(item, (moved.get(item) ?? 0) + Math.round(Number(fields['qty_delta'] ?? 0) * 1e6));
    }
    const wrong = (after['inventory:stock_item'] ?? []).filter(
      ({ id, fields }) => (moved.get(id) ?? 0) !== Math.round(Number(fields['qty']) * 1e6),
    );
    expect(wrong).toEqual([]);
  });
});
