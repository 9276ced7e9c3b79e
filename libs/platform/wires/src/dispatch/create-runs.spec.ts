import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createTestServer, type TestServer } from '@cubit/testing';
import { startLab, type Lab } from '../../fixtures/start-lab.js';
import { createRuns } from './create-runs.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

let lab: Lab<TestServer>;
beforeAll(async () => {
  lab = await startLab(createTestServer);
});
afterAll(() => lab.close());

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe('the creation of runs', () => {
  it('reads none of 10,000 wires on other events', async () => {
    const bench = await lab.bench();
    const { db } = lab.server.database;
    const counter = await bench.addCounter();
    const wire = await bench.addBumper();
    await bench.pingAndWait({ counter });
    await sql`insert into wire (workspace_id, id, name, enabled, event, action, input, mode, created_by, created_at, updated_at)
      select workspace_id, gen_random_uuid(), name || n, true, 'lab.quiet.kept', action, input, mode, created_by, created_at, updated_at
      from wire cross join generate_series(1, 10000) n where id = ${wire.id}`.execute(db);
    // As a table looks that has been in use: the planner knows its size, and the visibility of its rows.
    await sql`vacuum analyze wire`.execute(db);
    await sql`analyze event, event_sequenced`.execute(db);
    const { rows: placed } = await sql<{
      from: number;
      to: number;
    }>`select min(position) as from, max(position) as to from event_sequenced`.execute(db);
    const statement = createRuns({
      range: placed[0]!,
      only: [bench.workspace.id],
      subscribers: [],
      mayHaveEffect: sql<boolean>`true`,
      defaults: '',
      paused: false,
      rateCap: 100_000,
      attempts: 5,
    });
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: PlanNode }];
    }>`explain (analyze, format json) ${statement}`.execute(db);
    const wireNodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'wire');
    expect(wireNodes.map((node) => [node['Node Type'], node['Index Name']])).toEqual([['Index Scan', 'wire_by_event']]);
    expect(wireNodes[0]!['Actual Rows'] * wireNodes[0]!['Actual Loops']).toBeLessThanOrEqual(1);
  });

  it('creates no second run if the same events are sequenced again', async () => {
    const bench = await lab.bench();
    const { db } = lab.server.database;
    const counter = await bench.addCounter();
    const wire = await bench.addBumper();
    await bench.pingAndWait({ counter });
    const { rows: placed } = await sql<{
      from: number;
      to: number;
    }>`select min(position) as from, max(position) as to from event_sequenced`.execute(db);
    const { rows } = await createRuns({
      range: placed[0]!,
      only: [bench.workspace.id],
      subscribers: [],
      mayHaveEffect: sql<boolean>`true`,
      defaults: '',
      paused: false,
      rateCap: 100_000,
      attempts: 5,
    }).execute(db);
    expect(rows).toEqual([]);
    expect(await bench.runs(wire.id)).toHaveLength(1);
  });
});
