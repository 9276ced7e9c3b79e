import type { Schema } from '@cubit/web-client';

export interface Connector {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly config_schema: Schema;
  readonly secret: 'required' | 'optional' | 'none' | 'by_config';
  readonly events: readonly string[];
}

export interface Integration {
  readonly id: string;
  readonly connector: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly has_secret: boolean;
  readonly hit_count: number;
  readonly rejected_count: number;
  readonly last_hit_at: string | null;
  readonly revoked_at: string | null;
  /** Only in the answers that make an address. */
  readonly url?: string;
  readonly secret?: string;
}
