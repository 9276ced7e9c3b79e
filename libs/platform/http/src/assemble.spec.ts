import { describe, expect, it } from '@jest/globals';
import { createRegistry, type RouteDefinition } from '@cubit/core/host';
import { shop } from '@cubit/testing';
import { assemble } from './assemble.js';

const HERE = '/api/v1/orgs/{workspace}';
const SHOP = `${HERE}/modules/shop`;
const routes = (module: string | undefined, ...paths: readonly string[]) =>
  paths.map((path) => ({ method: 'GET', path, ...(module !== undefined && { module }) }) as RouteDefinition);

const platform = routes(
  undefined,
  '/healthz',
  '/api/v1/me',
  '/api/v1/me/sessions',
  '/api/v1/orgs/{workspace}',
  `${HERE}/views`,
  `${HERE}/views/{id}`,
  `${HERE}/modules/{module}`,
);
const ofShop = routes('shop', `${SHOP}/kinds`, `${SHOP}/{page}`, `${SHOP}/records/{kind}`);
const ofItems = routes('shop', `${SHOP}/records/item`, `${SHOP}/records/item/{id}`);

/** The paths of each router that a request may reach, in the order in which they are tried. */
function reached(path: string, definitions: readonly RouteDefinition[]): readonly (readonly string[])[] {
  const created: string[] = [];
  const routers = assemble(createRegistry([shop]), definitions).find(path, {
    handle: ({ path: own }) => {
      created.push(own);
      return () => {};
    },
    recordMethods: () => () => {},
  });
  return routers.map(({ stack }) => created.splice(0, stack.length));
}

describe('the assembled product', () => {
  const all = [...ofItems, ...ofShop, ...platform];

  it.each([
    ['/healthz', [['/healthz']]],
    ['/api/v1/me/sessions', [['/api/v1/me', '/api/v1/me/sessions']]],
    ['/api/v1/orgs/a/views/7', [[`${HERE}/views`, `${HERE}/views/{id}`], [HERE]]],
    ['/api/v1/orgs/a/modules/other', [[`${HERE}/modules/{module}`], [HERE]]],
    [
      '/api/v1/orgs/a/modules/shop/plan',
      [[`${SHOP}/kinds`, `${SHOP}/records/{kind}`, `${SHOP}/{page}`], [`${HERE}/modules/{module}`], [HERE]],
    ],
    [
      '/api/v1/orgs/a/modules/shop/records/item/7',
      [
        [`${SHOP}/records/item`, `${SHOP}/records/item/{id}`],
        [`${SHOP}/kinds`, `${SHOP}/records/{kind}`, `${SHOP}/{page}`],
        [`${HERE}/modules/{module}`],
        [HERE],
      ],
    ],
  ])('has routers of a kind, its module and a part of the platform for %s, in this order', (path, expected) => {
    expect(reached(path, all)).toEqual(expected);
  });

  it('has a route of a module below the records of a kind in the router of the kind, before routes with parameters', () => {
    const [first] = reached('/api/v1/orgs/a/modules/shop/records/item/summary', [
      ...all,
      ...routes('shop', `${SHOP}/records/item/summary`),
    ]);

    expect(first).toEqual([`${SHOP}/records/item`, `${SHOP}/records/item/summary`, `${SHOP}/records/item/{id}`]);
  });
});
