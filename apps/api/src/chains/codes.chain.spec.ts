import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startShippedServer } from '@cubit/testing/shipped';
import { type ApiRecord, type ChainBench, type Chains, chainsOn } from './start-chains.js';

let chains: Chains;
let bench: ChainBench;
let part: ApiRecord;
let code: string;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
  bench = await chains.bench();
  part = await bench.add('inventory:part', { name: 'Bracket' });
  code = String((await bench.do('inventory:print_label', part, { qr: 'link' }))['code']);
});
afterAll(() => chains.close());

const resolve = (by: ChainBench, text: string) => by.client.get(`/api/v1/me/codes/${encodeURIComponent(text)}`);

describe('a printed code', () => {
  it('leads to its record in the workspace of the reader, in any letter case', async () => {
    const workspace = bench.path.replace('/api/v1/orgs/', '');
    const { kind, id } = part;
    const path = `/w/${workspace}/modules/inventory/records/part/${id}`;
    for (const text of [code, code.toLowerCase()]) {
      const { status, body } = await resolve(bench, text);
      expect({ status, body }).toEqual({ status: 200, body: { workspace, kind, id, title: 'Bracket', path } });
    }
  });

  it('of another workspace, in the trash or unknown is not found', async () => {
    const stranger = await chains.bench();
    const unknown = await resolve(bench, 'P-01J8Z3X4Y5A6B7C8D9E0F1G2H3');
    expect(unknown.status).toBe(404);
    for (const text of [code, 'nothing']) {
      const { status, body } = await resolve(stranger, text);
      expect({ status, body }).toEqual({ status: 404, body: unknown.body });
    }
    await bench.client.delete(`${bench.path}/modules/inventory/records/part/${part.id}`);
    expect((await resolve(bench, code)).status).toBe(404);
    await bench.client.post(`${bench.path}/modules/inventory/records/part/${part.id}/restore`);
  });

  it('is scanned as a code and as an address', async () => {
    for (const text of [code, `https://cubit.example.org/c/${code}`]) {
      const { body } = await bench.client.get<object>(
        `${bench.path}/modules/inventory/scan?code=${encodeURIComponent(text)}`,
      );
      expect(JSON.stringify(body)).toContain(part.id);
    }
  });
});

describe('labels of many records', () => {
  it('are one PDF, with sheets that begin after the used fields', async () => {
    const item = await bench.add('inventory:stock_item', { part: part.id, qty: 3 });
    const refs = [part, item].map(({ kind, id }) => ({ kind, id }));
    const records = Array.from({ length: 24 }, (_, index) => refs[index % 2]);
    const pages = async (skip: number) => {
      const { file, labels } = await bench.do('inventory:print_labels', null, { records, skip, qr: 'link' });
      expect(labels).toBe(24);
      const { text } = await bench.client.get(`${bench.path}/files/${String(file)}/content`);
      return text.match(/\/Type \/Page\b/g)?.length;
    };
    expect([await pages(0), await pages(1)]).toEqual([1, 2]);
  });

  it('refuse a record that does not exist, with its place', async () => {
    const records = [{ kind: 'inventory:part', id: '0190a6e2-7c1d-7b3a-9f00-000000000001' }];
    const { status, body } = await bench.run('inventory:print_labels', null, { records });
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: '/input/records/0' }] } },
    });
  });
});
