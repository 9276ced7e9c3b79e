/** Who made a change, and with which credential. Stored with every event, history entry and audit row. */
export interface Actor {
  /** `system` for background work without a user. */
  readonly type: 'user' | 'system';
  readonly id: string | null;
  readonly via: {
    /** `import`: rows of a file; `id` is that of the job. Their events notify nobody, the import notifies once. */
    /** `agent`: a tool call of an agent with an API token; `id` is that of the token. */
    readonly type: 'session' | 'api_token' | 'agent' | 'wire' | 'integration' | 'import' | 'module' | 'system';
    readonly id: string | null;
    /** Name of the agent's program, as it states it. Only with `agent`. */
    readonly client?: string;
    /** Name and version of the module whose upgrade or declared changes of fields these are; their events notify nobody. Only with `module`. */
    readonly module?: string;
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
