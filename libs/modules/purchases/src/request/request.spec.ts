import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { Desk } from '../fixtures/desk.js';
import { inventory, spaces } from '../fixtures/workshop.modules.js';
import { purchases } from '../purchases.module.js';

let server: TestServer;
let desk: Desk;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory, purchases] });
  const workspace = await server.workspace();
  desk = new Desk(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

describe('a request', () => {
  it.each([
    ['open', 'rejected'],
    ['open', 'fulfilled'],
    ['ordered', 'rejected'],
    ['ordered', 'fulfilled'],
    ['ordered', 'open'],
    ['rejected', 'open'],
    ['fulfilled', 'open'],
  ])('is set from %s to %s', async (from, to) => {
    const request = await desk.add('request', { part: (await desk.addPart()).id, qty: 5 });
    if (from === 'ordered') await desk.do('order_request', request);
    else if (from !== 'open') await desk.change(request, { status: from });
    expect((await desk.fieldsOf(request))['status']).toBe(from);
    expect((await desk.change(request, { status: to })).status).toBe(200);
    expect((await desk.fieldsOf(request))['status']).toBe(to);
    expect(await desk.payloadsOf(request, 'purchases.request.fulfilled')).toHaveLength(
      [from, to].includes('fulfilled') ? 1 : 0,
    );
  });

  it('is ordered by its action alone, while it is open', async () => {
    const request = await desk.add('request', { part: (await desk.addPart()).id, qty: 5 });
    const plain = await desk.change(request, { status: 'ordered' });
    expect([plain.status, plain.body.error.code]).toEqual([409, 'invalid_transition']);
    await desk.change(request, { status: 'rejected' });
    expect(await desk.refusalOf('order_request', request)).toEqual({
      status: 409,
      code: 'invalid_transition',
      details: ['/record invalid_transition'],
    });
  });
});
