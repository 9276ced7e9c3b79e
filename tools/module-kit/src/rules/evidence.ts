import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Built } from '../build.js';
import type { Project } from '../project.js';
import { run } from '../run.js';
import { readTestRecord, type TestRecord } from './test-record.js';

/** What the rules look at. Costly parts are made when a rule first asks for them. */
export class Evidence {
  readonly project: Project;
  readonly built: Built;
  readonly #folder: Promise<string>;
  #tests: Promise<{ readonly code: number; readonly record: TestRecord }> | undefined;

  constructor(project: Project, built: Built) {
    this.project = project;
    this.built = built;
    this.#folder = mkdtemp(join(tmpdir(), 'cubit-check-'));
  }

  /** A folder for the files of this check. */
  get folder(): Promise<string> {
    return this.#folder;
  }

  /** Runs the specs of the module by its own script, once. */
  tests() {
    return (this.#tests ??= this.#runTests());
  }

  async close(): Promise<void> {
    await rm(await this.#folder, { recursive: true, force: true });
  }

  async #runTests() {
    const file = join(await this.#folder, 'tests.jsonl');
    const code = await run('npm', ['test', '--silent'], { ...process.env, CUBIT_TEST_RECORD: file });
    return { code, record: readTestRecord(file) };
  }
}
