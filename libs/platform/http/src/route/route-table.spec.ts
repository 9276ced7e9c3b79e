import { describe, expect, it } from '@jest/globals';
import { RouteTable } from './route-table.js';

const table = new RouteTable<string>();
for (const [method, path] of [
  ['GET', '/api/parts'],
  ['POST', '/api/parts'],
  ['GET', '/api/parts/{id}'],
  ['PATCH', '/api/parts/{part}'],
  ['POST', '/api/parts/batch'],
  ['GET', '/api/parts/{id}/history'],
  ['GET', '/api/plans/{id}'],
  ['GET', '/api/plans/{id}.svg'],
  ['GET', '/api/plans/schema.json'],
] as const)
  table.add(method, path, `${method} ${path}`);

const found = (method: string, path: string) => {
  const { value, params } = table.find(method, path) ?? {};
  return [value, params];
};

describe('the table of routes', () => {
  it.each([
    ['GET', '/api/parts', {}],
    ['GET', '/api/parts/{id}', { id: '7' }, '/api/parts/7'],
    ['PATCH', '/api/parts/{part}', { part: '7' }, '/api/parts/7'],
    ['GET', '/api/parts/{id}/history', { id: '7' }, '/api/parts/7/history'],
    ['GET', '/api/plans/{id}', { id: 'a.b' }, '/api/plans/a.b'],
    ['GET', '/api/plans/{id}.svg', { id: 'a.b' }, '/api/plans/a.b.svg'],
    ['GET', '/api/plans/schema.json', {}],
  ])('finds %s %s', (method, route, params, path = route) => {
    expect(found(method, path)).toEqual([`${method} ${route}`, params]);
  });

  it('takes fixed text before a parameter, and a parameter where the fixed text has another method', () => {
    expect(found('POST', '/api/parts/batch')).toEqual(['POST /api/parts/batch', {}]);
    expect(found('GET', '/api/parts/batch')).toEqual(['GET /api/parts/{id}', { id: 'batch' }]);
  });

  it('decodes what stands in the path, a slash too, part by part', () => {
    expect(found('GET', '/api/p%61rts/%C3%A4%2Fb')).toEqual(['GET /api/parts/{id}', { id: 'ä/b' }]);
    expect(() => table.find('GET', '/api/%zz')).toThrow(URIError);
  });

  it('knows no path that is only like one', () => {
    for (const path of ['/', '/api', '/api/parts/', '/api//parts', '/api/parts/7/', '/API/parts', '/api/plans/.svg/x'])
      expect(table.find('GET', path)).toBeNull();
  });

  it('tells the methods of a path', () => {
    expect(table.methods('/api/parts/batch')).toEqual(['POST', 'GET', 'PATCH']);
    expect(table.methods('/api/nothing')).toEqual([]);
  });

  it('has one route for a method and shape of path', () => {
    expect(() => table.add('GET', '/api/parts/{other}', 'x')).toThrow('Two routes are GET /api/parts/{other}.');
  });
});
