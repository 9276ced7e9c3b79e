import { existsSync, readFileSync } from 'node:fs';

/** What the specs of a module did, as the test servers recorded it. */
export interface TestRecord {
  /** Statuses of the answers, by action. */
  readonly actions: Readonly<Record<string, readonly number[]>>;
  /** Names of the events that were emitted. */
  readonly events: readonly string[];
  /** Types of the jobs that succeeded. */
  readonly jobs: readonly string[];
}

/** Reads the file that `CUBIT_TEST_RECORD` named for the specs. */
export function readTestRecord(file: string): TestRecord {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const records = lines.map((line) => JSON.parse(line) as TestRecord);
  const actions: Record<string, number[]> = {};
  for (const record of records)
    for (const [id, statuses] of Object.entries(record.actions)) (actions[id] ??= []).push(...statuses);
  const all = (member: 'events' | 'jobs') => [...new Set(records.flatMap((record) => record[member]))];
  return { actions, events: all('events'), jobs: all('jobs') };
}
