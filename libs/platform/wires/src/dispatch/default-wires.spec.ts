import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKernel } from '@cubit/runtime';
import type { ModuleDefinition } from '@cubit/core';
import { createTestServer, type TestServer, until } from '@cubit/testing';
import { type LabBench, type RunView } from '../../fixtures/lab-bench.js';
import { lab as labModule } from '../../fixtures/lab.module.js';
import { robot } from '../../fixtures/robot.module.js';
import { startLab, type Lab } from '../../fixtures/start-lab.js';
import { wiresCapability } from '../wires-capability.js';

let lab: Lab<TestServer>;
beforeAll(async () => {
  lab = await startLab(createTestServer, { modules: [robot] });
});
afterAll(() => lab.close());

async function notes({ client, path }: LabBench): Promise<readonly string[]> {
  const { body } = await client.get<{ data: readonly { title: string }[] }>(`${path}/modules/robot/records/note`);
  return body.data.map(({ title }) => title);
}

const bump = ({ client, path }: LabBench, id: string, by: number) =>
  client.post(
    `${path}/modules/lab/actions/bump`,
    { record: { kind: 'lab:counter', id }, input: { by } },
    { headers: { prefer: 'wait=20' } },
  );

async function allRuns({ client, path }: LabBench, query = ''): Promise<readonly RunView[]> {
  return (await client.get<{ data: readonly RunView[] }>(`${path}/wire-runs?limit=200${query}`)).body.data;
}

describe('default wires of a module', () => {
  it('are installed as declared when the module is enabled', async () => {
    const bench = await lab.bench({ modules: ['lab'] });
    expect(await bench.wires()).toEqual([]);
    await bench.enable('robot');
    expect(await bench.wires()).toMatchObject([
      {
        name: 'Remark on large bumps',
        enabled: true,
        created_by: bench.workspace.owner.id,
        default: { module: 'robot', key: 'remark_on_bump' },
      },
      { name: 'Ping on notes', enabled: false, default: { module: 'robot', key: 'ping_on_note' } },
    ]);
  });

  it('react to the first event of a workspace, even if nobody has listed them', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter({ name: 'Big' });
    await bump(bench, counter, 99);
    await bump(bench, counter, 100);
    expect(await notes(bench)).toEqual(['Big: bumped by 100']);
  });

  it('are not installed again after they were deleted, and keep changes that a member made', async () => {
    const bench = await lab.bench();
    const client = lab.server.as(bench.workspace.owner);
    const [first, other] = await bench.wires();
    expect((await client.delete(`${bench.path}/wires/${first!.id}`)).status).toBe(204);
    await client.patch(`${bench.path}/wires/${other!.id}`, { name: 'Mine', enabled: true });
    await bench.enable('robot', false);
    await bench.enable('robot');
    expect(await bench.wires()).toMatchObject([{ id: other!.id, name: 'Mine', enabled: true }]);
    await bump(bench, await bench.addCounter(), 500);
    expect(await notes(bench)).toEqual([]);
  });

  it('prevent the start if they are not valid', async () => {
    const crooked: ModuleDefinition = {
      ...robot,
      wires: [
        {
          key: 'crooked',
          name: 'x',
          event: 'lab.ping.sent',
          action: 'lab:log',
          input: { text: '${event.payload.nte}' },
        },
      ],
    };
    const { database, kernel, log } = lab.server;
    const boot = createKernel({
      database,
      modules: [labModule, crooked],
      settings: kernel.services.settings,
      log,
      capabilities: [wiresCapability({})],
    });
    await expect(boot).rejects.toThrow(
      /Default wire 'crooked' of module 'robot' is not valid: \/input\/text .*"nte".*note/,
    );
  });
});

describe('a wire whose module is disabled', () => {
  it('is blocked with the reason, and resumes what waits when the module is enabled', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter({ name: 'Counter' });
    const [remark] = await bench.wires();
    await bench.enable('robot', false);
    expect(await bench.wire(remark!.id)).toMatchObject({
      blocked: { module: 'robot', reason: expect.stringContaining("module 'robot' is not enabled") },
    });
    await bump(bench, counter, 200);
    const blocked = await until('the run is blocked', async () =>
      (await bench.runs(remark!.id)).find((run) => run.held === 'blocked'),
    );
    expect(blocked).toMatchObject({ state: 'pending', attempts: 0 });
    await bench.enable('robot');
    expect(await bench.wire(remark!.id)).toMatchObject({ blocked: null });
    const [run] = await bench.finished(remark!.id, 1);
    expect(run).toMatchObject({ id: blocked.id, state: 'succeeded', attempts: 1 });
    expect(await notes(bench)).toEqual(['Counter: bumped by 200']);
  });

  it('cannot be tested or get another definition, but can be renamed and deleted', async () => {
    const bench = await lab.bench();
    const client = lab.server.as(bench.workspace.owner);
    const [remark] = await bench.wires();
    await bench.enable('robot', false);
    const wire = `${bench.path}/wires/${remark!.id}`;
    expect((await client.post(`${wire}/test`, {})).status).toBe(409);
    const { status, body } = await client.patch(wire, { input: { text: 'other' } });
    expect([status, body]).toMatchObject([422, { error: { details: [{ path: '/action', code: 'unknown' }] } }]);
    expect((await client.patch(wire, { name: 'Other' })).status).toBe(200);
    expect((await client.delete(wire)).status).toBe(204);
  });
});

describe('a subscription of a module', () => {
  it('runs its code on the event, as the system, with the event as its cause', async () => {
    const bench = await lab.bench();
    const event = await bench.pingAndWait({ note: 'hello' });
    expect(await notes(bench)).toEqual(['hello']);
    const [run] = await allRuns(bench, `&event_id=${event}`);
    expect(run).toMatchObject({ wire_id: null, subscription: 'robot/write_down', state: 'succeeded', attempts: 1 });
    const { body } = await bench.client.get<{ data: unknown[] }>(`${bench.path}/event-log?name=robot.note.made`);
    expect(body.data).toMatchObject([
      { actor: { type: 'system' }, cause: { wire_id: null, run_id: run!.id, event_id: event } },
    ]);
  });

  it('does not run if the module is disabled', async () => {
    const bench = await lab.bench({ modules: ['lab'] });
    await bench.pingAndWait({ note: 'hello' });
    await bench.enable('robot');
    expect(await notes(bench)).toEqual([]);
    expect(await allRuns(bench)).toEqual([]);
  });

  it('is retried after a failure, and listed as failed after the last attempt', async () => {
    const bench = await lab.bench();
    await bench.ping({ note: 'refuse' });
    const [run] = await until('a run has failed', async () => {
      const failed = await allRuns(bench, '&state=failed');
      return failed.length > 0 && failed;
    });
    expect(run).toMatchObject({ subscription: 'robot/write_down', attempts: 5, error: { code: 'conflict' } });
  });

  it('is part of the chain of causes, so that a loop through it ends', async () => {
    const bench = await lab.bench();
    const loop = (await bench.wires()).find((wire) => wire.default?.key === 'ping_on_note');
    await bench.client.patch(`${bench.path}/wires/${loop!.id}`, { enabled: true });
    await bench.pingAndWait({ note: 'round and round' });
    const depths = (await allRuns(bench)).map(({ depth, state }) => [depth, state]);
    expect(depths).toEqual([[9, 'skipped'], ...[8, 7, 6, 5, 4, 3, 2, 1].map((depth) => [depth, 'succeeded'])]);
  });
});
