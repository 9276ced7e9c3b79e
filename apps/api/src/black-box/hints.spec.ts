import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HomeTile, ICONS } from '@cubit/web-contract';
import { untitledIn } from '@cubit/core/host';
import { createShippedServer, type SweptServer, type TestWorkspace } from '@cubit/testing';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { PRODUCT } from './product.js';

/** What a phone loads before it can draw a workspace for the first time: every field and input has a description. */
const MAX_UI_BYTES = 50 * 1024;

let server: SweptServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  workspace = await server.workspace();
});
afterAll(() => server.close());

const read = async () => {
  const { status, body } = await server.as(workspace.owner).get<Ui>(`${workspace.path}/ui`);
  expect(status).toBe(200);
  return body;
};
interface Ui {
  readonly modules: readonly { readonly name: string; readonly ui: { readonly home?: readonly HomeTile[] } }[];
  readonly kinds: readonly Hinted[];
  readonly actions: readonly Hinted[];
}
interface Hinted {
  readonly id: string;
  readonly description: string | null;
  readonly children?: readonly object[];
  readonly ui: { readonly icon?: string; readonly summary?: readonly string[]; readonly empty?: string };
}

describe('every built-in module', () => {
  it.each(BUILT_IN_MODULES.map((module) => [module.name, module] as const))(
    '%s gives each field, input and setting a title',
    (_, module) => {
      expect(untitledIn(module)).toEqual([]);
    },
  );

  it('gives each kind an icon, a summary and a sentence for the empty list', async () => {
    const { kinds } = await read();
    const bare = kinds.filter(({ ui: { icon = '', summary = [], empty = '' } }) => {
      return !(ICONS as readonly string[]).includes(icon) || summary.length === 0 || !empty.endsWith('.');
    });
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it('gives each action an icon', async () => {
    const { actions } = await read();
    expect(actions.filter(({ ui }) => ui.icon === undefined).map(({ id }) => id)).toEqual([]);
  });
});

describe('GET /orgs/{workspace}/ui with all modules', () => {
  it(`is at most ${MAX_UI_BYTES / 1024} KiB as gzip`, async () => {
    const bytes = gzipSync(JSON.stringify(await read())).length;
    expect(bytes).toBeLessThanOrEqual(MAX_UI_BYTES);
  });

  it('names the children of kinds as the list of kinds does', async () => {
    const { body } = await server.as(workspace.owner).get<{ data: readonly Hinted[] }>(`${workspace.path}/kinds`);
    const listed = body.data.filter(({ children = [] }) => children.length > 0);
    const drawn = (await read()).kinds.filter((kind) => 'children' in kind);
    const childrenOf = ({ id, children }: Hinted) => ({ id, children });
    expect(drawn.map(childrenOf)).toEqual(listed.map(childrenOf));
    expect(drawn.map(childrenOf)).toContainEqual({
      id: 'purchases:order',
      children: [{ name: 'lines', kind: 'purchases:order_item', by: 'order' }],
    });
  });

  it('counts what has to be done today in tiles whose lists answer', async () => {
    const tiles = (await read()).modules.flatMap(({ ui }) => ui.home ?? []);
    expect(tiles.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Low stock', 'Overdue orders', 'Jobs running']),
    );
    for (const { metric, filter } of tiles) {
      const [module, kind] = metric.split(':');
      const query = filter === undefined ? '' : `&filter=${encodeURIComponent(filter)}`;
      const path = `${workspace.path}/modules/${module}/records/${kind}?limit=1${query}`;
      expect(await server.as(workspace.owner).get(path)).toMatchObject({ status: 200 });
    }
  });
});
