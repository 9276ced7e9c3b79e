import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createTestServer, type TestServer } from '@cubit/testing';
import { startLab, type Lab } from '../../fixtures/start-lab.js';
import { wiresIn } from '../tables/schema.js';

let lab: Lab<TestServer>;
beforeAll(async () => {
  lab = await startLab(createTestServer);
});
afterAll(() => lab.close());

/** A bumper of negative amounts, which its action refuses. */
async function failingWire(wire: object = {}) {
  const bench = await lab.bench();
  const counter = await bench.addCounter();
  const { id } = await bench.addBumper({ input: { by: '${event.payload.n - 1.0}' }, ...wire });
  const notifications = async (name: string) => {
    const { body } = await lab.server
      .as(bench.workspace.owner)
      .get<{ data: readonly { payload: object }[] }>(`${bench.path}/event-log?name=${name}`);
    return body.data.map(({ payload }) => payload);
  };
  return { bench, id, told: notifications, fail: () => bench.pingAndWait({ counter, n: 0 }) };
}

describe('a wire whose runs fail', () => {
  it('notifies its owner once an hour, however many runs fail', async () => {
    const { bench, id, told, fail } = await failingWire();
    await Promise.all([fail(), fail(), fail()]);
    await bench.finished(id, 3);
    expect(await told('wires.run.failed')).toHaveLength(3);
    expect(await told('wires.wire.failing')).toEqual([
      expect.objectContaining({ wireId: id, code: 'validation_failed', reason: expect.any(String) }),
    ]);
    await sql`update wire_alarm set raised_at = raised_at - interval '1 hour' where wire_id = ${id}`.execute(
      wiresIn(lab.server.database.db),
    );
    await fail();
    await fail();
    expect(await told('wires.wire.failing')).toHaveLength(2);
  });

  it('notifies its owner independently of other wires', async () => {
    const { bench, id, told, fail } = await failingWire();
    const other = await bench.addBumper({ input: { by: '${event.payload.n - 2.0}' } });
    await fail();
    await bench.finished(other.id, 1);
    const failing = (await told('wires.wire.failing')) as readonly { readonly wireId: string }[];
    expect(failing.map(({ wireId }) => wireId).sort()).toEqual([id, other.id].sort());
  });

  it('that reacts to its own failures does not trigger itself for ever', async () => {
    const { bench, id, told, fail } = await failingWire();
    const own = await bench.addWire({
      event: 'wires.wire.failing',
      action: 'lab:bump',
      record: 'event.payload.wireId',
      name: 'Own',
    });
    await fail();
    await bench.finished(own.id, 2);
    await bench.pingAndWait();
    const failing = (await told('wires.wire.failing')) as readonly { readonly wireId: string }[];
    expect(failing.map(({ wireId }) => wireId)).toEqual([own.id, id]);
    expect(await bench.runs(own.id)).toHaveLength(2);
    // A run of a wire on such events reports only the first failure.
    expect(await told('wires.run.failed')).toHaveLength(1);
  });
});
