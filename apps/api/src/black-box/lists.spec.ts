import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createExamples,
  createShippedServer,
  type TestClient,
  type SweptServer,
  type TestWorkspace,
} from '@cubit/testing';
import { listCursor } from '@cubit/core/host';
import { PRODUCT } from './product.js';

interface Page {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
  readonly total?: number;
}
/** Returns the best matches by rank. It has a `limit`, but no further pages. */
const NO_LISTS = ['/search'];
/** Answered to API tokens of the scope alone, in workspaces that allow it: see the specs of their own library. */
const NEEDS_TOKEN = ['/drive/tabs'];

let server: SweptServer;
let workspace: TestWorkspace;
let client: TestClient;
/** Paths of all lists in the document that this workspace can read. */
let lists: readonly string[];
/** Ids of what was created in this workspace, by the last segment of their list. */
let madeIds: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  workspace = await server.workspace();
  client = server.as(workspace.owner);
  const { registry } = server.kernel;
  const made = await createExamples({ registry, workspace, client: server.as(await workspace.member()) });
  const ids = new Map([...made.values()].map(({ kind, id }) => [kind, id]));
  const wires = await client.get<{ data: { id: string }[] }>(`${workspace.path}/wires?limit=1`);
  const create = async (collection: string, body: object) =>
    (await client.post<{ id: string }>(`${workspace.path}/${collection}`, body)).body.id;
  madeIds = {
    wires: wires.body.data[0]!.id,
    views: await create('views', { kind: 'inventory:part', name: 'Parts', layout: 'table' }),
    'notification-channels': await create('notification-channels', { type: 'email', config: {} }),
    integrations: await create('integrations', { connector: 'github', name: 'Repository' }),
  };
  lists = server.kernel.routes
    .filter(({ method, responses }) => method === 'GET' && isList(responses[200]?.schema))
    .map(({ path }) => path.replace('{workspace}', workspace.slug))
    .map((path) => {
      const [, module = '', kind = ''] = /\/modules\/([^/]+)\/records\/([^/]+)\//.exec(path) ?? [];
      const [, collection = ''] = /([^/]+)\/\{id\}/.exec(path) ?? [];
      return path.replace('{id}', ids.get(`${module}:${kind}`) ?? madeIds[collection] ?? '');
    })
    .filter((path) => ![...NO_LISTS, ...NEEDS_TOKEN].some((end) => path.endsWith(end)));
});
afterAll(() => server.close());

/** Members of an answer, as far as they are known without a workspace. */
function membersOf(schema: unknown): Readonly<Record<string, { type?: string }>> {
  const known =
    typeof schema === 'function'
      ? (schema as (of: object) => unknown)({ kinds: new Map(), modules: new Map() })
      : schema;
  return ((known ?? {}) as { properties?: Readonly<Record<string, { type?: string }>> }).properties ?? {};
}
const memberNames = (schema: unknown) => Object.keys(membersOf(schema));
const isList = (schema: unknown) => membersOf(schema)['data']?.type === 'array';

const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { error?: { code: string } }).error?.code ?? ''}`.trim();
/** The lists that give another answer. */
async function answering(query: string, expected: string): Promise<readonly string[]> {
  const others: string[] = [];
  for (const path of lists) {
    const code = codeOf(await client.get(`${path}?${query}`));
    // A list below a record that does not exist in this workspace.
    if (code !== expected && code !== '404 not_found') others.push(`${path}: ${code}`);
  }
  return others;
}

const ID = '0198d8a0-0000-7000-8000-000000000001';
const IN_MEMORY = 'no such row';

type CursorForm = readonly [path: RegExp, list: string, values: readonly string[]];

/** What the cursors of each list hold: `list` as the server names it, and values of the types of its sort. */
function cursorForms(): readonly CursorForm[] {
  const { id } = workspace;
  const complete = (path: RegExp, list: string): CursorForm => [path, list, [IN_MEMORY]];
  const records = lists.flatMap((path): readonly CursorForm[] => {
    const [, module, kind, record, part] = /\/modules\/([^/]+)\/records\/([^/]+)(?:\/([^/]*)\/(.+))?$/.exec(path) ?? [];
    if (kind === undefined) return [];
    const is = new RegExp(`^${path}$`);
    if (part === 'history') return [[is, `history/${record}`, ['1']]];
    if (part === 'used-by') return [[is, `used-by/${record}`, [ID, 'part']]];
    if (part === 'actions') return [complete(is, `actions/${record}`)];
    return [[is, `${module}:${kind}?id`, [ID]]];
  });
  const described = /\/modules\/([^/]+)\/(kinds|actions|events)$/;
  const ofModules = lists.flatMap((path): readonly CursorForm[] => {
    const [, module, plural] = described.exec(path) ?? [];
    return module === undefined ? [] : [complete(new RegExp(`^${path}$`), `${module}/${plural}`)];
  });
  return [
    ...records,
    ...ofModules,
    complete(/\/kinds$/, '/kinds'),
    complete(/\/actions$/, '/actions'),
    complete(/\/events$/, '/events'),
    complete(/\/modules$/, 'modules'),
    complete(/\/connectors$/, 'connectors'),
    [/\/me\/sessions$/, 'sessions', [ID]],
    complete(/\/me\/settings$/, 'my-settings/'),
    complete(/\/api-token-scopes$/, 'api-token-scopes'),
    complete(/\/notification-channel-types$/, 'notification-channel-types'),
    [/\/agent-approvals$/, 'agent-approvals', [ID]],
    [/\/audit-log$/, 'audit', [ID]],
    [/\/event-log$/, 'events', ['1']],
    [/\/me\/api-tokens$/, 'api-tokens', [ID]],
    [/\/me\/orgs$/, 'my-workspaces', [ID]],
    [/\/calendar-addresses$/, `addresses/${id}/projects:calendar`, [ID]],
    [/\/members$/, `members/${id}`, [ID]],
    [/\/invitations$/, `invitations/${id}`, [ID]],
    [/\/jobs$/, `jobs/${id}//`, ['2026-11-22T16:50:54.123Z', ID]],
    [/\/wires$/, `wires/${id}//`, [ID]],
    [/\/wire-runs$/, `wire-runs/${id}///`, ['1', '1', ID]],
    [/\/wires\/.+\/runs$/, `wire-runs/${id}/${madeIds['wires']}//`, ['1', '1', ID]],
    [/\/files$/, `files/${id}//`, [ID]],
    [/\/notifications$/, 'notifications/undefined', [ID]],
    [/\/notification-channels$/, 'notification-channels', [ID]],
    [/\/deliveries$/, `notification-deliveries/${madeIds['notification-channels']}`, [ID]],
    [/\/integrations$/, `integrations/${id}`, [ID]],
    [/\/displays$/, `displays/${id}`, [ID]],
    [/\/hits$/, `hits/${id}/${madeIds['integrations']}/`, [ID]],
    [/\/field-definitions$/, `field-definitions/${id}//false`, ['inventory:part', '1', ID]],
    [/\/views$/, `views/${id}/`, ['1', ID]],
    [/\/views\/.+\/records$/, 'inventory:part?id', [ID]],
    [/\/tags$/, `tags/${id}`, ['bench', ID]],
    [/\/floorplans$/, 'spaces/floorplans', [ID]],
    [/\/feedback\/items$/, 'feedback/', [ID]],
    [/\/announcements$/, 'releases/admins,all', [ID]],
  ];
}

/** Too few, too many, and each replaced by what is not of its type. */
function wrongValues(values: readonly string[]): readonly (readonly unknown[])[] {
  if (values[0] === IN_MEMORY) return [[1]];
  const replaced = values.flatMap((value, index) => {
    const others = ['NUL \u0000', 1, ...(/^\d/.test(value) ? ['x', '9'.repeat(30)] : [])];
    return others.map((other) => values.with(index, other as string));
  });
  return [[], [...values, ID], ...replaced];
}

describe('every list', () => {
  it('is found by this spec, including complete lists', () => {
    const ends = ['/modules', '/kinds', '/actions', '/events', '/connectors', '/api-token-scopes'];
    for (const end of [...ends, '/notification-channel-types', '/modules/inventory/actions', '/event-log', '/wires'])
      expect(lists.filter((path) => path.endsWith(end))).not.toEqual([]);
    expect(lists.length).toBeGreaterThan(100);
  });

  it('documents limit, cursor and count, and answers with next_cursor', () => {
    const incomplete = server.kernel.routes.flatMap(({ method, path, query, responses }) => {
      if (method !== 'GET' || !isList(responses[200]?.schema) || NO_LISTS.some((end) => path.endsWith(end))) return [];
      const offered = [...Object.keys(query?.properties ?? {}), ...memberNames(responses[200]?.schema)];
      const missing = ['limit', 'cursor', 'count', 'next_cursor', 'total'].filter((name) => !offered.includes(name));
      return missing.map((name) => `${path}: ${name}`);
    });

    expect(incomplete).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['a NUL character', '%00'],
    ['bytes that are no UTF-8', '%ff%fe'],
    ['a broken percent sequence', '%'],
    ['half a surrogate pair', '%ed%a0%80'],
    ['a text', 'x'],
    ['a text that is longer than any cursor', 'A'.repeat(5_000)],
    ['JSON', encodeURIComponent('["1"]')],
    ['Base64 of JSON', Buffer.from('12345678["1"]').toString('base64url')],
  ])('refuses a cursor of %s with 400 invalid_cursor', async (_what, cursor) => {
    expect(await answering(`cursor=${cursor}`, '400 invalid_cursor')).toEqual([]);
  });

  it('refuses a forged cursor whose values are of another type than its sort, though its checksum is right', async () => {
    const faults: string[] = [];
    const forms = cursorForms();
    for (const path of lists) {
      const form = forms.find(([end]) => end.test(path));
      if (!form) {
        faults.push(`${path}: no form`);
        continue;
      }
      const [, list, values] = form;
      const codes = async (forged: readonly unknown[]) => {
        const cursor = listCursor(list, ['text']).encode(forged as [string]);
        return codeOf(await client.get(`${path}?cursor=${cursor}`));
      };
      const right = await codes(values);
      if (right === '404 not_found') continue;
      // A cursor of the right types proves the name of the list. A complete list knows its rows.
      if (right !== (values[0] === IN_MEMORY ? '400 invalid_cursor' : '200'))
        faults.push(`${path}: ${right} for ${values}`);
      const answers = wrongValues(values).map(async (wrong) => `${await codes(wrong)} for ${JSON.stringify(wrong)}`);
      const others = (await Promise.all(answers)).filter((answer) => !answer.startsWith('400 invalid_cursor'));
      faults.push(...others.map((answer) => `${path}: ${answer}`));
    }

    expect(faults).toEqual([]);
  });

  it('refuses a limit that is zero, too large or not a number with 400 invalid_query', async () => {
    for (const limit of ['0', '201', 'x']) expect(await answering(`limit=${limit}`, '400 invalid_query')).toEqual([]);
  });

  it('returns the same rows in pages as at once, and counts them', async () => {
    const faults: string[] = [];
    for (const path of lists) {
      const whole = await client.get<Page>(`${path}?limit=200&count=exact`);
      if (whole.status !== 200) continue;
      const size = Math.max(1, Math.ceil(whole.body.data.length / 3));
      const rows: unknown[] = [];
      let cursor: string | null = '';
      while (cursor !== null && rows.length < 1_000) {
        const next: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const { body }: { body: Page } = await client.get<Page>(`${path}?limit=${size}${next}`);
        rows.push(...body.data);
        cursor = body.next_cursor;
      }
      const { data, total, next_cursor: more } = whole.body;
      const isSame = JSON.stringify(rows.slice(0, data.length)) === JSON.stringify(data);
      if (!isSame || (more === null && total !== data.length) || rows.length !== total) faults.push(path);
    }

    expect(faults).toEqual([]);
  });
});

describe('a complete list', () => {
  it('is one page if no limit is given', async () => {
    const { body } = await client.get<Page>(`${workspace.path}/actions?count=exact`);

    expect(body).toMatchObject({ next_cursor: null, total: body.data.length });
    expect(body.data.length).toBeGreaterThan(100);
  });

  it('continues after a row whose module was disabled between two pages', async () => {
    const other = await server.workspace();
    const owner = server.as(other.owner);
    const names = async (query: string) => {
      const { body } = await owner.get<{ data: { id: string }[]; next_cursor: string }>(`${other.path}/kinds?${query}`);
      return { ids: body.data.map(({ id }) => id), cursor: body.next_cursor };
    };
    const all = (await names('')).ids;
    const end = all.findLastIndex((id) => id.startsWith('drive:') || id.startsWith('projects:'));
    const page = await names(`limit=${end + 1}`);
    await owner.patch(`${other.path}/modules/projects`, { enabled: false });
    const rest = await names(`cursor=${page.cursor}`);

    expect([...page.ids, ...rest.ids].filter((id) => all.indexOf(id) > end)).toEqual(
      all.slice(end + 1).filter((id) => !id.startsWith('projects:')),
    );
  });

  it('refuses a cursor of another list', async () => {
    const { body } = await client.get<Page>(`${workspace.path}/kinds?limit=1`);

    expect(codeOf(await client.get(`${workspace.path}/actions?cursor=${body.next_cursor}`))).toBe('400 invalid_cursor');
  });
});
