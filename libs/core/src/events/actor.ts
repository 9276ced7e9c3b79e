/** Who did it, and by which credential: kept with every event, history entry and audit row. */
export interface Actor {
  /** `system` for background work that nobody asked for. */
  readonly type: 'user' | 'system';
  readonly id: string | null;
  readonly via: {
    readonly type: 'session' | 'api_token' | 'wire' | 'integration' | 'system';
    readonly id: string | null;
  };
}

/** The wire run that caused it; null when somebody did it by hand. */
export interface Cause {
  /** Null for a run of a module's subscription. */
  readonly wire_id: string | null;
  readonly run_id: string;
  readonly event_id: string;
}

export const SYSTEM_ACTOR: Actor = { type: 'system', id: null, via: { type: 'system', id: null } };
