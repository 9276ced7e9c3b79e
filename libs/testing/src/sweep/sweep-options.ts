import type { TestClient } from '../test-client.js';
import type { TestUser } from '../test-user.js';
import type { TestWorkspace } from '../test-workspace.js';

export type SweepFields = Readonly<Record<string, unknown>>;

/** A record that a sweep created. */
export interface SweptRecord {
  readonly kind: string;
  readonly id: string;
  readonly fields: SweepFields;
}

/** The target of a run, and its input where the example does not fit that target. */
export interface SweptTarget {
  readonly record: { readonly kind: string; readonly id: string } | null;
  readonly input?: SweepFields;
}

/** What a sweep hands to the functions of its options. */
export interface SweepSetup {
  /** An administrator of the workspace. */
  readonly client: TestClient;
  /** `/api/v1/orgs/<slug>`. */
  readonly path: string;
  /** Creates a record of a kind from its example, or with `records` of the options. The given fields replace those of the example. */
  create(kind: string, fields?: SweepFields): Promise<SweptRecord>;
  /** Runs an action of the module and returns its result. Default of the input: its example. */
  run(action: string, record: SweptTarget['record'], input?: SweepFields): Promise<SweepFields>;
}

export interface SweepOptions {
  /** Creates a record of a kind, by its id, where its example alone does not do: an order with a line, or a record that only actions write. */
  readonly records?: Readonly<
    Record<string, (setup: SweepSetup, fields: SweepFields) => Promise<{ readonly kind: string; readonly id: string }>>
  >;
  /** Makes the target of an action, by its id, where no record of its kind does in any state of its lifecycle. */
  readonly targets?: Readonly<Record<string, (setup: SweepSetup) => Promise<SweptTarget>>>;
  /** Fields of the record number `index` of a kind, by its id, where its example does not do. */
  readonly fields?: Readonly<Record<string, (index: number, setup: SweepSetup) => SweepFields | Promise<SweepFields>>>;
  /** What emits the events that no example emits. */
  readonly also?: (setup: SweepSetup) => Promise<void>;
  /** Events that take more than an example, and that other specs emit: the check of the module fails for those that none does. */
  readonly emittedBySpecs?: readonly string[];
  /** Runs of an action at once, where lost updates are looked for. Default: 5. */
  readonly atOnce?: number;
  /** Functions of the test runner. Default: its globals, or else those of `node:test`. */
  readonly runner?: SweepRunner;
}

export interface SweepRunner {
  describe(title: string, declare: () => void): unknown;
  it(title: string, run: () => Promise<void>): unknown;
  afterAll(run: () => Promise<void>): unknown;
}

/** The service that a sweep uses, with the swept module. */
export interface SweptServer {
  as(user: TestUser): TestClient;
  workspace(): Promise<TestWorkspace>;
  /** Number of SQL statements that requests send while `work` runs. */
  statements(work: () => Promise<unknown>): Promise<number>;
  /** Runs the sweeps of all modules, which do not run by themselves. */
  sweep(): Promise<void>;
  /** What `work` writes to tables of records and events: `insert into record_laser_cut`. */
  writes(work: () => Promise<unknown>): Promise<readonly string[]>;
  close(): Promise<void>;
}
