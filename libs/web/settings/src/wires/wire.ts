import type { ErrorParts } from '@cubit/web-client';
export interface Wire {
  readonly id: string;
  readonly name: string;
  readonly event: string;
  readonly action: string;
  readonly condition: string | null;
  readonly record: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  readonly paused: boolean;
  readonly mode: 'parallel' | 'queued' | 'single';
  /** The module that brought it, if one did. */
  readonly default: { readonly module: string; readonly key: string } | null;
  readonly blocked: { readonly reason: string } | null;
  readonly tripped: { readonly at: string; readonly rate_cap: number } | null;
  readonly created_by: string;
  readonly last_run_at: string | null;
  readonly run_count: number;
  readonly failure_count: number;
}

export interface WireRun {
  readonly id: string;
  readonly event: string | null;
  readonly state: 'pending' | 'running' | 'succeeded' | 'skipped' | 'failed';
  readonly held: 'paused' | 'blocked' | null;
  readonly attempts: number;
  readonly error: ErrorParts | null;
  readonly created_at: string;
}

interface Subject {
  readonly kind: string;
  readonly id: string;
}

/** A run with what led to it and what followed. */
export interface WireRunDetails extends WireRun {
  readonly record_id: string | null;
  readonly result: unknown;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** The record that its event is about. */
  readonly subject: Subject | null;
  /** From the first run to the direct cause. */
  readonly causes: readonly {
    readonly run_id: string;
    readonly wire_id: string | null;
    readonly wire_name: string | null;
    readonly event: string | null;
    readonly subject: Subject | null;
  }[];
  readonly effects: readonly {
    readonly event_id: string;
    readonly event: string;
    readonly subject: Subject | null;
    readonly runs: readonly {
      readonly run_id: string;
      readonly wire_id: string | null;
      readonly wire_name: string | null;
      readonly subscription: string | null;
      readonly state: WireRun['state'];
    }[];
  }[];
}

export const RUN_STATES = [
  { id: 'pending', title: 'Pending', tone: 'info' },
  { id: 'running', title: 'Running', tone: 'info' },
  { id: 'succeeded', title: 'Done', tone: 'ok' },
  { id: 'skipped', title: 'Skipped', tone: undefined },
  { id: 'failed', title: 'Failed', tone: 'bad' },
] as const;
