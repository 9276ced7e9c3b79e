import { describe, expect, it } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import inject from 'light-my-request';
import createRouter from 'router';
import type { RouteDefinition } from '@cubit/core/host';
import { Routers, type RouteHandlers } from './routers.js';

const definitions = (
  [
    ['GET', '/healthz'],
    ['GET', '/api/v1/me'],
    ['GET', '/api/v1/parts'],
    ['POST', '/api/v1/parts'],
    ['GET', '/api/v1/parts/{id}'],
    ['PATCH', '/api/v1/parts/{part}'],
    ['POST', '/api/v1/parts/batch'],
    ['GET', '/api/v1/parts/{id}/history'],
    ['GET', '/api/v1/plans/{id}'],
    ['GET', '/api/v1/plans/{id}.svg'],
    ['GET', '/api/v1/plans/schema.json'],
    ['GET', '/api/v1/plans/a+b(c)'],
    ['GET', '/api/v1/orgs/{workspace}'],
    ['GET', '/api/v1/orgs/{workspace}/modules/{module}'],
    ['GET', '/api/v1/orgs/{workspace}/modules/{module}/kinds'],
    ['GET', '/api/v1/orgs/{workspace}/modules/inventory/kinds'],
    ['GET', '/api/v1/orgs/{workspace}/modules/inventory/{page}'],
    ['GET', '/api/v1/orgs/{workspace}/modules/inventory/records/part/{id}'],
  ] as const
).map(([method, path]) => ({ method, path }) as RouteDefinition);

const AREAS = [
  '/healthz',
  '/api/v1/me',
  '/api/v1/parts',
  '/api/v1/plans',
  '/api/v1/orgs',
  '/api/v1/orgs/{workspace}/modules',
  '/api/v1/orgs/{workspace}/modules/inventory',
  '/api/v1/orgs/{workspace}/modules/inventory/records/part',
];

/** The answering route of a request, or the allowed methods of its path. */
async function ask(method: string, url: string, routers = new Routers(AREAS, definitions)) {
  const noted: string[] = [];
  const handlers: RouteHandlers = {
    handle:
      ({ method: own, path }) =>
      (req, res) =>
        void res.end(JSON.stringify({ route: `${own} ${path}`, params: req.params as unknown })),
    recordMethods: (methods) => (_req, _res, next) => {
      noted.push(...methods);
      next();
    },
  };
  const reply = await inject(
    (req, res) => {
      const tryNext = ([first, ...others]: readonly RequestHandler[]): void => {
        if (!first) return void res.end(JSON.stringify({ noted }));
        void first(req as never, res as never, () => tryNext(others));
      };
      tryNext(routers.find(url.split('?', 1)[0]!, handlers));
    },
    { method: method as 'GET', url },
  );
  return reply.payload === '' ? {} : (reply.json<object>() as unknown);
}

describe('routers by path', () => {
  it.each([
    ['GET', '/healthz', {}],
    ['GET', '/api/v1/parts', {}],
    ['GET', '/api/v1/parts/{id}', { id: '7' }, '/api/v1/parts/7'],
    ['PATCH', '/api/v1/parts/{part}', { part: '7' }, '/api/v1/parts/7'],
    ['GET', '/api/v1/parts/{id}/history', { id: '7' }, '/api/v1/parts/7/history?x=/y'],
    ['GET', '/api/v1/plans/{id}', { id: 'a.b' }, '/api/v1/plans/a.b'],
    ['GET', '/api/v1/plans/{id}.svg', { id: 'a.b' }, '/api/v1/plans/a.b.svg'],
    ['GET', '/api/v1/plans/schema.json', {}],
    ['GET', '/api/v1/plans/a+b(c)', {}],
    ['GET', '/api/v1/orgs/{workspace}', { workspace: 'acme' }, '/api/v1/orgs/acme'],
    ['GET', '/api/v1/orgs/{workspace}/modules/{module}', { workspace: 'a', module: 'x' }, '/api/v1/orgs/a/modules/x'],
    [
      'GET',
      '/api/v1/orgs/{workspace}/modules/inventory/records/part/{id}',
      { workspace: 'a', id: 'ä/b' },
      '/api/v1/orgs/a/modules/inventory/records/part/%C3%A4%2Fb',
    ],
  ])('answer %s %s', async (method, route, params, path = route) => {
    expect(await ask(method, path)).toEqual({ route: `${method} ${route}`, params });
  });

  it('prefer fixed text to a parameter, and a parameter if the fixed text lacks the method', async () => {
    expect(await ask('POST', '/api/v1/parts/batch')).toMatchObject({ route: 'POST /api/v1/parts/batch' });
    expect(await ask('GET', '/api/v1/parts/batch')).toMatchObject({ params: { id: 'batch' } });
  });

  it('fall back from the most specific router to less specific ones', async () => {
    const route = 'GET /api/v1/orgs/{workspace}/modules/{module}';

    expect(await ask('GET', '/api/v1/orgs/a/modules/inventory')).toMatchObject({ route });
    expect(await ask('GET', '/api/v1/orgs/a/modules/inventory/kinds')).toMatchObject({
      route: 'GET /api/v1/orgs/{workspace}/modules/inventory/kinds',
    });
    expect(await ask('GET', '/api/v1/orgs/a/modules/inventory/records')).toMatchObject({ params: { page: 'records' } });
  });

  it('answer HEAD like GET', async () => {
    expect(await ask('HEAD', '/api/v1/parts/7')).toEqual({});
  });

  it('do not match paths that are only similar', async () => {
    for (const path of [
      '/',
      '/api',
      '/api/v1/parts/',
      '/api//v1/parts',
      '/api/v1/parts/7/',
      '/API/v1/parts',
      '/healthz/',
    ])
      expect(await ask('GET', path)).toEqual({ noted: [] });
  });

  it.each(['PUT', 'OPTIONS', 'PROPFIND'])('pass %s on, with the allowed methods of the path', async (method) => {
    expect(await ask(method, '/api/v1/parts/batch')).toEqual({ noted: ['POST', 'GET', 'HEAD', 'PATCH'] });
    expect(await ask(method, '/api/v1/nothing')).toEqual({ noted: [] });
  });

  it('are built at the first request', async () => {
    const made: string[] = [];
    const routers = new Routers(AREAS, definitions);
    const handlers: RouteHandlers = {
      handle: ({ path }) => {
        made.push(path);
        return () => {};
      },
      recordMethods: () => () => {},
    };
    routers.find('/api/v1/me', handlers);
    routers.find('/api/v1/me', handlers);

    expect(made).toEqual(['/api/v1/me']);
  });

  it('have one route per method and path pattern', () => {
    const twice = [...definitions, { method: 'GET', path: '/api/v1/parts/{other}' } as RouteDefinition];

    expect(() => new Routers(AREAS, twice)).toThrow('Two routes are GET /api/v1/parts/{other}.');
  });

  it('have an area for each route', () => {
    expect(() => new Routers(['/api/v1/me', '/api/v1/part'], definitions.slice(1, 3))).toThrow(
      'No area has the route GET /api/v1/parts.',
    );
  });
});

describe('the package that routers come from', () => {
  it('is the one of Express, without its application, body parsers and file server', () => {
    expect(createRouter).toBe(express.Router);
  });
});
