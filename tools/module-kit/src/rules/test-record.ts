import { existsSync, readFileSync } from 'node:fs';

/** What the specs of a module did, as the test servers recorded it. */
export interface TestRecord {
  /** Statuses of the answers, by action. */
  readonly actions: Readonly<Record<string, readonly number[]>>;
  /** Names of the events that were emitted. */
  readonly events: readonly string[];
  /** Types of the jobs that succeeded. */
  readonly jobs: readonly string[];
  /** Kind, state before and state after of the changes of states. */
  readonly transitions: readonly (readonly [kind: string, from: string, to: string])[];
  /** Upgrades that got records: `inventory:exact_stock`. */
  readonly upgrades: readonly string[];
  /** What modules used of other modules: kinds, actions that they invoked, and hosts. */
  readonly uses: readonly ModuleUse[];
}

export interface ModuleUse {
  readonly module: string;
  readonly access: 'read' | 'write' | 'invoke' | 'egress';
  /** Id of the kind or of the action, or the host. */
  readonly what: string;
}

/** Reads the file that `CUBIT_TEST_RECORD` named for the specs. */
export function readTestRecord(file: string): TestRecord {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const records = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Partial<TestRecord>);
  const actions: Record<string, number[]> = {};
  for (const record of records)
    for (const [id, statuses] of Object.entries(record.actions ?? {})) (actions[id] ??= []).push(...statuses);
  return {
    actions,
    events: [...new Set(records.flatMap(({ events = [] }) => events))],
    jobs: [...new Set(records.flatMap(({ jobs = [] }) => jobs))],
    transitions: records.flatMap(({ transitions = [] }) => transitions),
    upgrades: [...new Set(records.flatMap(({ upgrades = [] }) => upgrades))],
    uses: records.flatMap(({ uses = [] }) => uses),
  };
}
