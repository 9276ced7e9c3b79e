import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, recordStatements, type TestServer } from '@cubit/testing';
import { Site } from '../fixtures/site.js';
import { spaces } from '../spaces.module.js';

let server: TestServer;
let site: Site;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces] });
  const workspace = await server.workspace();
  site = new Site(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

interface Generated {
  readonly created: number;
  readonly kept: number;
}
const below = ({ id }: { readonly id: string }) => site.list<Placed>('spaces:location', `parent == "${id}"`);
type Placed = Awaited<ReturnType<Site['add']>>;

describe('generating locations', () => {
  it('creates one for each name of the pattern, in order, and emits an event for each', async () => {
    const wall = await site.add('Wall');
    expect(await site.do('generate', wall, { pattern: 'R{A-B}-S{09-11}', type: 'shelf' })).toEqual({
      created: 6,
      kept: 0,
    });
    const made = (await below(wall)).toSorted((a, b) => (a.fields.rank ?? 0) - (b.fields.rank ?? 0));
    expect(made.map(({ fields: { path, type } }) => `${path} ${type}`)).toEqual(
      ['RA-S09', 'RA-S10', 'RA-S11', 'RB-S09', 'RB-S10', 'RB-S11'].map((name) => `Wall / ${name} shelf`),
    );
    expect(await site.eventsOf(made[0]!, 'spaces.location.created')).toHaveLength(1);
  });

  it('keeps existing locations', async () => {
    const wall = await site.add('Wall');
    const old = await site.add('b2', wall, { type: 'container' });
    expect(await site.do('generate', wall, { pattern: 'B{1-3}' })).toEqual({ created: 2, kept: 1 });
    expect(await site.do('generate', wall, { pattern: 'B{1-3}' })).toEqual({ created: 0, kept: 3 });
    expect((await site.read(old)).fields).toMatchObject({ name: 'b2', type: 'container' });
  });

  it('creates 4,000 with as many statements as ten', async () => {
    const [few, many] = [await site.add('Few'), await site.add('Many')];
    const count = async (wall: Placed, pattern: string, expected: Generated) => {
      const statements = await recordStatements(server.database, async () => {
        expect(await site.do('generate', wall, { pattern })).toEqual(expected);
      });
      return statements.length;
    };
    const ofTen = await count(few, '{1-10}', { created: 10, kept: 0 });
    expect(await count(many, 'R{1-40}-{001-100}', { created: 4_000, kept: 0 })).toBe(ofTen);
  });

  it.each([
    ['{1-4', 'pattern'],
    ['R}', 'pattern'],
    ['{}', 'pattern'],
    ['{4-1}', 'pattern'],
    ['{a-f}', 'pattern'],
    [' ', 'pattern'],
    ['{1-12}{1-12}', 'ambiguous'],
    ['{1-41}-{1-100}', 'too_many'],
    ['{0-999999999}', 'too_many'],
    [`${'x'.repeat(200)}{1-2}`, 'too_long'],
  ])('refuses the pattern %p', async (pattern, code) => {
    const { status, body } = await site.run('generate', await site.add('Wall'), { pattern });
    expect([status, body.error.details]).toEqual([422, [expect.objectContaining({ path: '/input/pattern', code })]]);
  });
});
