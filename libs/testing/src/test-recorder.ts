import { appendFile } from 'node:fs/promises';
import type { Database } from '@cubit/database';

const ACTION = /\/modules\/([^/?]+)\/actions\/([^/?]+)$/;

/** Records what specs do with actions, events and jobs, where `CUBIT_TEST_RECORD` names a file: one line of JSON for each test server. */
export class TestRecorder {
  readonly #file: string;
  readonly #database: Database;
  readonly #actions = new Map<string, Set<number>>();

  /** Undefined unless `cubit-module check` or `npm run check:modules` runs the specs. */
  static ofProcess(database: Database): TestRecorder | undefined {
    const file = process.env['CUBIT_TEST_RECORD'];
    return file ? new TestRecorder(file, database) : undefined;
  }

  private constructor(file: string, database: Database) {
    this.#file = file;
    this.#database = database;
  }

  note(path: string, status: number): void {
    const [, module, action] = ACTION.exec(path) ?? [];
    if (action === undefined) return;
    const id = `${module}:${action}`;
    const statuses = this.#actions.get(id) ?? new Set();
    this.#actions.set(id, statuses.add(status));
  }

  async write(): Promise<void> {
    const { rows } = await this.#database.pool.query<{ name: string }>('select distinct name from event');
    // Without the jobs platform there is no table.
    const { rows: tables } = await this.#database.pool.query<{ job: string | null }>(
      "select to_regclass('job') as job",
    );
    const { rows: jobs } = tables.some(({ job }) => job !== null)
      ? await this.#database.pool.query<{ type: string }>("select distinct type from job where state = 'succeeded'")
      : { rows: [] };
    const record = {
      actions: Object.fromEntries([...this.#actions].map(([id, statuses]) => [id, [...statuses]])),
      events: rows.map(({ name }) => name),
      jobs: jobs.map(({ type }) => type),
    };
    await appendFile(this.#file, `${JSON.stringify(record)}\n`);
  }
}
