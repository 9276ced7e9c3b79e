import type { TestClient } from '@cubit/testing/client';

export type SweepFields = Readonly<Record<string, unknown>>;

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
  /** Creates a record of a kind of the module, from its example. */
  create(kind: string, fields?: SweepFields): Promise<{ readonly kind: string; readonly id: string }>;
}

export interface SweepOptions {
  /** Modules of every instance that the examples need, in addition to those that the module requires. */
  readonly enable?: readonly string[];
  /** Makes the target of an action, by its id, where a record from the example of its kind does not do. */
  readonly targets?: Readonly<Record<string, (setup: SweepSetup) => Promise<SweptTarget>>>;
  /** Fields of the record number `index` of a kind, by its id, where its example does not do. */
  readonly fields?: Readonly<Record<string, (index: number) => Readonly<Record<string, unknown>>>>;
  /** What emits the events that no example emits. */
  readonly also?: (setup: SweepSetup) => Promise<void>;
  /** Functions of the test runner. Default: its globals, or else those of `node:test`. */
  readonly runner?: SweepRunner;
}

export interface SweepRunner {
  describe(title: string, declare: () => void): unknown;
  it(title: string, run: () => Promise<void>): unknown;
  afterAll(run: () => Promise<void>): unknown;
}
