import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, until } from '@cubit/testing';
import { type CapabilityHost, Turns } from '@cubit/runtime';
import { startLab, type Lab } from '../../fixtures/start-lab.js';
import { CheckedWires } from '../definition/checked-wires.js';
import type { RunKey } from '../dispatch/run-key.js';
import { wireSettings } from '../settings.js';
import { wiresIn } from '../tables/schema.js';
import { type LoadedRun, lockRun } from './loaded-run.js';
import { RunExecutor } from './run-executor.js';
import { Runner } from './runner.js';

const DEFECT = new Error('a defect');

let lab: Lab<TestServer>;
let host: CapabilityHost;
let executor: RunExecutor;
let key: RunKey;
beforeAll(async () => {
  // This process executes no runs but those of the specs.
  lab = await startLab(createTestServer, { wires: { runs: false } });
  const { services } = lab.server.kernel;
  host = { services } as CapabilityHost;
  const settings = wireSettings({ retry: { baseMs: 60_000 } });
  const wires = new CheckedWires(services.registry);
  executor = new RunExecutor({ host, wires, paused: false, settings, subscribers: new Map() });
});
afterAll(() => lab.close());
beforeEach(async () => {
  const bench = await lab.bench();
  const wire = await bench.addWire({ action: 'lab:stumble' });
  await bench.ping();
  const run = await until('the run is due', async () => (await bench.runs(wire.id))[0]);
  key = { workspaceId: bench.workspace.id, id: run.id };
});

const claimed = async (): Promise<LoadedRun> => {
  const run = await lab.server.database.transaction((tx) => lockRun(wiresIn(tx.db), key));
  if (!run) throw new Error('The run is not due.');
  return run;
};
const attemptsOf = async () => {
  const { rows } = await lab.server.database.pool.query<{ attempts: number }>(
    'select attempts from wire_run where id = $1',
    [key.id],
  );
  return rows[0]?.attempts;
};
const reports = () => lab.server.log.entries.filter(({ details }) => 'run' in details && details.run === key.id);

describe('a failed attempt', () => {
  it('that another process has overtaken is neither counted nor reported', async () => {
    const run = await claimed();
    const failed = { run, runTarget: { recordId: null } };

    expect(await executor.fail(failed, DEFECT)).toMatchObject({ type: 'postponed' });
    expect(await executor.fail(failed, DEFECT)).toEqual({ type: 'finished' });
    expect([await attemptsOf(), reports().length]).toEqual([1, 1]);
  });

  it('is not overtaken by another turn of its process before it is recorded', async () => {
    let attempts = 0;
    const counting = {
      attempt: () => {
        attempts += 1;
        return Promise.reject(DEFECT);
      },
      // The attempt is rolled back, so that the run is free and due.
      fail: async (...failed: Parameters<RunExecutor['fail']>) => {
        if (attempts === 1) await runner.serve(key.workspaceId);
        return executor.fail(...failed);
      },
    };
    const turns = new Turns({ concurrency: 1, perWorkspace: 1, serve: () => Promise.resolve() });
    const runner: Runner = new Runner({ host, executor: counting as unknown as RunExecutor, turns: () => turns });
    await runner.serve(key.workspaceId);

    expect([attempts, await attemptsOf(), reports().length]).toEqual([1, 1, 1]);
  });
});
