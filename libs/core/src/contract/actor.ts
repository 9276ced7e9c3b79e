/** Who made a change, and with which credential. Stored with every event, history entry and audit row. */
export interface Actor {
  /** `system` for background work without a user. */
  readonly type: 'user' | 'system';
  readonly id: string | null;
  readonly via: {
    /** `import`: rows of a file; `id` is that of the job. Their events notify nobody, the import notifies once. */
    readonly type: 'session' | 'api_token' | 'wire' | 'integration' | 'import' | 'system';
    readonly id: string | null;
  };
}

/** The wire run that caused an event; null for a request by a user. */
export interface Cause {
  /** Null for a run of a module's subscription. */
  readonly wire_id: string | null;
  readonly run_id: string;
  readonly event_id: string;
}

export const SYSTEM_ACTOR: Actor = { type: 'system', id: null, via: { type: 'system', id: null } };
