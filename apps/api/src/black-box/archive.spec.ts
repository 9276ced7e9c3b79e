import { startShippedServer, type ShippedServer } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  populateWorkshop,
  Instance,
  WORKSHOP as W,
  type Job,
  type Person,
  type Workshop,
} from '../fixtures/archive-instance.js';
import { unpack, type PackedFile } from '../fixtures/packed-archive.js';

jest.setTimeout(180_000);

let here: Instance<ShippedServer>;
let there: Instance<ShippedServer>;
let owner: Workshop['owner'];
let mate: Workshop['mate'];
let archive: Workshop['archive'];
let files: Workshop['files'];

beforeAll(async () => {
  [here, there] = await Promise.all([Instance.start(startShippedServer), Instance.start(startShippedServer)]);
  ({ owner, mate, archive, files } = await populateWorkshop(here));
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
});

type AnyRow = Readonly<Record<string, unknown>>;

async function listOf(
  instance: Instance,
  path: string,
  who: Person,
  kind: string,
  query = '',
): Promise<readonly AnyRow[]> {
  const rows: AnyRow[] = [];
  for (let cursor = ''; ;) {
    const list = `${path}/modules/${kind.replace(':', '/records/')}?limit=200${query}${cursor}`;
    const { body, status, text } = await instance.as(who).get<{ data: AnyRow[]; next_cursor: string | null }>(list);
    if (status !== 200) throw new Error(text);
    rows.push(...body.data);
    if (body.next_cursor === null) return rows;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

/** Everything that a client of a workspace can list, including the trash. */
async function listed(instance: Instance, path: string, who: Person): Promise<Readonly<Record<string, unknown>>> {
  const client = instance.as(who);
  const { body } = await client.get<{ data: { id: string }[] }>(`${path}/kinds`);
  const lists: Record<string, unknown> = {};
  for (const { id } of body.data) {
    lists[id] = await listOf(instance, path, who, id);
    lists[`${id} trash`] = await listOf(instance, path, who, id, '&deleted=true');
  }
  for (const list of ['views', 'tags', 'files', 'modules', 'field-definitions'])
    lists[list] = (
      await client.get<{ data: AnyRow[] }>(`${path}/${list}${list === 'modules' ? '' : '?limit=200'}`)
    ).body.data.filter(
      // Only the original workspace has the files of its archives.
      ({ media_type: type }) => type !== 'application/gzip',
    );
  return lists;
}

describe('a workspace that moves to another instance', () => {
  let path: string;
  let owner2: Person;
  let mate2: Person;
  let job: Job;
  beforeAll(async () => {
    owner2 = await there.server.register({ email: 'You@Example.org' });
    mate2 = await there.server.register({ email: 'mate@example.org' });
    path = await there.addWorkspace('moved', owner2);
    await there.invite(path, { admin: owner2, user: mate2 });
    job = await there.importArchive(path, owner2, archive);
  });

  it('is imported completely, as its job reports', () => {
    expect(job).toMatchObject({ state: 'succeeded', error: null });
    expect(job.result).toMatchObject({ from: { workspace: 'workshop' }, views: 2, unknown_people: [] });
    expect(job.progress.done).toBe(job.progress.total);
  });

  it('exports the same archive again', async () => {
    const again = unpack((await there.exportArchive(path, owner2)).bytes);
    const other = (list: readonly PackedFile[]) =>
      list
        .filter(({ path: name }) => !['manifest.json', 'checksums.json'].includes(name))
        .map(({ path: name, bytes }) => [name, bytes.toString().replaceAll('You@Example.org', 'you@example.org')]);
    expect(other(again)).toEqual(other(files));
    const manifest = (list: readonly PackedFile[]) => JSON.parse(list[0]?.bytes.toString() ?? '') as AnyRow;
    const { workspace: _, created_at: __, ...rest } = manifest(again);
    expect(rest).toEqual((({ workspace, created_at, ...before }) => before)(manifest(files)));
  });

  it('shows the same data in every list', async () => {
    const [before, after] = [await listed(here, W, owner), await listed(there, path, owner2)];
    const renamed = JSON.stringify(before).replaceAll(owner.id, owner2.id).replaceAll(mate.id, mate2.id);
    // Field definitions, tags and their indexes get new names. Entries of a log keep the author's id on the first instance.
    const comparable = (lists: object) =>
      JSON.parse(JSON.stringify(lists), (key, value: unknown) =>
        key === 'index' || key === 'by' ? undefined : value,
      ) as Record<string, AnyRow[]>;
    const anew = (rows: readonly AnyRow[] = []) => rows.map(({ id: _, ...row }) => row);
    const [one, two] = [comparable(JSON.parse(renamed) as object), comparable(after)];
    for (const name of ['field-definitions', 'tags']) expect(anew(two[name])).toEqual(anew(one[name]));
    const { 'field-definitions': _, tags: __, ...lists } = one;
    expect(two).toMatchObject(lists);
    expect(Object.keys(lists).length).toBeGreaterThan(20);
  });

  it('has its files with their bytes, and the references in both directions', async () => {
    const client = there.as(owner2);
    const [part] = await listOf(
      there,
      path,
      owner2,
      'inventory:part',
      `&filter=${encodeURIComponent('voltage == 12.5')}`,
    );
    const { sheet, kept_in: place } = part?.['fields'] as { sheet: string; kept_in: string };
    const content = await there.bytes(`${path}/files/${sheet}/content`, owner2);
    expect(await content.text()).toBe('Twelve volts at most.');
    expect((await client.delete(`${path}/files/${sheet}`)).status).toBe(409);
    expect((await client.delete(`${path}/modules/spaces/records/location/${place}`)).status).toBe(409);
    const found = await client.get<{ data: { id: string }[] }>(`${path}/search?q=relay`);
    expect(found.body.data.map(({ id }) => id)).toEqual([part?.['id']]);
  });

  it('keeps the history of its records with the actors', async () => {
    const [task] = await listOf(
      there,
      path,
      mate2,
      'projects:task',
      `&filter=${encodeURIComponent('title == "Pack"')}`,
    );
    const history = await there
      .as(mate2)
      .get<{ data: AnyRow[] }>(`${path}/modules/projects/records/task/${String(task?.['id'])}/history`);
    const entry = history.body.data.find(({ operation }) => operation === 'update');
    expect(entry).toMatchObject({ actor: { type: 'user', id: owner2.id, via: { id: null } } });
    expect(JSON.stringify(entry)).toContain(mate2.id);
  });

  it('triggers nothing: no events, no notifications, and its wires stay paused until the importing user resumes them', async () => {
    const client = there.as(owner2);
    const events = await client.get<{ data: object[] }>(`${path}/event-log`);
    const bell = await client.get<{ data: object[] }>(`${path}/notifications`);
    expect([events.body.data, bell.body.data]).toEqual([[], []]);
    expect((await client.get(`${path}/wire-settings`)).body).toMatchObject({ paused: true });
    const wiresOf = async (instance: Instance, at: string, user: Person) =>
      (await instance.as(user).get<{ data: AnyRow[] }>(`${at}/wires?limit=200`)).body.data;
    const [before, after] = [await wiresOf(here, W, owner), await wiresOf(there, path, owner2)];
    expect(after.map(({ id, name, enabled }) => [id, name, enabled])).toEqual(
      before.map(({ id, name, enabled }) => [id, name, enabled]),
    );
    expect(new Set(after.map(({ created_by: by }) => by))).toEqual(new Set([owner2.id]));
  });

  it('continues: numbers, disabled modules, and work on its records', async () => {
    const client = there.as(owner2);
    expect((await client.get(`${path}/modules/purchases/records/order`)).status).toBe(404);
    for (const [instance, at, who] of [
      [here, W, owner],
      [there, path, owner2],
    ] as const)
      await instance.as(who).patch(`${at}/modules/purchases`, { enabled: true });
    const next = async (instance: Instance, at: string, who: Person) => {
      const [order] = await listOf(instance, at, who, 'purchases:order');
      const { supplier } = order?.['fields'] as { supplier: string };
      const reply = await instance
        .as(who)
        .post<{ title: string }>(`${at}/modules/purchases/records/order`, { fields: { supplier } });
      return reply.body.title;
    };
    expect(await next(there, path, owner2)).toBe(await next(here, W, owner));
    const [stock] = await listOf(
      there,
      path,
      owner2,
      'inventory:stock_item',
      `&filter=${encodeURIComponent('qty > 1')}`,
    );
    const used = await client.post(`${path}/modules/inventory/actions/use`, {
      record: { kind: 'inventory:stock_item', id: stock?.['id'] },
      input: { qty: 1 },
    });
    expect([used.status, used.text]).toEqual([200, expect.any(String)]);
  });

  it('is refused if it has records already, and is then unchanged', async () => {
    const before = await listed(there, path, owner2);
    const reply = await there.sendArchive(path, owner2, archive);
    expect(reply).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(await listed(there, path, owner2)).toEqual(before);
  });

  it('drops people who are not members, and lists them', async () => {
    const alone = await there.addWorkspace('alone', owner2);
    const { result } = await there.importArchive(alone, owner2, archive);
    expect(result).toMatchObject({ unknown_people: ['mate@example.org'] });
    const [task] = await listOf(
      there,
      alone,
      owner2,
      'projects:task',
      `&filter=${encodeURIComponent('title == "Pack"')}`,
    );
    expect(task?.['fields']).toMatchObject({ assignees: [] });
    const views = await there.as(owner2).get<{ data: AnyRow[] }>(`${alone}/views`);
    expect(views.body.data.map(({ created_by: by }) => by)).toEqual([owner2.id, owner2.id]);
  });

  it('can be copied within the same instance', async () => {
    const copied = await here.as(owner).post('/api/v1/me/orgs', { slug: 'copy', name: 'Copy' });
    expect(copied.status).toBe(201);
    const done = await here.importArchive('/api/v1/orgs/copy', owner, archive);
    expect(done).toMatchObject({ state: 'succeeded' });
    const parts = await listOf(here, '/api/v1/orgs/copy', owner, 'inventory:part');
    const original = JSON.parse(
      Buffer.concat(files.filter(({ path: name }) => name.startsWith('manifest')).map(({ bytes }) => bytes)).toString(),
    ) as { counts: { records: Record<string, number> } };
    const trash = await listOf(here, '/api/v1/orgs/copy', owner, 'inventory:part', '&deleted=true');
    expect(parts.length + trash.length).toBe(original.counts.records['inventory:part']);
  });
});

describe('access to archives', () => {
  it('requires an admin: members, viewers, scoped tokens and users of other workspaces are refused', async () => {
    const member = here.as(mate);
    expect((await member.post(`${W}/archive`)).status).toBe(403);
    expect((await here.sendArchive(W, mate, archive)).status).toBe(403);
    const minted = await here.as(owner).post<{ token: string }>('/api/v1/me/api-tokens', {
      name: 'Announcer',
      scopes: ['releases:announce'],
    });
    expect((await here.as(minted.body).post(`${W}/archive`)).body).toMatchObject({ error: { code: 'scope_denied' } });
    expect((await here.sendArchive(W, minted.body, archive)).status).toBe(403);
    const stranger = await here.server.register();
    expect((await here.as(stranger).post(`${W}/archive`)).status).toBe(404);
    expect((await here.server.anonymous.post(`${W}/archive`)).status).toBe(401);
  });

  it('hides the archive from members: they cannot find, read, attach or delete it', async () => {
    const { job } = await here.exportArchive(W, owner);
    const file = String(job.result?.['file']);
    const member = here.as(mate);
    const list = await member.get<{ data: { id: string }[] }>(`${W}/files?limit=200`);
    expect(list.body.data.map(({ id }) => id)).not.toContain(file);
    for (const path of [`${W}/files/${file}`, `${W}/files/${file}/content`])
      expect((await member.get(path)).status).toBe(404);
    expect((await member.delete(`${W}/files/${file}`)).status).toBe(404);
    const created = await member.post(`${W}/modules/inventory/records/part`, {
      fields: { name: 'Thief', sheet: file },
    });
    expect(created).toMatchObject({ status: 422, body: { error: { details: [{ path: '/fields/sheet' }] } } });
    expect((await here.as(owner).delete(`${W}/files/${file}`)).status).toBe(204);
  });

  it('is limited to the own workspace', async () => {
    const { job } = await here.exportArchive(W, owner);
    const other = await here.server.workspace();
    const client = here.as(other.owner);
    expect((await client.get(`${other.path}/jobs/${job.id}`)).status).toBe(404);
    expect((await client.get(`${other.path}/files/${String(job.result?.['file'])}/content`)).status).toBe(404);
  });

  it('is audited', async () => {
    const log = await here.as(owner).get<{ data: { action: string }[] }>(`${W}/audit-log?action=workspace.*`);
    expect(log.body.data.map(({ action }) => action)).toContain('workspace.exported');
  });
});
