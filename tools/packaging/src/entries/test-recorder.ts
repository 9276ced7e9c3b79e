import { appendFile } from 'node:fs/promises';
import type { Database } from '@cubit/database';
import type { TestClient } from '@cubit/testing/client';

const ACTION = /\/modules\/([^/?]+)\/actions\/([^/?]+)$/;

/** Records what the specs of a module do, for `cubit-module check`: one line of JSON for each test server. */
export class TestRecorder {
  readonly #file: string;
  readonly #database: Database;
  readonly #actions = new Map<string, Set<number>>();

  /** Undefined unless `cubit-module check` runs the specs. */
  static ofProcess(database: Database): TestRecorder | undefined {
    const file = process.env['CUBIT_TEST_RECORD'];
    return file ? new TestRecorder(file, database) : undefined;
  }

  private constructor(file: string, database: Database) {
    this.#file = file;
    this.#database = database;
  }

  watch(client: TestClient): TestClient {
    const request = client.request.bind(client);
    client.request = async <Body>(options: Parameters<TestClient['request']>[0]) => {
      const reply = await request<Body>(options);
      const [, module, action] = ACTION.exec(options.path) ?? [];
      if (action !== undefined) this.#note(`${module}:${action}`, reply.status);
      return reply;
    };
    return client;
  }

  async write(): Promise<void> {
    const { rows } = await this.#database.pool.query<{ name: string }>('select distinct name from event');
    const record = {
      actions: Object.fromEntries([...this.#actions].map(([id, statuses]) => [id, [...statuses]])),
      events: rows.map(({ name }) => name),
    };
    await appendFile(this.#file, `${JSON.stringify(record)}\n`);
  }

  #note(action: string, status: number): void {
    const statuses = this.#actions.get(action) ?? new Set();
    this.#actions.set(action, statuses.add(status));
  }
}
