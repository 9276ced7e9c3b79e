import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, memoryFiles, type TestServer } from '@cubit/testing';
import { Site } from '../fixtures/site.js';
import { spaces } from '../spaces.module.js';

const files = memoryFiles();
let server: TestServer;
let site: Site;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces], capabilities: () => [files] });
  const workspace = await server.workspace();
  site = new Site(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

interface Printed {
  readonly file: string;
  readonly code: string;
  readonly labels: number;
}
const pagesOf = (file: string) =>
  Buffer.from(files.get(file)!.content)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length;

describe('printing the labels of locations', () => {
  it('draws one for the location, and with `recursive` one for each location inside it, in one PDF', async () => {
    const rack = await site.addLocation('Rack');
    const shelves = [await site.addLocation('1', rack, { code: 'R-1' }), await site.addLocation('2', rack)];
    await site.addLocation('Bin', shelves[0]);

    const one = await site.resultOf<Printed>('print_label', rack);
    expect(one.labels).toBe(1);
    expect(one.code).toMatch(/^L-[0-9A-Z]{26}$/);
    expect(files.get(one.file)).toMatchObject({ name: `${one.code}.pdf`, mediaType: 'application/pdf' });

    const all = await site.resultOf<Printed>('print_label', rack, { recursive: true, template: '50x30' });
    expect([all.code, all.labels, pagesOf(all.file)]).toEqual([one.code, 4, 4]);
    const printed = await site.eventsOf(rack, 'spaces.label.printed');
    expect(printed.map(({ payload }) => payload)).toEqual(
      [
        { locationId: rack.id, fileId: one.file, code: one.code, template: '62x29', labels: 1 },
        { locationId: rack.id, fileId: all.file, code: all.code, template: '50x30', labels: 4 },
      ].map((payload) => expect.objectContaining(payload) as object),
    );
  });

  it('refuses an unknown template, and more than 500 labels', async () => {
    const rack = await site.addLocation('Wall of bins');
    for (let from = 0; from < 500; from += 100)
      await site.addMany(Array.from({ length: 100 }, (_, index) => ({ name: `${from + index}`, parent: rack.id })));
    for (const [input, path] of [
      [{ template: '1x1' }, '/input/template'],
      [{ recursive: true }, '/input/recursive'],
    ] as const) {
      const { status, body } = await site.run('print_label', rack, input);
      expect([status, body.error.details[0]?.path]).toEqual([422, path]);
    }
  });

  it('draws one for each of many locations, in the given order, and refuses what is no location', async () => {
    const rack = await site.addLocation('Bins');
    const [first, second] = [await site.addLocation('B', rack), await site.addLocation('A', rack)];
    const input = (...records: readonly object[]) => ({ records, template: '62x29' });
    const refOf = ({ id }: { readonly id: string }) => ({ kind: 'spaces:location', id });

    const { file, labels } = await site.resultOf<Printed>('print_labels', null, input(refOf(first), refOf(second)));
    expect([labels, pagesOf(file)]).toEqual([2, 2]);

    const unknown = { kind: 'spaces:location', id: '0192f0c1-2d3e-7000-8000-000000000001' };
    const { status, body } = await site.run('print_labels', null, input(refOf(first), unknown));
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/records/1']);
  });
});
