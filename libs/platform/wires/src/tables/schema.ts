import type { Generated, JSONColumnType, Kysely } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';

export const WIRE_MODES = ['parallel', 'queued', 'single'] as const;
/** `parallel`: concurrent runs; `queued`: one at a time, in commit order; `single`: one at a time for each record. */
export type WireMode = (typeof WIRE_MODES)[number];

export const STORED_STATES = ['pending', 'succeeded', 'skipped', 'failed'] as const;
export type StoredState = (typeof STORED_STATES)[number];

/** Why a run failed or was skipped, as clients see it. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

interface WireTable {
  workspace_id: string;
  id: string;
  name: string;
  enabled: boolean;
  paused: Generated<boolean>;
  event: string;
  condition: string | null;
  action: string;
  record: string | null;
  input: JSONColumnType<Record<string, unknown>>;
  mode: WireMode;
  trace: Generated<boolean>;
  /** Maximum runs per minute; null: the default of the instance. */
  rate_cap: number | null;
  default_module: string | null;
  default_key: string | null;
  /** Incremented when the definition of the wire changes; key of the cache of checked wires. */
  revision: Generated<number>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  run_count: Generated<number>;
  failure_count: Generated<number>;
  last_run_at: Date | null;
}

interface WireRateTable {
  workspace_id: string;
  wire_id: string;
  window_started_at: Date;
  runs: number;
  cap: number;
  tripped_at: Date | null;
}

interface WireWorkspaceTable {
  workspace_id: string;
  paused: Generated<boolean>;
  /** Workspace version and fingerprint (`defaults`) of the last installation of default wires. */
  schema_version: number | null;
  defaults: string | null;
}

interface WireDefaultTable {
  workspace_id: string;
  module: string;
  key: string;
  wire_id: string;
  installed_at: Date;
}

interface WireRunTable {
  workspace_id: string;
  id: string;
  /** Null for a run of a module's subscription. */
  wire_id: string | null;
  /** `<module>/<id>`; null for a run of a wire. */
  subscription: string | null;
  event_id: string;
  event_position: number;
  /** Index of the target among the targets of one event and wire. */
  ordinal: Generated<number>;
  state: Generated<StoredState>;
  /** The first run over the wire's rate cap: it only reports that the wire tripped. */
  over_cap: Generated<boolean>;
  /** Runs of one wire in the same lane execute in order; null: in any order. */
  lane: string | null;
  /** The target; null until it is known. */
  record_id: string | null;
  /** One of several runs for one event, one per target: condition and target are already evaluated. */
  split: Generated<boolean>;
  depth: number;
  root_event_id: string;
  cause_run_id: string | null;
  /** `<wire>/<record>` of every run in the chain of causes, starting with the first. */
  chain: string[];
  held: 'paused' | 'blocked' | null;
  /** Version of the workspace when the run was suspended. */
  held_version: number | null;
  attempts: Generated<number>;
  attempts_left: number;
  /** When a pending run is due; null: not by itself, since it is held or an earlier run of its lane has not finished. */
  available_at: Date | null;
  error: JSONColumnType<RunError> | null;
  result: JSONColumnType<object> | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  counted: Generated<boolean>;
}

interface WireAlarmTable {
  workspace_id: string;
  wire_id: string;
  raised_at: Date;
}

export interface WireTables {
  wire: WireTable;
  wire_rate: WireRateTable;
  wire_workspace: WireWorkspaceTable;
  wire_default: WireDefaultTable;
  wire_run: WireRunTable;
  wire_alarm: WireAlarmTable;
}

export type WireDatabase = Kysely<DatabaseSchema & WireTables>;

/** The database with the tables of this package. */
export function wiresIn(db: Kysely<DatabaseSchema> | Transaction['db']): WireDatabase {
  return db as unknown as WireDatabase;
}
